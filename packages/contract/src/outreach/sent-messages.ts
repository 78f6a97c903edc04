import { z } from 'zod';

import { message, messageChannels, messageSources, messageState } from '../calls/sent-message.ts';
import { endpoint } from '../lib/endpoint.ts';
import { listQuery, pageOf } from '../lib/list.ts';
import { oneOf } from '../lib/one-of.ts';
import { day, id, requiredId } from '../lib/values.ts';

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
    'Send a customer a message by a template; what the law is in the way of is kept as refused, with its article. A survey goes to a customer once, and counts for the conversation that one has or had last with them',
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
