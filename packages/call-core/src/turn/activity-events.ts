import type { Activity, ActivityKindName } from '../board/activity.ts';
import type { DataAnswer } from '../board/company-data.ts';
import { type Next, waits } from '../board/next.ts';
import type { Cause, Digit, Here, PlayId } from '../board/vocabulary.ts';
import type { ActivityKind } from './turn.ts';
import { legAt, type Turn } from './turn.ts';

/** An event of a leg, as its activity takes it. */
export type ActivityEvent =
  | { readonly what: 'rang'; readonly early: boolean }
  | { readonly what: 'answered' }
  | { readonly what: 'key'; readonly digit: Digit }
  | { readonly what: 'played'; readonly play: PlayId }
  | { readonly what: 'elapsed'; readonly timer: string }
  | { readonly what: 'held' | 'heard'; readonly on: boolean }
  | { readonly what: 'told'; readonly told: DataAnswer }
  | {
      readonly what: 'left';
      readonly cause: Cause;
      readonly sipCode: number | null;
      readonly divertedTo?: string | undefined;
    };

/** Tells a leg's activity what happened. What the activity does not care about changes nothing. */
export function tellActivity(turn: Turn, here: Here, happening: ActivityEvent): Next {
  const { activity } = legAt(turn, here);
  return handleKind(turn, here, activity.kind, activity, happening);
}

// An activity and its kind belong together; two parameters tell the compiler so.
function handleKind<K extends ActivityKindName>(
  turn: Turn,
  here: Here,
  kind: K,
  activity: Activity<K>,
  happening: ActivityEvent,
): Next {
  const handlers: ActivityKind<K> = turn.activities[kind];
  switch (happening.what) {
    case 'rang':
      return handlers.rang?.(turn, here, activity, happening.early) ?? waits;
    case 'answered':
      return handlers.answered?.(turn, here, activity) ?? waits;
    case 'key':
      return handlers.key?.(turn, here, activity, happening.digit) ?? waits;
    case 'played':
      return handlers.played?.(turn, here, activity, happening.play) ?? waits;
    case 'elapsed':
      return handlers.elapsed?.(turn, here, activity, happening.timer) ?? waits;
    case 'held':
      return handlers.held?.(turn, here, activity, happening.on) ?? waits;
    case 'heard':
      return handlers.heard?.(turn, here, activity, happening.on) ?? waits;
    case 'told':
      return handlers.told?.(turn, here, activity, happening.told) ?? waits;
    case 'left':
      handlers.left?.(turn, here, activity, happening.cause, happening.sipCode, happening.divertedTo);
      return waits;
    default:
      return happening satisfies never;
  }
}
