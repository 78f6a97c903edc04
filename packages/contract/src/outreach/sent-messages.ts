import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { listQuery, pageOf } from '../lib/list.ts';
import { oneOf } from '../lib/one-of.ts';
import { day, id, requiredId, timestamp } from '../lib/values.ts';
import { messageChannels } from './message-providers.ts';
import { messagePurposes } from './message-templates.ts';

/** How a message stands. */
export const messageStates = {
  waiting: 'Đang chờ gửi',
  sent: 'Đã gửi',
  delivered: 'Đã nhận',
  failed: 'Không gửi được',
  refused: 'Không được gửi',
} as const;
export const messageState = oneOf(messageStates);
export type MessageState = z.output<typeof messageState>;

/** What had it sent. */
export const messageSources = {
  card: 'Hồ sơ khách',
  campaign: 'Chiến dịch',
  automation: 'Tự động hoá',
} as const;

/** A message to a customer, with what has become of it. */
export const message = z.object({
  id,
  customer_id: id.nullable(),
  customer_name: z.string(),
  /** A number or an address, hidden from whoever sees none in full. */
  recipient: z.string(),
  channel: oneOf(messageChannels),
  purpose: oneOf(messagePurposes),
  template_name: z.string(),
  provider_name: z.string(),
  /** Nothing has left the house. */
  sandbox: z.boolean(),
  title: z.string(),
  text: z.string(),
  state: messageState,
  /** Why it was not sent, or what the provider said last. */
  answer: z.string(),
  attempts: z.int(),
  /** What the provider says that it costs, in đồng. */
  cost: z.number().nullable(),
  source: oneOf(messageSources),
  by_name: z.string().nullable(),
  created_at: timestamp,
  sent_at: timestamp.nullable(),
  delivered_at: timestamp.nullable(),
  next_at: timestamp.nullable(),
});
export type Message = z.output<typeof message>;

const narrowed = {
  from: day.optional(),
  to: day.optional(),
  channel: oneOf(messageChannels).optional(),
  state: messageState.optional(),
  source: oneOf(messageSources).optional(),
};

export const sentMessages = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/messages',
  rowsOf: ['customer'],
  access: 'messages.view',
  summary: 'Messages to customers, newest first, and what became of each',
  query: listQuery.omit({ sort: true }).extend(narrowed),
  result: pageOf(message),
});

export const messageFigures = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/messages/figures',
  access: 'messages.view',
  summary: 'How many messages were sent, delivered, refused and lost, and what they cost',
  query: z.object({ from: day.optional(), to: day.optional() }),
  result: z.object({
    total: z.int(),
    sent: z.int(),
    delivered: z.int(),
    failed: z.int(),
    refused: z.int(),
    /** In đồng, as far as providers say. */
    cost: z.number(),
  }),
});

const ofCustomer = { base: 'tenant', method: 'POST', access: 'messages.create', params: z.object({ id }) } as const;

export const previewMessage = endpoint({
  ...ofCustomer,
  path: '/customer/:id/message/preview',
  summary: 'What a customer would be sent now, and what is in the way',
  body: z.object({ template_id: requiredId }),
  result: z.object({ text: z.string(), recipient: z.string(), sandbox: z.boolean(), refused: z.string().nullable() }),
});

export const sendMessage = endpoint({
  ...ofCustomer,
  path: '/customer/:id/message',
  summary:
    'Send a customer a message by a template; what the law is in the way of is kept as refused, with its article',
  body: z.object({
    template_id: requiredId,
    /** The call that it is about. */
    call_id: id.nullable().default(null),
    source: z.enum(['card', 'campaign']).default('card'),
  }),
  result: message,
});

export const sendMessageAgain = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/message/:id/again',
  access: 'messages.create',
  summary: 'Try a message once more that no provider has taken, under the same id',
  params: z.object({ id }),
  result: message,
});
