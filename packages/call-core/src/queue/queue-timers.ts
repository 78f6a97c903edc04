import { ends, goesTo } from '../board/next.ts';
import type { Waiting } from '../board/queue.ts';
import { needsAfter, needsInWords, nextRelaxation } from '../board/skill-needs.ts';
import type { TimerId } from '../board/vocabulary.ts';
import { durationWords } from '../lib/duration-words.ts';
import { nameOfTimer } from '../turn/timers.ts';
import { later, legAt, note, personAt, type Turn } from '../turn/turn.ts';
import { expirePlace } from './callback.ts';
import { apologise } from './called-party.ts';
import { relaxClock } from './caller-timers.ts';
import { memberAt } from './members.ts';
import { changeMember, changeWaiting, leaveLineFor, makeDue, queueFor, waitingAt } from './queue-changes.ts';
import { rosterElapsed } from './roster.ts';
import { wrapUpElapsed } from './wrap-up.ts';

/** A queue's timer has run out: its name says which clock of whom. One that was stopped may still have been on its way. */
export function queueElapsed(turn: Turn, key: string, timer: TimerId): void {
  const [clock, id] = splitAtSpace(nameOfTimer(timer));
  if (clock === 'roster') return rosterElapsed(turn, key, timer);
  const waiting = waitingAt(turn, key, id);
  if (waiting === undefined || !waiting.timers.includes(timer)) return;
  const timers = waiting.timers.filter((other) => other !== timer);
  changeWaiting(turn, key, id, { timers });
  switch (clock) {
    case 'wait':
      return waitedTooLong(turn, key, waiting);
    case 'relax':
      return relax(turn, key, { ...waiting, timers });
    case 'due':
      return makeDue(turn, key, id);
    case 'expire':
      return expirePlace(turn, key, waiting);
  }
}

function waitedTooLong(turn: Turn, key: string, { who, joinedAt }: Waiting): void {
  if (who.kind !== 'caller') return;
  const plan = queueFor(turn, who.here, key);
  if (plan === null) return;
  note(turn, who.here.call, 'destination', `Chờ quá ${durationWords(turn.at - joinedAt)}: rời hàng đợi “${plan.name}”`);
  leaveLineFor(turn, who.here, key, 'timed-out');
  const { activity } = legAt(turn, who.here);
  if (activity.kind === 'queue-wait' && activity.called === true) {
    return later(turn, { kind: 'go', here: who.here, next: apologise(turn, who.here) });
  }
  const { timeout } = plan.otherwise;
  later(turn, { kind: 'go', here: who.here, next: timeout === null ? ends('no-answer') : goesTo(timeout) });
}

/** What the caller needs is insisted on no more: others may serve them now. */
function relax(turn: Turn, key: string, waiting: Waiting): void {
  const { id, timers, who, needs, joinedAt } = waiting;
  const waitedMs = turn.at - joinedAt;
  // A clock that ran out a moment early runs once more, and says so then.
  const isEarly = (nextRelaxation(needs, waitedMs) ?? Number.POSITIVE_INFINITY) - waitedMs < 500;
  if (who.kind === 'caller' && !isEarly) {
    const left = needsAfter(needs, waitedMs);
    const words = left.length === 0 ? 'không cần kỹ năng nữa' : `chỉ còn cần ${needsInWords(left)}`;
    note(turn, who.here.call, 'rule', `Đã chờ ${durationWords(waitedMs)}: ${words}`);
  }
  changeWaiting(turn, key, id, { timers: [...timers, ...relaxClock(turn, key, waiting)] });
  turn.due.push({ queue: key, waiting: id });
}

/** A person's timer has run out: the time to write up a call, or the moment of rest after a call that was not taken. */
export function personElapsed(turn: Turn, extension: string, timer: TimerId): void {
  const [clock, queue] = splitAtSpace(nameOfTimer(timer));
  if (clock === 'wrap-up' && personAt(turn, extension).timers.includes(timer)) wrapUpElapsed(turn, extension);
  if (clock !== 'rest' || memberAt(turn, queue, extension)?.restTimer !== timer) return;
  changeMember(turn, queue, extension, { restTimer: null });
}

function splitAtSpace(text: string): readonly [string, string] {
  const space = text.indexOf(' ');
  return space < 0 ? [text, ''] : [text.slice(0, space), text.slice(space + 1)];
}
