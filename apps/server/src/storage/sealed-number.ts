import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const prefix = 'kh';
const ivBytes = 12;
const tagBytes = 16;

/**
 * A customer's number in a form that a phone can dial and its user cannot read: letters and digits, good in this tenant
 * only. Each sealing looks different, so that two cannot be compared.
 */
export function sealNumber(serverKey: Buffer, tenantId: string, number: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, keyOf(serverKey), iv).setAAD(Buffer.from(tenantId));
  const sealed = Buffer.concat([iv, cipher.update(number, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${prefix}${sealed.toString('hex')}`;
}

/** The number that was sealed; undefined for what is no sealed number of this tenant. */
export function openNumber(serverKey: Buffer, tenantId: string, dialled: string): string | undefined {
  const hex = /^kh((?:[0-9a-f]{2}){30,80})$/.exec(dialled)?.[1];
  if (hex === undefined) return undefined;
  const sealed = Buffer.from(hex, 'hex');
  const decipher = createDecipheriv(algorithm, keyOf(serverKey), sealed.subarray(0, ivBytes))
    .setAAD(Buffer.from(tenantId))
    .setAuthTag(sealed.subarray(-tagBytes));
  try {
    return decipher.update(sealed.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    // Not sealed by this server for this tenant.
    return undefined;
  }
}

const keyOf = (serverKey: Buffer) => Buffer.from(hkdfSync('sha256', serverKey, '', 'alo sealed number', 32));
