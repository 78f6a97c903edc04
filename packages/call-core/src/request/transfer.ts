import { type Answer, done, type Refusal, refusals } from '../board/answer.ts';
import { goesTo } from '../board/next.ts';
import type { RequestedAction } from '../board/request.ts';
import type { CallId, LegId } from '../board/vocabulary.ts';
import { changeLeg } from '../turn/legs.ts';
import { amend, later, note, type Turn } from '../turn/turn.ts';
import { whyNotDialled } from './dialled-target.ts';
import { inviteTo } from './invite.ts';
import { removeLeg } from './leg-removal.ts';
import { type OwnTalk, ownTalk } from './own-leg.ts';

/** Sends all others on and leaves; if nobody takes the call it comes back to the person who sent it. */
export function transfer(
  turn: Turn,
  by: string | null,
  { call, to, word = '' }: Extract<RequestedAction, { kind: 'transfer' }>,
): Answer {
  const own = transferable(turn, call, by, to);
  if ('ok' in own) return own;
  return sendOn(turn, own, to, word) ?? done(call);
}

/** A conversation that may be sent on, or why not. */
export function transferable(
  turn: Turn,
  call: CallId,
  by: string | null,
  to: string,
  line: LegId | null = null,
): OwnTalk | Refusal {
  const own = ownTalk(turn, call, by, line);
  if ('ok' in own) return own;
  if (own.others.length === 0 || own.leg.elsewhere !== null || to === own.by) return refusals.notNow;
  return whyNotDialled(turn, own.by, to) ?? own;
}

/** Sends the other party on and lets go of the person who asked; where several talk, the named party is invited in their place. */
export function sendOn(turn: Turn, own: OwnTalk, to: string, word = ''): Refusal | null {
  const { here, by, others } = own;
  const [other] = others;
  if (other === undefined) return refusals.notNow;
  if (others.length > 1) {
    const answer = inviteTo(turn, own, to);
    if (!answer.ok) return answer;
  } else {
    changeLeg(turn, other, { recall: by, handedOver: { by, word } });
    later(turn, { kind: 'go', here: other, next: goesTo({ kind: 'dialled', number: to, by }) });
  }
  note(turn, here.call, 'talk', `Máy nhánh ${by} chuyển cuộc gọi`, word === '' ? { to } : { to, word });
  // A party that is sent on by hand begins another way, by the plan of now.
  amend(turn, here.call, { refusal: null, hops: 0, version: turn.version });
  removeLeg(turn, here, by);
  return null;
}
