import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { colour, id, note, position, required } from '../lib/values.ts';

/** A call has no more than so many. */
export const tagsAtMost = 20;

/** A tag as it stands with a call. */
export const callTag = z.object({ id, name: z.string(), colour: z.string() });
export type CallTag = z.output<typeof callTag>;

/** Words by which a company finds calls again: "Khiếu nại", "Hỏi giá". A call has any number of them, beside the one thing that came of it. */
export const callTags = crud({
  collection: '/call-tags',
  item: '/call-tag',
  screen: 'call-tags',
  input: z.object({
    name: required.max(60),
    colour,
    /** Place where tags are chosen, from the top. */
    position,
    /** One that is not is chosen no more; calls that have it keep it. */
    active: z.boolean().default(true),
    note,
  }),
  row: z.object({}),
  filters: z.object({ active: z.enum(['1', '0']).optional() }),
  bulk: ['colour', 'active'],
});

/** Every tag in its order, also one that is chosen no more: calls of before have it. */
export const allCallTag = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/all-call-tag',
  rowsOf: ['call-tags'],
  access: 'general',
  summary: 'All tags of calls in their order, for pickers',
  result: z.object({ data: z.array(callTag.extend({ active: z.boolean() })) }),
});

export const tagsOfCall = endpoint({
  base: 'tenant',
  rowsOf: ['call-history', 'call-tags'],
  method: 'GET',
  path: '/histories-call/:id/tags',
  access: 'customer.view',
  summary: 'The tags of a call that one sees, also while it goes on',
  params: z.object({ id }),
  result: z.object({ tags: z.array(callTag) }),
});

/** What two people say of one call at once does not undo each other: each says what comes and what goes. */
export const tagCall = endpoint({
  base: 'tenant',
  method: 'PUT',
  path: '/histories-call/:id/tags',
  access: 'customer.update',
  summary: 'Give a call that one sees tags, and take others away; also while it goes on',
  params: z.object({ id }),
  body: z.object({
    add: z.array(id).max(tagsAtMost).default([]),
    remove: z.array(id).max(100).default([]),
  }),
  result: z.object({ tags: z.array(callTag) }),
});
