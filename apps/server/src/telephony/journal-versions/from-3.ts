import { type BlockEntry, type Blocked, type BlockList, blockList, emptyPlan, type RoutingPlan } from '@alo/call-core';

/** Until version 3 a plan was one text, and its block lists were plain records. */
type BlockList3 = {
  readonly numbers: Readonly<Record<string, string>>;
  readonly patterns: readonly (Blocked & { readonly pattern: string })[];
  readonly anonymous: boolean;
  readonly until?: Readonly<Record<string, number>>;
  readonly anonymousUntil?: number;
};
export type Plan3 = Omit<RoutingPlan, 'blockedCallers' | 'blockedNumbers'> & {
  readonly blockedCallers: BlockList3;
  readonly blockedNumbers: BlockList3;
};

/** A plan as it would be read today. */
export const planFrom3 = (plan: Plan3): RoutingPlan => ({
  ...emptyPlan,
  ...plan,
  blockedCallers: listFrom3(plan.blockedCallers),
  blockedNumbers: listFrom3(plan.blockedNumbers),
});

function listFrom3({ numbers, patterns, anonymous, until = {}, anonymousUntil }: BlockList3): BlockList {
  const entries: (BlockEntry & Blocked)[] = Object.entries(numbers).map(([value, reason]) => {
    const passes = until[value];
    return { kind: 'number', value, reason, ...(passes === undefined ? {} : { until: passes }) };
  });
  for (const { pattern, ...blocked } of patterns) entries.push({ kind: 'pattern', value: pattern, ...blocked });
  if (anonymous) {
    const passes = anonymousUntil === undefined ? {} : { until: anonymousUntil };
    entries.push({ kind: 'anonymous', value: '', reason: 'số ẩn', ...passes });
  }
  return blockList(entries);
}
