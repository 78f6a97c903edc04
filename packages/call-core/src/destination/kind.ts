import type { Destination, DestinationKindName } from '../board/destination.ts';
import type { Next } from '../board/next.ts';
import type { RoutingPlan } from '../board/plan.ts';
import type { Here } from '../board/vocabulary.ts';
import type { Turn } from '../turn/turn.ts';

/** One kind of destination. */
export type DestinationKind<K extends DestinationKindName> = {
  /** What it is called, for the trace. */
  named(plan: RoutingPlan, destination: Destination<K>): string;
  /** A leg comes here. */
  visit(turn: Turn, here: Here, destination: Destination<K>): Next;
};
