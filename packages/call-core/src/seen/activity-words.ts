import type { Activity, ActivityKindName } from '../board/activity.ts';
import type { Leg } from '../board/call.ts';
import type { RoutingPlan } from '../board/plan.ts';
import { activities } from '../step/activities.ts';

/** What a leg is doing, in words for the monitor. */
export function doingWords(plan: RoutingPlan, { activity }: Leg): string {
  return wordsOfKind(plan, activity.kind, activity);
}

// An activity and its kind belong together; two parameters tell the compiler so.
function wordsOfKind<K extends ActivityKindName>(plan: RoutingPlan, kind: K, activity: Activity<K>): string {
  return activities[kind].said(plan, activity);
}
