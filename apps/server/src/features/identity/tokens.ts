import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, as text for a header. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What the database keeps of a token: of no use to who reads it. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
