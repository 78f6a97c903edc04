import type { Activity } from '../activity/activity.ts';
import { queueMusic } from '../hold-music.ts';
import { adjust, play } from '../legs.ts';
import { type Next, waits } from '../next.ts';
import type { Turn } from '../turn.ts';
import type { Here } from '../vocabulary.ts';
import type { QueuePlan } from './queue-plan.ts';

/** Music until something else happens. */
export function hearMusic(turn: Turn, here: Here, activity: Activity<'queue-wait'>, plan: QueuePlan): Next {
  adjust(turn, here, activity, { hears: 'music' });
  play(turn, here, queueMusic(turn, here.call, plan.music), true);
  return waits;
}
