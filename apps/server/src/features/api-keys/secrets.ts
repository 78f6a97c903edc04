import { createHash, randomBytes } from 'node:crypto';

/** What a secret begins with: whoever finds one knows what it is. */
const beginning = 'alo_';
/** So much of it is shown to tell one from another. */
const shownLength = beginning.length + 6;

export const newSecret = (): string => `${beginning}${randomBytes(32).toString('base64url')}`;
export const isSecret = (token: string): boolean => /^alo_[\w-]{43}$/.test(token);
export const prefixOf = (secret: string): string => secret.slice(0, shownLength);
/** What the database keeps: 256 random bits need nothing slower. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
