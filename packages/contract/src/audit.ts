import { z } from 'zod';

import { endpoint } from './lib/endpoint.ts';
import { listQuery, pageOf } from './lib/list.ts';
import { day, id, timestamp } from './lib/values.ts';

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

export const activityUserTenant = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/activity-user-tenant',
  access: 'activity-user-tenant.view',
  summary: 'Who did what, newest first',
  query: listQuery.omit({ sort: true }).extend({
    from: day.optional(),
    to: day.optional(),
    account_id: id.optional(),
    action: z.string().max(60).optional(),
    subject: z.string().max(60).optional(),
    subject_id: z.string().max(200).optional(),
  }),
  result: pageOf(auditRow),
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
