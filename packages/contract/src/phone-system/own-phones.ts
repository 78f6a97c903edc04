import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { id, required, timestamp } from '../lib/values.ts';
import { deviceSettings, deviceTransport } from './devices.ts';

/** So many desk and soft phones somebody may set up for their own extension. */
export const mostOwnPhones = 5;

const one = z.object({ id });
const access = 'devices.own';

export const ownPhones = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/own-phones',
  rowsOf: ['devices'],
  access,
  summary: 'The desk and soft phones of the extension of who asks',
  result: z.object({
    data: z.array(
      z.object({
        id,
        name: z.string(),
        username: z.string(),
        transport: deviceTransport,
        registered: z.boolean(),
        last_seen_at: timestamp.nullable(),
        user_agent: z.string(),
      }),
    ),
  }),
});

export const addOwnPhone = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/own-phones',
  access,
  summary: 'Add a phone to the own extension; its password is in the answer, and never again',
  body: z.object({ name: required, transport: deviceTransport.exclude(['wss']).default('udp') }),
  result: z.object({ id, settings: deviceSettings }),
});

export const renewOwnPhone = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/own-phones/:id/password',
  access,
  summary: 'Give a phone of the own extension another password: the one before is worth nothing at once',
  params: one,
  result: deviceSettings,
});

export const endOwnPhone = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/own-phones/:id/end',
  access,
  summary: 'Take a phone of the own extension its password: it is unregistered and its calls end at once',
  params: one,
});
