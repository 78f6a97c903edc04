import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { messages } from '../lib/messages.ts';
import { missing } from '../lib/mistake-words.ts';
import { id, timestamp, version } from '../lib/values.ts';

/** Something that somebody still has to do for a customer. */
export const task = z.object({
  id,
  version,
  text: z.string(),
  due_at: timestamp.nullable(),
  done_at: timestamp.nullable(),
  done_by_name: z.string().nullable(),
  /** Who has to do it. */
  account_id: id,
  account_name: z.string(),
  created_at: timestamp,
});
export type Task = z.output<typeof task>;

const said = {
  text: z
    .string({ error: missing })
    .trim()
    .min(1, messages.required)
    .max(500)
    .meta({ examples: ['Gửi báo giá'] }),
  due_at: timestamp.nullable().default(null),
  /** The person who asks, where it is left out. */
  account_id: id.optional(),
};

export const customerTasks = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/customer/:id/tasks',
  rowsOf: ['customer'],
  access: 'customer.view',
  summary: 'What is still to be done for a customer: what is due first, first',
  params: z.object({ id }),
  result: z.object({ data: z.array(task) }),
});

export const createTask = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/customer/:id/task',
  access: 'customer.update',
  summary: 'Note what is to be done for a customer; the bell reminds whoever has to do it',
  params: z.object({ id }),
  body: z.object(said),
  result: task,
});

/** Done, undone, put off, or somebody else's from now on. */
export const updateTask = endpoint({
  base: 'tenant',
  method: 'PUT',
  path: '/task/:id',
  access: 'customer.update',
  summary: 'Change what is to be done for a customer, or say that it is done',
  params: z.object({ id }),
  body: z.object({ ...said, account_id: id, done: z.boolean(), version }),
  result: task,
});

export const removeTask = endpoint({
  base: 'tenant',
  method: 'DELETE',
  path: '/task/:id',
  access: 'customer.update',
  summary: 'Take back what was to be done for a customer',
  params: z.object({ id }),
});
