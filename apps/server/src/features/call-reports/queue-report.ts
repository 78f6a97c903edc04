import type { QueueCounts } from '@alo/contract';

import { queueCountsOf, type StaySum } from '../../domain/queue-counts.ts';

/** What came of calls in each of these days or quarters, in their order. */
export const bySlot = (sums: readonly StaySum[]): { readonly slot: string; readonly counts: QueueCounts }[] =>
  [...Map.groupBy(sums, ({ slot }) => slot)]
    .map(([slot, its]) => ({ slot, counts: queueCountsOf(its) }))
    .toSorted((one, other) => (one.slot < other.slot ? -1 : 1));
