import type { ServerKey } from '../kernel/key-ring.ts';
import { sealer } from './sealed.ts';

const prefix = 'kh';
const purpose = 'alo sealed number';

/**
 * A customer's number in a form that a phone can dial and its user cannot read: letters and digits, good in this tenant
 * only.
 */
export const sealNumber = (serverKey: ServerKey, tenantId: string, number: string): string =>
  `${prefix}${sealer(serverKey, purpose).seal(tenantId, number).toString('hex')}`;

/** The number that was sealed; undefined for what is no sealed number of this tenant. */
export function openNumber(serverKey: ServerKey, tenantId: string, dialled: string): string | undefined {
  const hex = /^kh((?:[0-9a-f]{2}){30,80})$/.exec(dialled)?.[1];
  return hex === undefined ? undefined : sealer(serverKey, purpose).open(tenantId, Buffer.from(hex, 'hex'));
}
