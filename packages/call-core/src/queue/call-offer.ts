import { callerIdFor } from '../board/caller-id.ts';
import type { Here } from '../board/vocabulary.ts';
import { lookUp } from '../lib/look-up.ts';
import { addLeg, hangUp, newLeg, startLegTimer } from '../turn/legs.ts';
import { amend, legAt, perform, type Turn } from '../turn/turn.ts';
import { isPlace, startCallback } from './callback.ts';
import { isCalled } from './called-party.ts';
import type { Choice } from './choice.ts';
import { explain } from './choice-trace.ts';
import type { NextCaller } from './match.ts';
import { changeQueue, changeWaiting, queueAt, waitingAt } from './queue-changes.ts';

/** Rings whom a choice found for somebody in the line, and writes down why them and why not the others. */
export function offerCall(turn: Turn, { queue: key, plan, waiting }: NextCaller, choice: Choice): void {
  const found = queueAt(turn, key);
  const [first] = choice.rung;
  if (found === null || first === undefined) return;
  const { memory } = found.queue;
  changeQueue(turn, key, { memory: { lastPlace: first.place, turn: memory.turn + 1 } });
  const everybodyDeclined = choice.rung.some(({ extension }) => waiting.declinedBy.includes(extension));
  if (everybodyDeclined) changeWaiting(turn, key, waiting.id, { declinedBy: [] });
  if (isPlace(waiting)) return startCallback(turn, key, plan, waiting, choice);
  if (waiting.who.kind !== 'caller') return;
  const { here } = waiting.who;
  explain(turn, here.call, key, choice);
  const ringing = choice.rung.map(({ extension }) =>
    ring(turn, here, key, plan.ringSeconds, { extension, how: 'answered', autoAnswer: isCalled(turn, here) }),
  );
  changeWaiting(turn, key, waiting.id, { ringing });
  amend(turn, here.call, { offered: true });
}

/** Rings one phone for a caller in the line. */
export function ring(
  turn: Turn,
  here: Here,
  queue: string,
  ringSeconds: number,
  {
    extension,
    how,
    autoAnswer = how === 'pick-up',
  }: { readonly extension: string; readonly how: 'answered' | 'pick-up'; readonly autoAnswer?: boolean },
): Here {
  const phone = newLeg(turn, here.call);
  const name = lookUp(turn.plan.extensions, extension)?.name ?? '';
  addLeg(turn, phone, { kind: 'extension', extension, name }, 'dialled', {
    kind: 'queue-offered',
    queue,
    waiting: here.leg,
    how,
  });
  const callerId = callerIdFor(turn.plan, extension, legAt(turn, here).party);
  const to = { kind: 'extension', extension } as const;
  perform(turn, here.call, { type: 'dial', leg: phone.leg, to, callerId, ...(autoAnswer ? { autoAnswer } : {}) });
  startLegTimer(turn, phone, 'ring', ringSeconds * 1000);
  return phone;
}

/** A colleague takes the call that rings at somebody else's phone: theirs is rung instead. False when nobody rings any more. */
export function pickUpFromQueue(turn: Turn, here: Here, by: string): boolean {
  const { activity } = legAt(turn, here);
  if (activity.kind !== 'queue-wait') return false;
  const { queue } = activity;
  const plan = queueAt(turn, queue)?.plan;
  const waiting = waitingAt(turn, queue, here.leg);
  if (plan === undefined || waiting === undefined || waiting.ringing.length === 0) return false;
  for (const phone of waiting.ringing) hangUp(turn, phone, 'answered-elsewhere');
  const phone = ring(turn, here, queue, plan.ringSeconds, { extension: by, how: 'pick-up' });
  changeWaiting(turn, queue, waiting.id, { ringing: [phone] });
  return true;
}
