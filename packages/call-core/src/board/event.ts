import type { DataAnswerEvent } from './company-data.ts';
import type { RoutingPlan } from './plan.ts';
import type { RequestedEvent } from './request.ts';
import type { ContactsEvent, ElapsedEvent, Instant, LegEvent, RecordedEvent, TrunkEvent } from './vocabulary.ts';

/** `status_activity` of the person at an extension: 1 ready, 2 busy or on a break, 3 off (the phone is stopped). */
export type AgentActivity = 1 | 2 | 3;

/** Somebody says that they are ready, on a break, or away. */
export type AgentStatusEvent = {
  readonly type: 'agent-status';
  readonly extension: string;
  readonly activity: AgentActivity;
  /** Why the person is on a break, as they chose it. */
  readonly reason: string | null;
  readonly at: Instant;
};

/** The tenant's configuration was saved. Calls under way go on by the version that they began with (`version.ts`), and as to all else by the new one. */
export type PlanChangedEvent = { readonly type: 'plan-changed'; readonly plan: RoutingPlan; readonly at: Instant };

/** All that `step` takes. */
export type Event =
  | LegEvent
  | RecordedEvent
  | ContactsEvent
  | TrunkEvent
  | ElapsedEvent
  | AgentStatusEvent
  | PlanChangedEvent
  | RequestedEvent
  | DataAnswerEvent;
