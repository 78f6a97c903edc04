import { sayRefusal } from '../activity/saying.ts';
import type { Next } from '../board/next.ts';
import { waits } from '../board/next.ts';
import type { Waiting } from '../board/queue.ts';
import { joinLine } from '../board/queue-line.ts';
import type { Here } from '../board/vocabulary.ts';
import { queueMusic } from '../turn/hold-music.ts';
import { answerLeg, enter, play } from '../turn/legs.ts';
import { say } from '../turn/speech.ts';
import { startTimer } from '../turn/timers.ts';
import { legAt, note, type Turn } from '../turn/turn.ts';
import { changeQueue, noteStep, queueAt, queueFor } from './queue-changes.ts';
import { recordAs } from './queue-entry.ts';

/** Whoever was called did not ask to wait: nobody else in the line is put through before them. */
const first = 1_000_000;

/**
 * Somebody whom the company called has picked up. They are put through to whoever is free in a queue, and are told soon where nobody is:
 * no greeting, no place in the line, no other way out.
 */
export function enterCalled(turn: Turn, here: Here, key: string, seconds: number): Next {
  const found = queueAt(turn, key);
  const plan = queueFor(turn, here, key);
  if (found === null || plan === null) {
    note(turn, here.call, 'destination', 'Hàng đợi của chiến dịch không còn trong cấu hình');
    return apologise(turn, here);
  }
  answerLeg(turn, here);
  const { line } = found.queue;
  const waiting: Waiting = {
    id: here.leg,
    priority: first,
    needs: plan.needs,
    joinedAt: turn.at,
    declinedBy: [],
    ringing: [],
    due: true,
    rank: { score: [-first, turn.at], serial: line.serial },
    // Their own clock runs in place of the queue's.
    timers: [startTimer(turn, { kind: 'queue', queue: key }, `wait ${here.leg}`, seconds * 1000)],
    who: { kind: 'caller', here },
  };
  changeQueue(turn, key, { line: joinLine(line, waiting) });
  note(turn, here.call, 'destination', `Hàng đợi “${plan.name}”: khách được gọi, chờ nhiều nhất ${seconds} giây`);
  noteStep(turn, here.call, { step: 'entered', queue: key, at: turn.at });
  recordAs(turn, here, plan);
  enter(turn, here, { kind: 'queue-wait', queue: key, hears: 'music', round: 0, saidPlace: null, called: true });
  play(turn, here, queueMusic(turn, here.call, plan.music), true);
  turn.due.push({ queue: key, waiting: waiting.id });
  return waits;
}

/** Whether somebody in a line was called to speak with whoever is free. */
export function isCalled(turn: Turn, here: Here): boolean {
  const { activity } = legAt(turn, here);
  return activity.kind === 'queue-wait' && activity.called === true;
}

/** Nobody is there for somebody whom the company has called: they are told so. */
export function apologise(turn: Turn, here: Here): Next {
  note(turn, here.call, 'destination', 'Không có ai rảnh để nói chuyện: xin lỗi khách');
  return sayRefusal(turn, here, say('nobody-free'), 'no-answer');
}
