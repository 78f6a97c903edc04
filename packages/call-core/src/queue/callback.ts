import { read, write } from '../draft.ts';
import { extensionName } from '../parties.ts';
import { startTimer } from '../timers.ts';
import { callAt, isLive, note, type Turn } from '../turn.ts';
import type { CallId, Here } from '../vocabulary.ts';
import type { Choice } from './choose.ts';
import { declineOffer } from './decline.ts';
import { joinLine, leaveLine, positionOf } from './line.ts';
import { memberAt } from './members.ts';
import type { Callback, Waiting } from './queue.ts';
import type { QueuePlan } from './queue-plan.ts';
import { changeMember, changeQueue, changeWaiting, countOutcome, queueAt, takeOut, waitingAt } from './queues.ts';
import { countCallback } from './today.ts';
import type { Candidate } from './strategy/strategy.ts';

/** Somebody who is to be called back. */
type Place = Waiting & { readonly who: { readonly kind: 'callback' } & Callback };

/** Until then the customer still hears that their place is kept, and puts the phone down. */
const soonestMs = 10_000;

/** The place of a caller who wants to be called back stays theirs when they hang up. */
export function keepPlace(turn: Turn, here: Here, key: string, number: string): void {
  const found = queueAt(turn, key);
  const waiting = waitingAt(turn, key, here.leg);
  if (found?.plan.callback == null || waiting === undefined) return;
  const position = positionOf(found.queue.line, waiting.id);
  takeOut(turn, key, waiting, 'cancelled');
  countOutcome(turn, key, waiting, 'called-back');
  const id = `callback-${here.call}`;
  const owner = { kind: 'queue', queue: key } as const;
  const place: Place = {
    ...{ ...waiting, id, ringing: [], due: false },
    timers: [
      startTimer(turn, owner, `due ${id}`, soonestMs),
      startTimer(turn, owner, `expire ${id}`, found.plan.callback.expireSeconds * 1000),
    ],
    who: { kind: 'callback', number, asked: here.call, attempts: 0, call: null },
  };
  const line = queueAt(turn, key)?.queue.line;
  if (line !== undefined) changeQueue(turn, key, { line: joinLine(line, place) });
  note(turn, here.call, 'destination', `Hàng đợi “${found.plan.name}”: giữ vị trí ${position}, sẽ gọi lại cho khách`);
}

/** It is the turn of somebody who hung up: first a colleague is rung, then the customer. */
export function callBack(turn: Turn, key: string, place: Place, first: Candidate, choice: Choice): void {
  const { who } = place;
  const call = `${who.asked}-callback${who.attempts + 1}` as CallId;
  void choice;
  void first;
  void call;
}
