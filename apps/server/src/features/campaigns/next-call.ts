import type { NextCallWhy } from '@alo/contract';

import { dayMs } from '../../domain/advertising-law.ts';
import type { GateFacts } from './gate.ts';

interface NextCallFacts extends GateFacts {
  readonly contact: GateFacts['contact'] & {
    /** Until when nobody else is offered them; null where nobody has them. */
    readonly claimed: number | null;
    /** Nobody is called any more by a rule of the campaign for how its calls came out. */
    readonly stopped: boolean;
  };
  readonly hasNumber: boolean;
}

/** When a customer of a campaign is called next, and why then or not at all. Times are milliseconds since 1970. */
export function nextCall(
  { campaign, contact, customer, hasNumber }: NextCallFacts,
  { now, date }: { readonly now: number; readonly date: string },
): { readonly why: NextCallWhy; readonly at: number | null } {
  const { state, attempts, next, claimed, stopped } = contact;
  const never = (why: NextCallWhy) => ({ why, at: null });
  if (state === 'done' || state === 'declined' || state === 'wrong-number') return never('done');
  const isHeld = claimed !== null && now < claimed;
  if (state === 'calling' && isHeld) return never('calling');
  if (state === 'exhausted' && stopped) return never('stopped');
  if (state === 'exhausted' || attempts >= campaign.max_attempts) return never('exhausted');
  if (!hasNumber) return never('no-number');
  const isLaw = campaign.kind === 'advertising';
  if (isLaw && customer.refuses) return never('refuses');
  if (campaign.status !== 'running' || (campaign.ends_on !== null && date > campaign.ends_on)) return never('closed');
  if (isHeld) return never('taken');
  // Whoever had some within the day waits for both.
  const lawful = isLaw && customer.advertised !== null ? customer.advertised + dayMs : 0;
  const due = next ?? 0;
  if (lawful > now && lawful > due) return { why: 'advertised', at: lawful };
  if (due > now) return { why: state === 'call-again' ? 'promise' : 'pause', at: due };
  return { why: 'now', at: null };
}
