import type { CustomerTest } from '@alo/call-core';
import type { AutomationAction, AutomationTrigger } from '@alo/contract';
import type { Selectable } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { Database } from '../../db/tables.ts';
import { orderedRows } from '../../resource/children.ts';
import type { Rule } from './decide.ts';

type Row = Selectable<Database['automation']>;

export const actionRows = orderedRows<AutomationAction>({
  table: 'automation_action',
  owner: 'automation_id',
  columns: ['kind', 'text', 'minutes', 'taker', 'account_id', 'to_status_id', 'campaign_id', 'template_id'],
});

/** What an automation is kept as, or a form that nobody has saved. */
export type AutomationRule = Pick<
  Row,
  | ('name' | 'level' | 'for_minutes' | 'at_time' | 'direction' | 'queue_id' | 'outcome_id' | 'least_seconds')
  | ('most_seconds' | 'hours' | 'hours_from' | 'hours_to' | 'known' | 'status_id' | 'owner' | 'team_id' | 'project_id')
  | ('data_source_id' | 'task' | 'field_id' | 'field_is' | 'field_value' | 'wait_minutes' | 'unless_reached')
  | ('quiet_from' | 'quiet_to' | 'most_per_day' | 'customer_hours')
> & { readonly trigger: string };

export function automationRule(id: string, row: AutomationRule, actions: readonly AutomationAction[]): Rule {
  return {
    id,
    name: row.name,
    // Only what the contract names is ever put there.
    trigger: row.trigger as AutomationTrigger,
    level: row.level,
    forMinutes: row.for_minutes,
    atTime: row.at_time,
    direction: row.direction,
    queue: row.queue_id,
    outcome: row.outcome_id,
    leastSeconds: row.least_seconds,
    mostSeconds: row.most_seconds,
    hours: row.hours === null ? null : { is: row.hours, from: row.hours_from, to: row.hours_to },
    tests: testsOf(row),
    waitMinutes: row.wait_minutes,
    unlessReached: row.unless_reached,
    quiet: row.quiet_from === '' ? null : { from: row.quiet_from, to: row.quiet_to },
    mostPerDay: row.most_per_day,
    customerHours: row.customer_hours,
    actions,
  };
}

function testsOf(row: AutomationRule): CustomerTest[] {
  const among = (kind: 'status' | 'team' | 'project' | 'source', is: string | null): CustomerTest[] =>
    is === null ? [] : [{ kind, is }];
  return [
    ...(row.known === null ? [] : [{ kind: 'known', is: row.known === 'known' } as const]),
    ...among('status', row.status_id),
    ...(row.owner === null ? [] : [{ kind: 'owner', is: row.owner === 'somebody' } as const]),
    ...among('team', row.team_id),
    ...among('project', row.project_id),
    ...among('source', row.data_source_id),
    ...(row.task === null ? [] : [{ kind: 'task', is: row.task } as const]),
    ...(row.field_id === null
      ? []
      : [{ kind: 'own', field: row.field_id, how: row.field_is ?? 'is', value: row.field_value } as const]),
  ];
}

/** Those that are at work, or the ones with these ids. */
export async function rulesIn(
  trx: Trx,
  which: { readonly triggers: readonly string[] } | { readonly ids: readonly string[] },
): Promise<readonly (Rule & { readonly afterNumber: number })[]> {
  const all = trx.selectFrom('automation').selectAll().select(actionRows.read('automation.id').as('actions'));
  const rows = await ('ids' in which
    ? all.where('id', 'in', [...which.ids])
    : all.where('active', '=', true).where('trigger', 'in', [...which.triggers])
  )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ actions, ...row }) => ({
    ...automationRule(row.id, row, actions),
    afterNumber: Number(row.after_number),
  }));
}
