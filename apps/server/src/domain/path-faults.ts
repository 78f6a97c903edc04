import type { RoutingPlan } from '@alo/call-core';

import type { Trx } from '../db/database.ts';
import { faultsOf, type PartFault } from './plan-faults.ts';

/** What callers would stumble over now, each at the row that people know: a plan knows extensions by their numbers. */
export async function pathFaults(trx: Trx, plan: RoutingPlan): Promise<readonly PartFault[]> {
  const faults = faultsOf(plan, Date.now());
  const numbers = faults.flatMap(({ kind, key }) => (kind === 'direct' ? [key] : []));
  if (numbers.length === 0) return faults;
  const rows = await trx.selectFrom('extension').where('number', 'in', numbers).select(['id', 'number']).execute();
  const ids = new Map(rows.map(({ id, number }) => [number, id]));
  return faults.flatMap((fault) => {
    const key = fault.kind === 'direct' ? ids.get(fault.key) : fault.key;
    return key === undefined ? [] : [{ ...fault, key }];
  });
}
