import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Seals texts with a key made of the installation's secret for one purpose. What was sealed for one place opens in no other. */
export interface Sealer {
  /** Each sealing looks different, so that two cannot be compared. */
  seal(place: string, text: string): Buffer;
  /** The text; undefined for what was not sealed here, for this place. */
  open(place: string, sealed: Buffer): string | undefined;
}

export function sealer(serverKey: Buffer, purpose: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', serverKey, '', purpose, 32));
  return {
    seal(place, text) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(place));
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    open(place, sealed) {
      if (sealed.length < ivBytes + tagBytes) return undefined;
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes))
        .setAAD(Buffer.from(place))
        .setAuthTag(sealed.subarray(-tagBytes));
      try {
        return decipher.update(sealed.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
