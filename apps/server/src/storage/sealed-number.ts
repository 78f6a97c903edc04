import type { ServerKey } from '../kernel/key-ring.ts';
import { sealer } from './sealed.ts';

const prefix = 'kh';
const purpose = 'alo sealed number';

/** What a prepared call is for, where that is told by nothing else, as it stands before its number. */
const marks = { campaign: 'c', survey: 's' } as const;
export type PreparedFor = keyof typeof marks;

/** What a phone dialled, opened: the number, and what it was prepared for. */
export interface Dialled {
  readonly number: string;
  readonly purpose?: PreparedFor;
}

/**
 * A customer's number in a form that a phone can dial and its user cannot read: letters and digits, good in this tenant
 * only.
 */
export const sealNumber = (serverKey: ServerKey, tenantId: string, number: string, preparedFor?: PreparedFor): string =>
  `${prefix}${sealer(serverKey, purpose)
    .seal(tenantId, `${preparedFor === undefined ? '' : marks[preparedFor]}${number}`)
    .toString('hex')}`;

/** What was sealed; undefined for what is no sealed number of this tenant. */
export function openDialled(serverKey: ServerKey, tenantId: string, dialled: string): Dialled | undefined {
  const hex = /^kh((?:[0-9a-f]{2}){30,80})$/.exec(dialled)?.[1];
  const text = hex === undefined ? undefined : sealer(serverKey, purpose).open(tenantId, Buffer.from(hex, 'hex'));
  if (text === undefined) return undefined;
  if (text.startsWith(marks.campaign)) return { number: text.slice(1), purpose: 'campaign' };
  if (text.startsWith(marks.survey)) return { number: text.slice(1), purpose: 'survey' };
  return { number: text };
}

/** The number that was sealed; undefined for what is no sealed number of this tenant. */
export const openNumber = (serverKey: ServerKey, tenantId: string, dialled: string): string | undefined =>
  openDialled(serverKey, tenantId, dialled)?.number;
