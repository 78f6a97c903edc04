import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { id, listPath, required } from '../lib/values.ts';

/** A list as somebody likes to look at it: which rows, in which order. `address` is the part of the list's address after `?`. */
export const savedView = z.object({
  id,
  /** Path of the list: `/departments`. */
  list: z.string(),
  name: z.string(),
  address: z.string(),
  /** Everybody of its owner's team has it too. */
  shared: z.boolean(),
  /** One's own, which one may delete. */
  mine: z.boolean(),
});
export type SavedView = z.output<typeof savedView>;

export const savedViews = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/saved-views',
  access: 'general',
  summary: 'Saved views of a list: my own, and those that my team shares',
  query: z.object({ list: listPath }),
  result: z.object({ data: z.array(savedView) }),
});

export const saveView = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/saved-view',
  access: 'general',
  summary: 'Save a view of a list; one of mine with the same name is replaced',
  body: z.object({
    list: listPath,
    name: required.max(60),
    address: z.string().max(2000),
    shared: z.boolean().default(false),
  }),
  result: savedView,
});

export const deleteView = endpoint({
  base: 'tenant',
  method: 'DELETE',
  path: '/saved-view/:id',
  access: 'general',
  summary: 'Delete a saved view of mine',
  params: z.object({ id }),
});
