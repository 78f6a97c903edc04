import type { CustomerCondition, CustomerTest } from '@alo/call-core';

import type { Row, Rows } from '../routing-rows.ts';
import { rowsWith } from '../row-lookups.ts';
import { destinationOf } from './plan-destination.ts';

/** A condition on the customer with its kinds of customers. */
export function customerConditionOf(rows: Rows, row: Row<'customer_condition'>): CustomerCondition {
  return {
    name: row.name,
    rows: rowsWith(rows.customerKinds, 'customer_condition_id', row.id).map((kind) => ({
      id: kind.id,
      name: kind.label,
      tests: testsOf(kind),
      to: destinationOf(kind.destination_kind, kind.destination_value),
      priority: kind.priority,
    })),
    otherwise: destinationOf(row.otherwise_kind, row.otherwise_value),
  };
}

function testsOf(row: Row<'customer_kind'>): CustomerTest[] {
  const among = (kind: 'status' | 'team' | 'project' | 'source' | 'outcome', is: string | null): CustomerTest[] =>
    is === null ? [] : [{ kind, is }];
  return [
    ...(row.known === null ? [] : [{ kind: 'known', is: row.known === 'known' } as const]),
    ...among('status', row.status_id),
    ...(row.owner === null ? [] : [{ kind: 'owner', is: row.owner === 'somebody' } as const]),
    ...among('team', row.team_id),
    ...among('project', row.project_id),
    ...among('source', row.data_source_id),
    ...among('outcome', row.outcome_id),
    ...(row.task === null ? [] : [{ kind: 'task', is: row.task } as const]),
    ...(row.field_id === null
      ? []
      : [{ kind: 'own', field: row.field_id, how: row.field_is ?? 'is', value: row.field_value } as const]),
  ];
}
