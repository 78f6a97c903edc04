import type { Activity } from '../board/activity.ts';
import { type Next, waits } from '../board/next.ts';
import type { QueuePlan } from '../board/queue-plan.ts';
import type { Here } from '../board/vocabulary.ts';
import { queueMusic } from '../turn/hold-music.ts';
import { adjust, play } from '../turn/legs.ts';
import type { Turn } from '../turn/turn.ts';

/** Music until something else happens. */
export function hearMusic(turn: Turn, here: Here, activity: Activity<'queue-wait'>, plan: QueuePlan): Next {
  adjust(turn, here, activity, { hears: 'music' });
  play(turn, here, queueMusic(turn, here.call, plan.music), true);
  return waits;
}
