import type { CallRow } from '@alo/contract';
import type { StatusTone } from '@alo/ui';

import { prefixed } from '../../kit/format/prefixed.ts';

/** The colour of each outcome: green for a conversation, red for a lost customer, orange where nobody could be reached. */
export const callStatusTones: Record<CallRow['status'], StatusTone> = {
  in_progress: 'talking',
  answered: 'ready',
  missed: 'bad',
  abandoned: 'bad',
  cancelled: 'paused',
  busy: 'paused',
  no_answer: 'paused',
  failed: 'bad',
  blocked: 'offline',
  voicemail: 'wrapup',
  callback: 'wrapup',
  stopped_ivr: 'offline',
};

/** The other side of a conversation among colleagues, as whoever has the extension `own` says it: not oneself. */
function colleagueIn(call: CallRow, own: string): { readonly name: string; readonly extension: string } {
  const [name, number] =
    own !== '' && call.caller_extension === own
      ? [call.agent_name, call.extension || call.dialled]
      : [call.caller_name, call.caller_extension];
  return { name: name || number, extension: number };
}

/** Who the conversation was with, as a person would say it. */
export function partyOf(call: CallRow, own: string): string {
  if (call.direction === 'internal') return colleagueIn(call, own).name;
  return prefixed(call.name_prefix, call.customer_name ?? 'Khách lạ');
}

/** Their number. */
export const numberOf = (call: CallRow, own: string): string =>
  call.direction === 'internal' ? colleagueIn(call, own).extension : call.phone;

/** Who of the company took part: name and extension; where it was handed on, the names one after the other. */
export function staffOf(call: CallRow): string {
  const [name, extension] =
    call.direction === 'outbound' ? [call.caller_name, call.caller_extension] : [call.agent_name, call.extension];
  if (call.others !== '') return [name || extension, call.others].filter(Boolean).join(' → ');
  if (name === null || name === '') return extension;
  return extension === '' ? name : `${name} · ${extension}`;
}

/** What to dial to call back: the customer by id where there is one, else by the call, so that a masked number can be called too. */
export function callBackOf(call: CallRow, own: string): string {
  if (call.direction === 'internal') return numberOf(call, own);
  return call.customer_id ?? (call.phone.includes('*') ? `call/${call.id}` : call.phone);
}
