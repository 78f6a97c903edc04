import { callerIdFor } from '../caller-id.ts';
import { addLeg, newLeg, startLegTimer } from '../legs.ts';
import { lookUp } from '../look-up.ts';
import { extensionName } from '../parties.ts';
import { amend, legAt, note, perform, type Turn } from '../turn.ts';
import type { Here } from '../vocabulary.ts';
import { callBack } from './callback.ts';
import type { Choice } from './choose.ts';
import type { Served } from './match.ts';
import { changeQueue, changeWaiting, queueAt } from './queues.ts';
import { tallyWords } from './standing.ts';
import type { Candidate } from './strategy/strategy.ts';

/** So many of those who were passed over are named in the trace; the others are counted. */
const namedAtMost = 5;

/** Rings whom a choice found for somebody in the line, and writes down why them and why not the others. */
export function offerCall(turn: Turn, { queue: key, plan, waiting }: Served, choice: Choice): void {
  const found = queueAt(turn, key);
  const [first] = choice.rung;
  if (found === null || first === undefined) return;
  const { memory } = found.queue;
  changeQueue(turn, key, { memory: { lastPlace: first.place, turn: memory.turn + 1 } });
  const everybodyDeclined = choice.rung.some(({ extension }) => waiting.declinedBy.includes(extension));
  if (everybodyDeclined) changeWaiting(turn, key, waiting.id, { declinedBy: [] });
  if (waiting.who.kind === 'callback') return callBack(turn, key, plan, { ...waiting, who: waiting.who }, first, choice);
  const { here } = waiting.who;
  explain(turn, here, key, choice);
  const ringing = choice.rung.map((candidate) => ring(turn, here, key, waiting.id, plan.ringSeconds, candidate));
  changeWaiting(turn, key, waiting.id, { ringing });
  amend(turn, here.call, { offered: true });
}

function ring(
  turn: Turn,
  here: Here,
  queue: string,
  waiting: string,
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

/** Why these, and why not the others: by name those who were free, by number those who were not. */
export function explain(turn: Turn, here: Pick<Here, 'call'>, key: string, { rung, because, passedOver }: Choice): void {
  const names = rung.map(({ extension }) => extensionName(turn.plan, extension)).join(', ');
  const named = passedOver.slice(0, namedAtMost).map(({ extension, words }) => `máy ${extension} ${words}`);
  const more = passedOver.length > namedAtMost ? [`${passedOver.length - namedAtMost} người rảnh khác`] : [];
  const busy = tallyWords(queueAt(turn, key)?.queue.tally ?? null);
  const others = [...named, ...more, ...(busy === '' ? [] : [busy])];
  note(turn, here.call, 'phone', `Đổ chuông ${names}: ${because}`, { rung: String(rung.length) });
  if (others.length > 0) note(turn, here.call, 'phone', `Không đổ chuông: ${others.join('; ')}`);
}
