import { type Answer, done, type Refusal, refusals } from '../board/answer.ts';
import { goesTo } from '../board/next.ts';
import type { RequestedAction } from '../board/request.ts';
import type { BridgeId, CallId, Here, SegmentHow } from '../board/vocabulary.ts';
import { away } from '../turn/bridges.ts';
import { comeBack } from '../turn/conversation-return.ts';
import { changeLeg, enter, noteHandOver, setHold } from '../turn/legs.ts';
import { doerByExtension } from '../turn/parties.ts';
import { amend, callAt, later, note, type Turn } from '../turn/turn.ts';
import { whyNotDialled } from './dialled-target.ts';
import { handOver } from './hand-over.ts';
import { isFull } from './invite.ts';
import { removeLeg } from './leg-removal.ts';
import { type Own, othersIn, ownLeg, ownTalk } from './own-leg.ts';

/** Talks to somebody while the others hear music. The person's one leg moves between two bridges, so any phone can do it. */
export function consult(
  turn: Turn,
  by: string | null,
  { call, to }: Extract<RequestedAction, { kind: 'consult' }>,
): Answer {
  const own = ownTalk(turn, call, by);
  if ('ok' in own) return own;
  if (own.others.length === 0 || own.leg.elsewhere !== null || to === own.by) return refusals.notNow;
  const refusal = whyNotDialled(turn, own.by, to);
  if (refusal !== null) return refusal;
  note(turn, call, 'talk', `Máy nhánh ${own.by} hỏi ý kiến`, { to });
  setHold(turn, own.here, false);
  changeLeg(turn, own.here, { elsewhere: own.bridge });
  amend(turn, call, { refusal: null, hops: 0, version: turn.version });
  later(turn, { kind: 'go', here: own.here, next: goesTo({ kind: 'dialled', number: to, by: own.by }) });
  return done(call);
}

/** A consultation that the person who asks has begun: its two conversations, and the one that they are in now. */
type Consultation = Own & { readonly main: BridgeId; readonly side: BridgeId | null };

function consultation(turn: Turn, call: CallId, by: string | null): Consultation | Refusal {
  const own = ownLeg(turn, call, by);
  if ('ok' in own) return own;
  const { activity, elsewhere } = own.leg;
  if (elsewhere === null) return refusals.notNow;
  if (activity.kind !== 'talking') return { ...own, main: elsewhere, side: null };
  const isSide = callAt(turn, call).bridges.find(({ id }) => id === activity.bridge)?.kind === 'consultation';
  return isSide
    ? { ...own, main: elsewhere, side: activity.bridge }
    : { ...own, main: activity.bridge, side: elsewhere };
}

/** Changes to the other of the two conversations. */
export function swap(turn: Turn, by: string | null, call: CallId): Answer {
  const own = consultation(turn, call, by);
  if ('ok' in own) return own;
  const { activity } = own.leg;
  if (activity.kind !== 'talking') return refusals.notNow;
  comeBack(turn, own.here);
  setHold(turn, own.here, false);
  changeLeg(turn, own.here, { elsewhere: activity.bridge });
  return done(call);
}

/** Leaves the two others with each other; one who has not answered yet rings for the party that waits. */
export function complete(turn: Turn, by: string | null, call: CallId): Answer {
  const own = consultation(turn, call, by);
  if ('ok' in own) return own;
  const waiting = othersIn(turn, own.here, own.main);
  if (own.side === null) {
    const [other] = waiting;
    if (other === undefined || waiting.length > 1 || !handOver(turn, own.here, other)) return refusals.notNow;
    changeLeg(turn, other, { recall: own.by });
  } else moveTo(turn, own.here, own.side, own.main, 'transfer');
  for (const other of waiting) noteHandOver(turn, other, { by: own.by, word: '' });
  note(turn, call, 'talk', `Máy nhánh ${own.by} chuyển cuộc gọi`);
  changeLeg(turn, own.here, { elsewhere: null });
  removeLeg(turn, own.here, own.by);
  return done(call);
}

/** Everybody talks with everybody. */
export function merge(turn: Turn, by: string | null, call: CallId): Answer {
  const own = consultation(turn, call, by);
  if ('ok' in own) return own;
  if (own.side === null) return refusals.notNow;
  if (isFull(turn, call, own.main)) return refusals.full;
  moveTo(turn, own.here, own.side, own.main, 'conference');
  if (own.leg.elsewhere === own.main) comeBack(turn, own.here);
  changeLeg(turn, own.here, { elsewhere: null });
  note(turn, call, 'talk', `Máy nhánh ${own.by} nối mọi người vào một cuộc gọi`);
  return done(call);
}

/** Ends the consultation and goes on with the others. */
export function back(turn: Turn, by: string | null, call: CallId): Answer {
  const own = consultation(turn, call, by);
  if ('ok' in own) return own;
  const consulted = own.side === null ? [] : othersIn(turn, own.here, own.side);
  if (own.leg.elsewhere === own.main) comeBack(turn, own.here);
  changeLeg(turn, own.here, { elsewhere: null });
  for (const other of consulted) removeLeg(turn, other, own.by);
  later(turn, { kind: 'left', call, who: doerByExtension(own.by), cause: 'normal' });
  return done(call);
}

function moveTo(turn: Turn, here: Here, from: BridgeId, bridge: BridgeId, how: SegmentHow): void {
  for (const other of othersIn(turn, here, from)) enter(turn, other, { kind: 'talking', bridge, how, through: null });
  // A person who consults somebody else in turn comes back to the others' conversation, who wait for them there.
  for (const { id } of away(callAt(turn, here.call), from)) {
    if (id !== here.leg) changeLeg(turn, { ...here, leg: id }, { elsewhere: bridge });
  }
}
