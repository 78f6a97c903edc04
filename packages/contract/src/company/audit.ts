import { z } from 'zod';

import { exportFormat } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { listQuery, pageOf } from '../lib/list.ts';
import type { Screen } from '../lib/permission.ts';
import { day, id, timestamp } from '../lib/values.ts';

/** The screen that a row of the trail stands on, by its table. */
export const trailScreens: Readonly<Record<string, Screen>> = {
  account: 'accounts',
  announcement: 'notifications',
  api_key: 'api-keys',
  automation: 'automations',
  block_list: 'list-of-blocked-incoming-numbers',
  branch: 'branchs',
  call_tag: 'call-tags',
  campaign: 'campaign',
  carrier_share: 'trunks',
  customer: 'customer',
  code_question: 'code-questions',
  customer_condition: 'customer-conditions',
  customer_field: 'customer-fields',
  data_source: 'data-sources',
  department: 'departments',
  device: 'devices',
  disposition_outcome: 'call-outcomes',
  extension: 'subscribers',
  extension_group: 'groups',
  greeting: 'greeting',
  inbound_rule: 'inbounds',
  ivr_menu: 'ivr-details',
  kpi: 'kpis',
  last_call_rule: 'last-calls',
  mailed_report: 'mailed-reports',
  message_provider: 'message-providers',
  message_template: 'message-templates',
  music_on_hold: 'music-on-holds',
  otp_number: 'voice-otp-number',
  network_saying: 'trunks',
  outbound_rule: 'outbound',
  profile_status: 'profile-status',
  project: 'projects',
  queue: 'queue',
  ring_group: 'ringgroup',
  role: 'roles',
  sampling_rule: 'sampling-rules',
  score_sheet: 'score-sheets',
  service_number: 'numbers',
  shift: 'shifts',
  survey_campaign: 'survey-campaign',
  survey_category: 'survey-categories',
  survey_question: 'survey-question',
  team: 'teams',
  time_condition: 'conditions',
  time_group: 'time-groups',
  trunk: 'trunks',
  voicemail_box: 'voicemail-boxes',
  webhook: 'webhooks',
};

/** What somebody did. Of what people do with rows `subject` is the table. */
export const auditRow = z.object({
  id,
  at: timestamp,
  /** Null where nobody was signed in. */
  account_id: id.nullable(),
  account_name: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  subject_id: z.string(),
  /** What the row is called, as far as the entry itself says. */
  subject_name: z.string().nullable(),
  network: z.string(),
});
export type AuditRow = z.output<typeof auditRow>;

const trailQuery = listQuery.omit({ sort: true }).extend({
  from: day.optional(),
  to: day.optional(),
  account_id: id.optional(),
  action: z.string().max(60).optional(),
  subject: z.string().max(60).optional(),
  subject_id: z.string().max(200).optional(),
});

export const activityUserTenant = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/activity-user-tenant',
  access: 'activity-user-tenant.view',
  summary: 'Who did what, newest first',
  query: trailQuery,
  result: pageOf(auditRow),
});

export const exportActivity = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/activity-user-tenant/export',
  access: 'activity-user-tenant.export',
  summary: 'Who did what, newest first, as a spreadsheet',
  query: trailQuery.extend({ format: exportFormat }),
  answers: 'file or job',
});

export const activityDetail = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/activity-user-tenant/:id',
  access: 'activity-user-tenant.view',
  summary: 'One entry of the trail: the row before and after, and its place in the chain',
  params: z.object({ id }),
  result: auditRow.extend({
    request_id: z.string(),
    before: z.unknown(),
    after: z.unknown(),
    /** Number in the company's chain. */
    seq: z.number().int(),
    /** What the chain says up to here, as hexadecimal digits. */
    hash: z.string(),
  }),
});
