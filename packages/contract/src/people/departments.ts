import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { code, id, note, required } from '../lib/values.ts';

export const departments = crud({
  collection: '/departments',
  item: '/department',
  screen: 'departments',
  input: z.object({ name: required, code, branch_id: id.nullable().default(null), note }),
  row: z.object({ branch_name: z.string().nullable(), team_count: z.number().int(), account_count: z.number().int() }),
  filters: z.object({ branch_id: id.optional() }),
  bulk: ['branch_id'],
  shows: ['branchs', 'teams'],
});
