import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { colour, note, position, required } from '../lib/values.ts';

/** How far somebody has come with a customer, in the company's own words. */
export const profileStatuses = crud({
  collection: '/profile-statuses',
  item: '/profile-status',
  screen: 'profile-status',
  input: z.object({
    name: required,
    /** What several statuses have in common, "Đang theo đuổi": they stand together in pickers and reports. */
    group: z.string().trim().max(100).default(''),
    colour,
    /** Place in pickers and boards, from the top. */
    position,
    /** Nothing is left to be done once a customer is here. */
    final: z.boolean().default(false),
    note,
  }),
  row: z.object({}),
  filters: z.object({ final: z.enum(['1', '0']).optional(), group: z.string().max(100).optional() }),
  bulk: ['group', 'colour', 'final'],
});
