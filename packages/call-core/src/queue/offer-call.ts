import { callerIdFor } from '../caller-id.ts';
import { addLeg, newLeg, startLegTimer } from '../legs.ts';
import { lookUp } from '../look-up.ts';
import { amend, legAt, perform, type Turn } from '../turn.ts';
import type { Here, LegId } from '../vocabulary.ts';
import { callBack, isPlace } from './callback.ts';
import type { Choice } from './choose.ts';
import type { Served } from './match.ts';
import { changeQueue, changeWaiting, queueAt } from './queues.ts';
import { explain } from './explain.ts';
import type { Candidate } from './strategy/strategy.ts';

/** Rings whom a choice found for somebody in the line, and writes down why them and why not the others. */
export function offerCall(turn: Turn, { queue: key, plan, waiting }: Served, choice: Choice): void {
  const found = queueAt(turn, key);
  const [first] = choice.rung;
  if (found === null || first === undefined) return;
  const { memory } = found.queue;
  changeQueue(turn, key, { memory: { lastPlace: first.place, turn: memory.turn + 1 } });
  const everybodyDeclined = choice.rung.some(({ extension }) => waiting.declinedBy.includes(extension));
  if (everybodyDeclined) changeWaiting(turn, key, waiting.id, { declinedBy: [] });
  if (isPlace(waiting)) return callBack(turn, key, plan, waiting, choice);
  if (waiting.who.kind !== 'caller') return;
  const { here } = waiting.who;
  explain(turn, here.call, key, choice);
  const ringing = choice.rung.map((candidate) => ring(turn, here, key, here.leg, plan.ringSeconds, candidate));
  changeWaiting(turn, key, waiting.id, { ringing });
  amend(turn, here.call, { offered: true });
}

function ring(
  turn: Turn,
  here: Here,
  queue: string,
  waiting: LegId,
  ringSeconds: number,
  { extension }: Candidate,
): Here {
  const phone = newLeg(turn, here.call);
  const name = lookUp(turn.plan.extensions, extension)?.name ?? '';
  addLeg(turn, phone, { kind: 'extension', extension, name }, 'dialled', { kind: 'queue-offered', queue, waiting });
  const callerId = callerIdFor(turn.plan, extension, legAt(turn, here).party);
  perform(turn, here.call, { type: 'dial', leg: phone.leg, to: { kind: 'extension', extension }, callerId });
  startLegTimer(turn, phone, 'ring', ringSeconds * 1000);
  return phone;
}
