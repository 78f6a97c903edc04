import {
  basePrefix,
  companyEvent,
  companyEvents,
  eventPermission,
  eventsKeptDays,
  permissionLabel,
  readEvents,
  webhookBody,
} from '@alo/contract';
import type { z } from 'zod';
import { productVersion } from '../../kernel/product-version.ts';

import { componentsOf, schemaOf } from './json-schema.ts';

/** AsyncAPI 3 of what programs are told: the socket by key, and what webhooks get. */
export async function describeEvents() {
  const used = new Map<string, z.core.$ZodType>();
  const messages = companyEvent.options.map((option) => {
    const [type] = option.shape.type.values;
    if (type === undefined) throw new Error('An event without a type.');
    return [
      type,
      {
        name: type,
        title: companyEvents[type],
        summary: `For keys with ${permissionLabel(eventPermission(type))}`,
        contentType: 'application/json',
        payload: schemaOf(option, 'output', used),
      },
    ] as const;
  });
  const delivery = { webhook: { name: 'webhook', payload: schemaOf(webhookBody, 'output', used) } };
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Alô events for programs',
      version: productVersion,
      description:
        `Everything that happens in a company, numbered. Events are kept for ${eventsKeptDays} days: a program that comes back says the ` +
        `number of the last one it knows (\`after\`), here or by \`GET ${basePrefix.tenant}${readEvents.path}\`, and misses none. ` +
        'Close codes: 4001 the key may no more, 4002 too slow, 4010 the events after that number are not kept any more, 1012 come back ' +
        'in a moment.',
    },
    channels: {
      events: {
        address: '/live/events',
        title: 'The socket by key',
        description: 'The key stands in the header `Authorization: Bearer alo_…`, nowhere in the address.',
        messages: Object.fromEntries(messages),
        bindings: {
          ws: {
            method: 'GET',
            query: {
              type: 'object',
              required: ['company'],
              properties: {
                company: { type: 'string', description: 'Company code' },
                after: {
                  type: 'integer',
                  description: 'The last number that is known; from now on where it is left out',
                },
                types: {
                  type: 'string',
                  description: 'Types of events, separated by commas; all where it is left out',
                },
              },
            },
            bindingVersion: '0.1.0',
          },
        },
      },
      webhook: {
        title: 'Webhooks',
        description:
          'A POST to the address of the webhook, signed by `Alo-Signature`: at least once, known again by its `id`, in the order of ' +
          'a call.',
        messages: delivery,
      },
    },
    operations: {
      tell: {
        action: 'send',
        channel: { $ref: '#/channels/events' },
        summary: 'The server tells every event, one a message, in the order of their numbers',
        messages: messages.map(([type]) => ({ $ref: `#/channels/events/messages/${type}` })),
      },
      post: {
        action: 'send',
        channel: { $ref: '#/channels/webhook' },
        summary: 'The server posts what the webhook is to be told',
        messages: [{ $ref: '#/channels/webhook/messages/webhook' }],
      },
    },
    components: { schemas: await componentsOf(used) },
  };
}
