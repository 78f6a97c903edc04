import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { code, note, phone, required } from '../lib/values.ts';

export const branches = crud({
  collection: '/branchs',
  item: '/branch',
  screen: 'branchs',
  input: z.object({
    name: required,
    code,
    address: z.string().trim().max(300).default(''),
    phone: phone.or(z.literal('')).default(''),
    note,
  }),
  row: z.object({ department_count: z.number().int() }),
  shows: ['departments'],
});
