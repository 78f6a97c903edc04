import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Seals bytes for one tenant and one purpose; each sealing looks different, so that two cannot be compared. */
export function seal(serverKey: Buffer, purpose: string, tenantId: string, text: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, keyOf(serverKey, purpose), iv).setAAD(Buffer.from(tenantId));
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** The text that was sealed; undefined for what this server never sealed for this tenant and purpose. */
export function unseal(serverKey: Buffer, purpose: string, tenantId: string, sealed: Buffer): string | undefined {
  if (sealed.length < ivBytes + tagBytes) return undefined;
  const decipher = createDecipheriv(algorithm, keyOf(serverKey, purpose), sealed.subarray(0, ivBytes))
    .setAAD(Buffer.from(tenantId))
    .setAuthTag(sealed.subarray(-tagBytes));
  try {
    return decipher.update(sealed.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

const keyOf = (serverKey: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', serverKey, '', purpose, 32));

const secrets = 'alo secret of a carrier';

/** A secret as it lies in the database. */
export const sealText = (serverKey: Buffer, tenantId: string, text: string): string =>
  seal(serverKey, secrets, tenantId, text).toString('base64');

/** Undefined where the installation's key is another one since: the secret has to be typed again. */
export const openText = (serverKey: Buffer, tenantId: string, sealed: string): string | undefined =>
  unseal(serverKey, secrets, tenantId, Buffer.from(sealed, 'base64'));
