import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** What a sealing is for: neither opens under another purpose, nor where it does not belong. */
export interface Purpose {
  readonly serverKey: Buffer;
  readonly purpose: string;
  /** What it belongs to, such as the tenant. */
  readonly of: string;
}

/** Makes a text unreadable without the installation's key. Each sealing looks different, so that two cannot be compared. */
export function seal(text: string, purpose: Purpose): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, keyOf(purpose), iv).setAAD(Buffer.from(purpose.of));
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** The text that was sealed; undefined for what was not sealed here, for this. */
export function unseal(sealed: Buffer, purpose: Purpose): string | undefined {
  if (sealed.length < ivBytes + tagBytes) return undefined;
  const decipher = createDecipheriv(algorithm, keyOf(purpose), sealed.subarray(0, ivBytes))
    .setAAD(Buffer.from(purpose.of))
    .setAuthTag(sealed.subarray(-tagBytes));
  try {
    return decipher.update(sealed.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    // Not sealed by this server for this purpose.
    return undefined;
  }
}

const keyOf = ({ serverKey, purpose }: Purpose) => Buffer.from(hkdfSync('sha256', serverKey, '', `alo ${purpose}`, 32));
