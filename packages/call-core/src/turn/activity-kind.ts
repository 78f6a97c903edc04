import type { Activity, ActivityKindName } from '../board/activity.ts';
import type { Tidings } from '../board/company-data.ts';
import type { Next } from '../board/next.ts';
import type { RoutingPlan } from '../board/plan.ts';
import type { Cause, Digit, Here, PlayId } from '../board/vocabulary.ts';
import type { Turn } from './turn.ts';

/** What a monitor shows of a call: nobody is looked for yet, somebody is rung, people talk. */
export type Stage = 'waiting' | 'ringing' | 'talking';

/** One leg in one activity, and what happened to it. Each handler answers where that leg goes next. */
export type ActivityKind<K extends ActivityKindName> = {
  readonly stage: Stage;
  /** What the leg is doing, in words for the monitor. */
  said(plan: RoutingPlan, activity: Activity<K>): string;
  /** It alerts, or (`early`) its network plays something before the answer. */
  rang?(turn: Turn, here: Here, activity: Activity<K>, early: boolean): Next;
  answered?(turn: Turn, here: Here, activity: Activity<K>): Next;
  key?(turn: Turn, here: Here, activity: Activity<K>, digit: Digit): Next;
  /** What played to it is over. */
  played?(turn: Turn, here: Here, activity: Activity<K>, play: PlayId): Next;
  /** A timer of this activity has run out. */
  elapsed?(turn: Turn, here: Here, activity: Activity<K>, timer: string): Next;
  /** It put the others on hold or came back. */
  held?(turn: Turn, here: Here, activity: Activity<K>, on: boolean): Next;
  /** Nothing is heard from it any more, or something again. */
  heard?(turn: Turn, here: Here, activity: Activity<K>, on: boolean): Next;
  /** What it asked of the office was found out. */
  told?(turn: Turn, here: Here, activity: Activity<K>, told: Tidings): Next;
  /** It ended while it was doing this; the leg itself goes nowhere any more. */
  left?(turn: Turn, here: Here, activity: Activity<K>, cause: Cause, sipCode: number | null): void;
};
