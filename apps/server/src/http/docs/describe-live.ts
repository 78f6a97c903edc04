import { liveEvent, liveRequest } from '@alo/contract';
import type { z } from 'zod';
import { productVersion } from '../../kernel/product-version.ts';

import { componentsOf, schemaOf } from './json-schema.ts';

/** AsyncAPI 3 of the live socket: what a console may say, and everything that the server pushes. */
export async function describeLive() {
  const used = new Map<string, z.core.$ZodType>();
  const events = liveEvent.options.map((option) => ({
    name: [...option.shape.type.values][0] ?? '',
    topic: [...option.shape.topic.values][0] ?? '',
    payload: schemaOf(option, 'output', used),
  }));
  const message = (name: string) => ({ $ref: `#/channels/live/messages/${name}` });
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Alô live events',
      version: productVersion,
      description:
        'A socket is opened with a one-use ticket (`POST /ws-ticket`), and says nothing until topics are subscribed to. ' +
        '`seq` counts per topic: after a gap, or after coming back, read anew by HTTP. Close codes: 4001 the session has ' +
        'ended, 4002 too slow, 4003 not understood, 1012 come back in a moment.',
    },
    channels: {
      live: {
        address: '/live?ticket={ticket}',
        parameters: { ticket: { description: 'From `POST /ws-ticket`, good once within thirty seconds' } },
        messages: {
          subscribe: {
            summary: 'Which topics to hear',
            payload: schemaOf(liveRequest, 'input', used),
          },
          ...Object.fromEntries(
            events.map(({ name, topic, payload }) => [name, { summary: `Of the topic \`${topic}\``, payload }]),
          ),
        },
      },
    },
    operations: {
      subscribe: { action: 'receive', channel: { $ref: '#/channels/live' }, messages: [message('subscribe')] },
      push: {
        action: 'send',
        channel: { $ref: '#/channels/live' },
        messages: events.map(({ name }) => message(name)),
      },
    },
    components: { schemas: await componentsOf(used) },
  };
}
