import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { belonging, id, ids, note, required, requiredId } from '../lib/values.ts';

export const teams = crud({
  collection: '/teams',
  item: '/team',
  screen: 'teams',
  input: z.object({
    name: required,
    department_id: requiredId,
    leader_ids: ids,
    /** Its people in use: whoever is named joins it and its department, and whoever is not leaves it. */
    people_ids: belonging,
    note,
  }),
  row: z.object({
    department_name: z.string(),
    leader_names: z.array(z.string()),
    people_ids: z.array(id),
    account_count: z.number().int(),
  }),
  filters: z.object({ department_id: id.optional() }),
  bulk: ['department_id'],
  shows: ['departments', 'accounts'],
});
