import { z } from 'zod';

import { operator } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { listQuery, pageOf } from '../lib/list.ts';
import { timestamp } from '../lib/values.ts';

export const nodeStates = { up: 'Đang nhận', draining: 'Đang rút' } as const;

/** More than this many percent of what a machine can carry is a mistake of typing. */
export const mostNodeWeight = 1_000;

/** A machine that runs calls. */
const node = z.object({
  /** '' where the only machine has none. */
  name: z.string(),
  state: z.enum(['up', 'draining']),
  /** Null while it lives; else until when it was known to. */
  silent_since: timestamp.nullable(),
  /** How much of its calls at once companies are placed by, in percent. */
  weight: z.int(),
  capacity: z.int(),
  /** Where an edge reaches it, and phones in browsers; '' where that is where the console is. */
  sip: z.string(),
  ws: z.string(),
  /** Those that it has, or had last. */
  companies: z.int(),
  /** Calls of them that go on. */
  calls: z.int(),
});

const operated = { base: 'admin', access: operator } as const;

export const operatedNodes = endpoint({
  ...operated,
  method: 'GET',
  path: '/nodes',
  summary: 'The machines that run calls: how each is, which share it has, and what it carries',
  query: listQuery.pick({ page: true, per_page: true, search: true }),
  result: pageOf(node),
});

const name = z.string().trim().max(32);

export const updateNode = endpoint({
  ...operated,
  method: 'PUT',
  path: '/node',
  summary: 'Empty a machine, let it take companies again, or set its share; calls go on where they are',
  body: z.object({
    name,
    /** `up` brings the companies of its share back at once. */
    state: z.enum(['up', 'draining']).optional(),
    weight: z.int({ error: 'Nhập một số' }).min(0, 'Ít nhất 0').max(mostNodeWeight, 'Nhiều nhất 1.000').optional(),
  }),
  result: node,
});

export const forgetNode = endpoint({
  ...operated,
  method: 'POST',
  path: '/node/gone',
  summary: 'Forget a machine that never comes back; refused while it lives',
  body: z.object({ name }),
  result: z.object({ name: z.string() }),
});
