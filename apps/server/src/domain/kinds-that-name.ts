import { sql } from 'kysely';

/** That kinds of customers, by which calls are led, may name a row: for `referredToBy` of its resource. */
export const kindsThatName = (
  column: 'status_id' | 'team_id' | 'project_id' | 'data_source_id' | 'outcome_id' | 'field_id',
) =>
  ({
    table: 'customer_kind',
    column,
    kind: 'Điều kiện khách hàng',
    id: 'customer_condition_id',
    name: sql<string>`(
      select name from customer_condition where customer_condition.id = customer_kind.customer_condition_id)`,
  }) as const;
