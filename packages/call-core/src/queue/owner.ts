import type { Here } from '../board/vocabulary.ts';
import { getFrom } from '../lib/persistent-map.ts';
import { dropTimers, startLegTimer } from '../turn/legs.ts';
import { extensionName } from '../turn/parties.ts';
import { nameOfTimer } from '../turn/timers.ts';
import { legAt, note, type Turn } from '../turn/turn.ts';
import { changeWaiting, makeDue, queueAt, waitingAt } from './queue-changes.ts';

/** A caller is not kept longer by a question about them. */
const officeMs = 1_500;

/** Asks who looks after the customer at a number; until that is known, or it took too long, nobody is rung for them. */
export function askForOwner(turn: Turn, here: Here, number: string): void {
  turn.commands.push({ type: 'ask', ...here, question: { kind: 'owner', number } });
  startLegTimer(turn, here, 'owner', officeMs);
}

/** Whether that is asked and not known yet. */
const asksForOwner = (turn: Turn, here: Here): boolean =>
  legAt(turn, here).timers.some((timer) => nameOfTimer(timer) === 'owner');

/** It is known. */
export function applyOwner(turn: Turn, here: Here, queue: string, extension: string | null): void {
  if (!asksForOwner(turn, here)) return;
  dropTimers(turn, here, (timer) => nameOfTimer(timer) === 'owner');
  const found = queueAt(turn, queue);
  if (extension !== null && found !== null && getFrom(found.queue.members, extension) !== undefined) {
    note(turn, here.call, 'rule', `Khách do ${extensionName(turn.plan, extension)} phụ trách: được gọi trước`);
    const waiting = waitingAt(turn, queue, here.leg);
    if (waiting !== undefined) changeWaiting(turn, queue, waiting.id, { owner: extension });
  }
  dueWhenGreeted(turn, here, queue);
}

/** The greeting was heard, or cut short: the caller may be served, once no question about them is open any more. */
export function greeted(turn: Turn, here: Here, queue: string): void {
  if (!asksForOwner(turn, here)) makeDue(turn, queue, here.leg);
}

/** A caller who still hears the greeting is due at its end. */
export function dueWhenGreeted(turn: Turn, here: Here, queue: string): void {
  const { activity } = legAt(turn, here);
  if (activity.kind === 'queue-wait' && activity.hears !== 'greeting') makeDue(turn, queue, here.leg);
}
