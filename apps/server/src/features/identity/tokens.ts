import { createHash, randomBytes } from 'node:crypto';
import { proofBy, type ServerKey } from '../../kernel/key-ring.ts';

/** 256 random bits, as text for a header. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Does it look like one? What does not is nobody's, and nobody is asked. */
export const isToken = (token: string): boolean => /^[\w-]{43}$/.test(token);

/** What the database keeps of a token: of no use to who reads it. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A few bits of a password that was tried: enough to see one tried for many names, too few to tell what it was. */
export const passwordPrint = (serverKey: ServerKey, password: string): string =>
  proofBy(serverKey.sealing(), `tried:${password.normalize('NFC')}`)
    .toString('hex')
    .slice(0, 6);
