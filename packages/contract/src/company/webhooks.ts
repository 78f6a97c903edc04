import { z } from 'zod';

import { callRow } from '../calls/calls.ts';
import { crud } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { listQuery, pageOf } from '../lib/list.ts';
import { type Screen, screens } from '../lib/permission.ts';
import { id, required, timestamp } from '../lib/values.ts';
import { otpRow } from '../outreach/voice-otp.ts';
import { companyEventType } from './events.ts';

/** Resources whose changes are told of: those that are administered. */
type Administered = { [S in Screen]: 'delete' extends (typeof screens)[S]['actions'][number] ? S : never }[Screen];
const changes = Object.entries(screens).flatMap(([screen, { actions }]) =>
  (actions as readonly string[]).includes('delete') ? [`${screen}.changed` as `${Administered}.changed`] : [],
);

/** What a webhook may be told of. */
export const webhookEvents = [...companyEventType.options, ...changes] as const;
export const webhookEvent = z.enum(webhookEvents);

/** What is posted, as JSON. `id` is the delivery's: a receiver that gets it twice knows it by that. */
export const webhookBody = z.object({
  id,
  event: z.union([webhookEvent, z.literal('test')]),
  created_at: timestamp,
  /** Company code. */
  company: z.string(),
  /** Of the event, as `GET /events` has it, and when it happened; null of rows that were changed and of a test. */
  number: z.int().nullable(),
  at: timestamp.nullable(),
  data: z.union([
    /** The call as the history shows it by now, and what `GET /events` has as `detail`. */
    z.object({ call: callRow, detail: z.record(z.string(), z.unknown()) }),
    z.object({ otp: otpRow }),
    /** Of what is neither a call nor a one-time password. */
    z.object({ detail: z.record(z.string(), z.unknown()) }),
    /** Which rows were added, changed or deleted; none are named where they are many. */
    z.object({ ids: z.array(id) }),
    z.object({ text: z.string() }),
  ]),
});

/** An outside server that is told of events; it sees what its maker may see. */
export const webhooks = crud({
  collection: '/webhooks',
  item: '/webhook',
  screen: 'webhooks',
  input: z.object({
    name: required,
    url: z
      .url({ protocol: /^https?$/, error: 'Địa chỉ phải là một URL https://' })
      .max(500)
      .meta({ examples: ['https://crm.example.com/alo'] }),
    events: z
      .array(webhookEvent)
      .min(1, 'Chọn ít nhất một sự kiện')
      .overwrite((list) => [...new Set(list)]),
    active: z.boolean().default(true),
  }),
  row: z.object({
    has_secret: z.boolean(),
    /** How the last delivery went; null before the first. */
    last_state: z.enum(['waiting', 'delivered', 'failed']).nullable(),
  }),
  bulk: ['active'],
});

const one = { base: 'tenant', method: 'POST', access: 'webhooks.update', params: z.object({ id }) } as const;

export const renewWebhookSecret = endpoint({
  ...one,
  path: '/webhook/:id/secret',
  summary: 'Make the secret that deliveries are signed with; it is shown this once',
  result: z.object({ secret: z.string() }),
});

export const testWebhook = endpoint({
  ...one,
  path: '/webhook/:id/test',
  summary: 'Send a test event to a webhook',
  result: z.object({ delivery_id: id }),
});

const delivery = z.object({
  id,
  event: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number().int(),
  /** Of the last answer; null where none came. */
  status: z.number().int().nullable(),
  /** The beginning of the last answer, or why there was none. */
  answer: z.string(),
  created_at: timestamp,
  last_at: timestamp.nullable(),
  next_at: timestamp.nullable(),
});

export const webhookDeliveries = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/webhook/:id/deliveries',
  access: 'webhooks.view',
  summary: 'What a webhook was told of in the last thirty days, newest first, and how it went',
  params: z.object({ id }),
  query: listQuery.pick({ page: true, per_page: true }),
  result: pageOf(delivery),
});

export const replayWebhookDelivery = endpoint({
  ...one,
  path: '/webhook-delivery/:id/replay',
  summary: 'Deliver once more, under the same id',
  result: z.object({ delivery_id: id }),
});
