import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { belonging, code, id, ids, note, required } from '../lib/values.ts';

export const departments = crud({
  collection: '/departments',
  item: '/department',
  screen: 'departments',
  input: z.object({
    name: required,
    code,
    branch_id: id.nullable().default(null),
    leader_ids: ids,
    /** Its people in use, in its teams or in none of them: whoever is not named leaves it. */
    people_ids: belonging,
    note,
  }),
  row: z.object({
    branch_name: z.string().nullable(),
    leader_names: z.array(z.string()),
    people_ids: z.array(id),
    team_count: z.number().int(),
    account_count: z.number().int(),
  }),
  filters: z.object({ branch_id: id.optional() }),
  bulk: ['branch_id'],
  shows: ['branchs', 'teams', 'accounts'],
});
