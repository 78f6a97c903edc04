import { ownPhoneRingMs } from '../activity/called.ts';
import { attemptAt, offer } from '../activity/offering.ts';
import { type Answer, done, refusals, refused } from '../board/answer.ts';
import { goesTo } from '../board/next.ts';
import type { RequestedAction } from '../board/request.ts';
import { read } from '../lib/draft.ts';
import { lookUp } from '../lib/look-up.ts';
import { later, legAt, note, type Turn } from '../turn/turn.ts';
import { removeLeg } from './leg-removal.ts';
import { offerRefusal } from './originate.ts';
import { ownTalk } from './own-leg.ts';

/** Leaves the other party in the first free place and says which. */
export function park(turn: Turn, by: string | null, { call }: Extract<RequestedAction, { kind: 'park' }>): Answer {
  const own = ownTalk(turn, call, by);
  if ('ok' in own) return own;
  const [other] = own.others;
  if (other === undefined || own.others.length > 1 || own.leg.elsewhere !== null) return refusals.notNow;
  const slot = freeSlot(turn);
  if (slot === null) return refused('full', 'Không còn ô đỗ nào trống');
  later(turn, { kind: 'go', here: other, next: goesTo({ kind: 'park', slot, by: own.by }) });
  removeLeg(turn, own.here, own.by);
  return { ok: true, call, slot };
}

function freeSlot(turn: Turn): string | null {
  const { first, count } = turn.plan.parking;
  for (let slot = first; slot < first + count; slot++) {
    if (read(turn.parked, String(slot)) === undefined) return String(slot);
  }
  return null;
}

/** Rings the own phone for the parked party; a party that nobody takes stays parked. */
export function unpark(turn: Turn, by: string | null, { slot }: Extract<RequestedAction, { kind: 'unpark' }>): Answer {
  const here = read(turn.parked, slot);
  if (here === undefined) return refused('no-call', `Ô ${slot} không có cuộc gọi nào`);
  const { activity } = legAt(turn, here);
  if (by === null || lookUp(turn.plan.extensions, by) === undefined || activity.kind !== 'parked')
    return refusals.forbidden;
  const refusal = offerRefusal(turn, by);
  if (refusal !== null) return refusal;
  note(turn, here.call, 'talk', `Máy nhánh ${by} nhận cuộc gọi ở ô ${slot}`);
  const { since } = activity;
  const next = offer(turn, here, {
    waves: [[attemptAt(turn, here, by)]],
    ringMs: ownPhoneRingMs,
    otherwise: { kind: 'park', slot, by: activity.by, ...(since !== undefined && { since }) },
    how: 'pick-up',
    autoAnswer: true,
  });
  later(turn, { kind: 'go', here, next });
  return done(here.call);
}
