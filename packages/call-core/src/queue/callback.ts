import { callOut } from '../activity/called.ts';
import type { Call, Party } from '../board/call.ts';
import { callerIdFor } from '../board/caller-id.ts';
import { beginCall } from '../board/new-call.ts';
import type { Callback, Waiting } from '../board/queue.ts';
import { inOrder, joinLine, positionOf } from '../board/queue-line.ts';
import type { QueuePlan } from '../board/queue-plan.ts';
import type { CallId, Cause, Here, LegId } from '../board/vocabulary.ts';
import { read, write } from '../lib/draft.ts';
import { startTimer } from '../turn/timers.ts';
import { legAt, legOf, note, type Turn } from '../turn/turn.ts';
import { relaxClock } from './caller-timers.ts';
import type { Choice } from './choice.ts';
import { explain } from './choice-trace.ts';
import { declineOffer } from './declined-offer.ts';
import { beginServing, memberAt } from './members.ts';
import { changeQueue, changeWaiting, noteOutcome, queueAt, removeWaiting, waitingAt } from './queue-changes.ts';
import { toWriteUp } from './wrap-up.ts';

/** Somebody who is to be called back. */
type Place = Waiting & { readonly who: { readonly kind: 'callback' } & Callback };

/** Until then the customer still hears that their place is kept, and puts the phone down. */
const soonestMs = 10_000;

/** The place of a caller who wants to be called back stays theirs when they hang up. */
export function keepPlace(turn: Turn, here: Here, key: string): void {
  const found = queueAt(turn, key);
  const waiting = waitingAt(turn, key, here.leg);
  if (found?.plan.callback == null || waiting === undefined) return;
  const position = positionOf(found.queue.line, waiting.id);
  removeWaiting(turn, key, waiting, 'cancelled');
  noteOutcome(turn, key, waiting, 'called-back');
  const id = `callback-${here.call}`;
  const owner = { kind: 'queue', queue: key } as const;
  const place: Place = {
    ...waiting,
    id,
    ringing: [],
    due: false,
    timers: [
      ...relaxClock(turn, key, { ...waiting, id }),
      startTimer(turn, owner, `due ${id}`, soonestMs),
      startTimer(turn, owner, `expire ${id}`, found.plan.callback.expireSeconds * 1000),
    ],
    who: {
      kind: 'callback',
      party: legAt(turn, here).party,
      asked: here.call,
      attempts: 0,
      calls: 0,
      expired: false,
      call: null,
    },
  };
  const line = queueAt(turn, key)?.queue.line;
  if (line !== undefined) changeQueue(turn, key, { line: joinLine(line, place) });
  note(turn, here.call, 'destination', `Hàng đợi “${found.plan.name}”: giữ vị trí ${position}, sẽ gọi lại cho khách`);
}

/** It is the turn of somebody who hung up: first a colleague is rung, then the customer. */
export function startCallback(turn: Turn, key: string, plan: QueuePlan, place: Place, choice: Choice): void {
  const [first] = choice.rung;
  if (first === undefined) return;
  const { extension } = first;
  const { party, asked, attempts } = place.who;
  const calls = place.who.calls + 1;
  const call = `${asked}-callback${calls}` as CallId; // the one place where callbacks are named
  const number = numberOf(party);
  const caller = `${call}/1` as LegId; // as the first leg of a call is named
  write(
    turn.calls,
    call,
    beginCall({
      id: call,
      at: turn.at,
      version: turn.version,
      direction: 'outbound',
      caller,
      dialled: number,
      outside: number,
    }),
  );
  note(turn, call, 'arrived', `Gọi lại cho khách của hàng đợi “${plan.name}”`, {
    asked,
    attempt: String(attempts + 1),
  });
  explain(turn, call, key, { ...choice, rung: [first] });
  const callerId = callerIdFor(turn.plan, extension, party);
  const phone = callOut(
    turn,
    call,
    { to: { kind: 'extension', extension }, callerId, number: extension },
    {
      errand: { kind: 'visit', destination: { kind: 'fw', number, showing: 'own' } },
      rest: [],
      ringMs: plan.ringSeconds * 1000,
    },
  );
  write(turn.callbacks, call, { queue: key, waiting: place.id, extension, phone: phone.leg });
  changeWaiting(turn, key, place.id, { due: false, who: { ...place.who, call, calls } });
}

/** What became of a callback so far: the colleague took it or did not, the customer was reached or was not. */
export function followCallback(turn: Turn, id: CallId): void {
  const under = read(turn.callbacks, id);
  const call = read(turn.calls, id);
  if (under === undefined || call === undefined) return;
  const { queue, waiting: placeId, extension, phone } = under;
  const place = waitingAt(turn, queue, placeId);
  const tookIt = (legOf(call, phone)?.answeredAt ?? null) !== null;
  if (tookIt && call.stage === 'open' && memberAt(turn, queue, extension)?.servingSince === null) {
    beginServing(turn, queue, extension);
    toWriteUp(turn, extension, call, { kind: 'queue', key: queue });
  }
  const reached = call.legs.some(({ party, answeredAt }) => party.kind === 'outside' && answeredAt !== null);
  if (!reached && call.stage === 'open') return;
  write(turn.callbacks, id, undefined);
  if (place === undefined || !isPlace(place) || place.who.call !== id) return;
  if (reached) return needNoCallback(turn, queue, numberOf(place.who.party), place.id);
  const free: Place = { ...place, who: { ...place.who, call: null } };
  changeWaiting(turn, queue, placeId, { who: free.who });
  if (!tookIt) {
    changeWaiting(turn, queue, placeId, { due: true });
    declineOffer(turn, queue, free, null, extension, causeOf(call, phone));
  }
  if (free.who.expired) removeWaiting(turn, queue, free, 'cancelled');
  else if (tookIt) tryLater(turn, queue, free);
}

function causeOf(call: Call, id: LegId): Cause {
  const leg = legOf(call, id);
  return leg !== undefined && 'cause' in leg ? leg.cause : 'no-answer';
}

/** The customer did not answer: after a while again, until it was often enough. */
function tryLater(turn: Turn, key: string, place: Place): void {
  const settings = queueAt(turn, key)?.plan.callback ?? null;
  const attempts = place.who.attempts + 1;
  if (settings === null || attempts >= settings.attempts) return removeWaiting(turn, key, place, 'cancelled');
  const timer = startTimer(turn, { kind: 'queue', queue: key }, `due ${place.id}`, settings.retrySeconds * 1000);
  changeWaiting(turn, key, place.id, {
    timers: [...place.timers, timer],
    declinedBy: [],
    who: { ...place.who, attempts },
  });
}

/**
 * A customer talks with one of the queue's people: because they were called back, or because they called again. All that was kept
 * for them is done with, however often they asked; who is being called at the moment is called to the end.
 */
export function needNoCallback(turn: Turn, key: string, number: string, reached?: string): void {
  const found = queueAt(turn, key);
  if (found === null || (found.plan.callback === null && reached === undefined)) return;
  for (const waiting of inOrder(found.queue.line)) {
    if (!isPlace(waiting) || numberOf(waiting.who.party) !== number) continue;
    if (waiting.who.call === null || waiting.id === reached) removeWaiting(turn, key, waiting, 'cancelled');
    else changeWaiting(turn, key, waiting.id, { who: { ...waiting.who, expired: true } });
  }
}

/** The time for which a place is kept is over. One who is being called at the moment is called to the end. */
export function expirePlace(turn: Turn, key: string, waiting: Waiting): void {
  if (!isPlace(waiting)) return;
  if (waiting.who.call === null) removeWaiting(turn, key, waiting, 'cancelled');
  else changeWaiting(turn, key, waiting.id, { who: { ...waiting.who, expired: true } });
}

/** Whether somebody in the line is to be called back. */
export function isPlace(waiting: Waiting): waiting is Place {
  return waiting.who.kind === 'callback';
}

function numberOf(party: Party): string {
  return party.kind === 'outside' ? party.number : party.extension;
}
