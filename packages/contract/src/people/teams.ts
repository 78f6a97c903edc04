import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { id, note, required, requiredId } from '../lib/values.ts';

export const teams = crud({
  collection: '/teams',
  item: '/team',
  screen: 'teams',
  input: z.object({ name: required, department_id: requiredId, note }),
  row: z.object({ department_name: z.string(), account_count: z.number().int() }),
  filters: z.object({ department_id: id.optional() }),
  bulk: ['department_id'],
  shows: ['departments'],
});
