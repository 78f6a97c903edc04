import type { ServerKey } from '../kernel/key-ring.ts';
import { sealer } from './sealed.ts';

const prefix = 'kh';
const purpose = 'alo sealed number';

/** What a prepared call is for, where that is told by nothing else, as it stands before its number. */
const marks = { campaign: 'c', survey: 's' } as const;
/** Stands before the number that is shown. */
const shows = '>';
export type PreparedFor = keyof typeof marks;

/** What a phone dialled, opened: the number, and what it was prepared for. */
export interface SealedDial {
  readonly number: string;
  readonly purpose?: PreparedFor;
  /** Which number of the company it was prepared to show. */
  readonly showing?: string;
}

/**
 * A customer's number in a form that a phone can dial and its user cannot read: letters and digits, good in this tenant
 * only.
 */
export function sealNumber(
  serverKey: ServerKey,
  tenantId: string,
  number: string,
  preparedFor?: PreparedFor,
  showing = '',
): string {
  const mark = preparedFor === undefined ? '' : marks[preparedFor];
  const text = `${mark}${number}${showing === '' ? '' : `${shows}${showing}`}`;
  return `${prefix}${sealer(serverKey, purpose).seal(tenantId, text).toString('hex')}`;
}

/** What was sealed; undefined for what is no sealed number of this tenant. */
export function openDialled(serverKey: ServerKey, tenantId: string, dialled: string): SealedDial | undefined {
  const hex = /^kh((?:[0-9a-f]{2}){30,80})$/.exec(dialled)?.[1];
  const text = hex === undefined ? undefined : sealer(serverKey, purpose).open(tenantId, Buffer.from(hex, 'hex'));
  if (text === undefined) return undefined;
  const [called = '', showing] = text.split(shows);
  const more = showing === undefined ? {} : { showing };
  if (called.startsWith(marks.campaign)) return { number: called.slice(1), purpose: 'campaign', ...more };
  if (called.startsWith(marks.survey)) return { number: called.slice(1), purpose: 'survey', ...more };
  return { number: called, ...more };
}

/** The number that was sealed; undefined for what is no sealed number of this tenant. */
export const openNumber = (serverKey: ServerKey, tenantId: string, dialled: string): string | undefined =>
  openDialled(serverKey, tenantId, dialled)?.number;
