import type { Activity } from '../board/activity.ts';
import { goesTo, type Next, waits } from '../board/next.ts';
import type { QueuePlan } from '../board/queue-plan.ts';
import type { Here } from '../board/vocabulary.ts';
import { lookUp } from '../lib/look-up.ts';
import { adjust, play, startLegTimer } from '../turn/legs.ts';
import type { ActivityKind } from '../turn/turn.ts';
import { note, type Turn } from '../turn/turn.ts';
import { announcementFor } from './announcement.ts';
import { answerQuestion, askWhetherToCallBack, endWithPlaceKept } from './callback-question.ts';
import { applyOwner, dueWhenGreeted, greeted } from './owner.ts';
import { leaveLineFor, makeDue, queueFor } from './queue-changes.ts';
import { hearMusic } from './wait-music.ts';

type Wait = Activity<'queue-wait'>;

/** So long after a question its answer is waited for. */
const answerMs = 8_000;

/** Waits in a queue: hears music, from time to time how long it may take, and may leave by a key. */
export const queueWait: ActivityKind<'queue-wait'> = {
  stage: 'waiting',
  said: (plan, { queue }) => `Chờ trong hàng đợi “${lookUp(plan.queues, queue)?.name ?? queue}”`,
  key(turn, here, activity, digit) {
    const plan = queueFor(turn, here, activity.queue);
    if (plan === null || activity.hears === 'farewell') return waits;
    if (activity.hears === 'question') return answerQuestion(turn, here, activity, plan, digit);
    if (plan.callback?.key === digit) return askWhetherToCallBack(turn, here, activity, plan);
    const exit = lookUp(plan.exits, digit);
    if (exit === undefined) return waits;
    note(turn, here.call, 'destination', `Khách bấm phím ${digit}, rời hàng đợi “${plan.name}”`);
    leaveLineFor(turn, here, activity.queue);
    return goesTo(exit);
  },
  told(turn, here, activity, told) {
    if (told.kind === 'owner') applyOwner(turn, here, activity.queue, told.extension);
    return waits;
  },
  played(turn, here, activity) {
    const plan = queueFor(turn, here, activity.queue);
    if (plan === null) return waits;
    switch (activity.hears) {
      case 'farewell':
        return endWithPlaceKept();
      case 'greeting':
        greeted(turn, here, activity.queue);
        return hearMusic(turn, here, activity, plan);
      case 'question':
        startLegTimer(turn, here, 'question', answerMs);
        return waits;
      // Music that came to its end begins anew.
      case 'music':
      case 'announcement':
        return hearMusic(turn, here, activity, plan);
      default:
        return activity.hears satisfies never;
    }
  },
  elapsed(turn, here, activity, timer) {
    const plan = queueFor(turn, here, activity.queue);
    if (plan === null) return waits;
    switch (timer) {
      case 'announce':
        return announce(turn, here, activity, plan);
      // An engine that loses the end of a prompt does not keep anybody from being served, or the line open for ever.
      case 'greeting':
        makeDue(turn, activity.queue, here.leg);
        return waits;
      case 'owner':
        dueWhenGreeted(turn, here, activity.queue);
        return waits;
      case 'question':
        return activity.hears === 'question' ? hearMusic(turn, here, activity, plan) : waits;
      case 'farewell':
        return endWithPlaceKept();
      default:
        return waits;
    }
  },
};

function announce(turn: Turn, here: Here, activity: Wait, plan: QueuePlan): Next {
  const { announcements } = plan;
  if (announcements === null) return waits;
  startLegTimer(turn, here, 'announce', announcements.everySeconds * 1000);
  if (activity.hears !== 'music') return waits;
  const { sources, place } = announcementFor(turn, here, activity, announcements);
  if (sources.length === 0) return waits;
  adjust(turn, here, activity, { hears: 'announcement', round: activity.round + 1, saidPlace: place });
  play(turn, here, sources);
  return waits;
}
