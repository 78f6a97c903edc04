import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { isHarmless, permissionLabel, permissions } from '../lib/permission.ts';
import { day, id, networks, note, required, timestamp } from '../lib/values.ts';

/** A key makes no keys: the finder of one could else stay for ever. */
const keyScopes = permissions.filter((name) => !name.startsWith('api-keys.'));

/**
 * Lets a program do some of what its maker may do, and nothing that its maker may not. The secret is shown once, when it is made or
 * made anew, and is stored nowhere.
 */
export const apiKeys = crud({
  collection: '/api-keys',
  item: '/api-key',
  screen: 'api-keys',
  input: z
    .object({
      name: required,
      /** To try a program out: calls that it places, and codes that it has read, reach bots in the place of customers. */
      sandbox: z.boolean().default(false),
      scopes: z
        .array(z.enum(keyScopes))
        .overwrite((list) => [...new Set(list)])
        .default([]),
      /** The last day on which it works. */
      expires_on: day.nullable().default(null),
      /** From where a program may come with it. */
      networks,
      requests_per_minute: z.coerce.number<number>().int().min(1).max(6_000).default(600),
      note,
    })
    .superRefine(({ sandbox, scopes }, context) => {
      const others = sandbox ? scopes.filter((scope) => !isHarmless(scope)) : [];
      if (others.length === 0) return;
      const named = others.slice(0, 3).map(permissionLabel).join('; ');
      const message = `Khoá chạy thử chỉ xem, và gọi khách thử. Hãy bỏ: ${named}${others.length > 3 ? ' …' : ''}`;
      context.addIssue({ code: 'custom', path: ['scopes'], message });
    }),
  row: z.object({
    owner_name: z.string().nullable(),
    /** How its secret begins; '' while it has none. */
    prefix: z.string(),
    last_used_at: timestamp.nullable(),
  }),
  shows: ['accounts'],
});

export const renewApiKey = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/api-key/:id/secret',
  access: 'api-keys.update',
  summary: 'Make a secret for an API key; it is shown this once, and the one before stops working',
  params: z.object({ id }),
  result: z.object({ secret: z.string() }),
});
