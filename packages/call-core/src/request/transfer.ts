import { type Answer, done, type Refusal, refusals, refused } from '../board/answer.ts';
import type { Destination } from '../board/destination.ts';
import { goesTo } from '../board/next.ts';
import type { RequestedAction } from '../board/request.ts';
import type { CallId, LegId } from '../board/vocabulary.ts';
import { changeLeg, noteHandOver } from '../turn/legs.ts';
import { amend, amendPerson, later, note, type Turn } from '../turn/turn.ts';
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
  return sendOn(turn, own, dialledBy(own.by, to, word)) ?? done(call);
}

/** Where the others in a conversation are sent: who asks for it, and what whoever takes them should know. */
export interface Sending {
  readonly by: string;
  readonly leads: Destination<'dialled' | 'queue'>;
  readonly word: string;
}

/** To where a number leads when the person who asks dials it. */
export const dialledBy = (by: string, number: string, word = ''): Sending => ({
  by,
  leads: { kind: 'dialled', number, by },
  word,
});

/** A conversation that may be sent on, or why not. */
export function transferable(
  turn: Turn,
  call: CallId,
  by: string | null,
  to: string,
  line: LegId | null = null,
): OwnTalk | Refusal {
  const own = sendable(turn, call, by, to, line);
  return 'ok' in own ? own : (whyNotDialled(turn, own.by, to) ?? own);
}

/** The same, whoever may call the number: a conversation is not sent to the person who is in it. */
export function sendable(
  turn: Turn,
  call: CallId,
  by: string | null,
  to: string | null,
  line: LegId | null = null,
): OwnTalk | Refusal {
  const own = ownTalk(turn, call, by, line);
  if ('ok' in own) return own;
  return own.others.length === 0 || own.leg.elsewhere !== null || to === own.by ? refusals.notNow : own;
}

/**
 * Sends the other party on and lets go of the person whose conversation it is; where several talk, the named party is invited in
 * their place. Nobody takes it: it comes back to that person, whoever sent it.
 */
export function sendOn(turn: Turn, own: OwnTalk, { by, leads, word }: Sending): Refusal | null {
  const { here, others } = own;
  const [other] = others;
  if (other === undefined) return refusals.notNow;
  const to = leads.kind === 'dialled' ? leads.number : leads.queue;
  if (others.length > 1) {
    if (leads.kind === 'queue')
      return refused('not-now', 'Cuộc gọi nhiều người chỉ chuyển được tới một người hoặc một số');
    const answer = inviteTo(turn, { ...own, by }, to);
    if (!answer.ok) return answer;
  } else {
    changeLeg(turn, other, { recall: own.by });
    noteHandOver(turn, other, { by, word, at: turn.at });
    later(turn, { kind: 'go', here: other, next: goesTo(leads) });
  }
  const whose = by === own.by ? '' : ` của máy nhánh ${own.by}`;
  if (by !== own.by) amendPerson(turn, own.by, { takenOver: { call: here.call, by, at: turn.at, to: leads } });
  note(turn, here.call, 'talk', `Máy nhánh ${by} chuyển cuộc gọi${whose}`, word === '' ? { to } : { to, word });
  // A party that is sent on by hand begins another way, by the plan of now.
  amend(turn, here.call, { refusal: null, hops: 0, version: turn.version });
  removeLeg(turn, here, by);
  return null;
}
