import type { Destination, DestinationKindName } from '../destination.ts';
import { ends, type Next } from '../next.ts';
import type { RoutingPlan } from '../plan.ts';
import { note, type Turn } from '../turn.ts';
import type { Here } from '../vocabulary.ts';

/** One kind of destination. */
export type DestinationKind<K extends DestinationKindName> = {
  /** What it is called, for the trace. */
  named(plan: RoutingPlan, destination: Destination<K>): string;
  /** A leg comes here. */
  visit(turn: Turn, here: Here, destination: Destination<K>): Next;
};

/** The plan names something that is no longer in it: the call cannot go on, and the trace says what is missing. */
export function missing(turn: Turn, here: Here, what: string, key: string): Next {
  note(turn, here.call, 'destination', `Không tìm thấy ${what} “${key}” trong cấu hình`);
  return ends('failed');
}
