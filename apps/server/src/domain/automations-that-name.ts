import { sql } from 'kysely';

/** That automations ask about a row: for `referredToBy` of its resource. */
export const automationsThatName = (
  column: 'queue_id' | 'outcome_id' | 'status_id' | 'team_id' | 'project_id' | 'data_source_id' | 'field_id',
) => ({ table: 'automation', column, kind: 'Tự động hoá' }) as const;

/** The same of what they do. */
export const automationsThatUse = (column: 'account_id' | 'to_status_id' | 'campaign_id' | 'template_id') =>
  ({
    table: 'automation_action',
    column,
    kind: 'Tự động hoá',
    id: 'automation_id',
    name: sql<string>`(select name from automation where automation.id = automation_action.automation_id)`,
  }) as const;
