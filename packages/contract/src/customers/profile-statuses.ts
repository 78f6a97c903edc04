import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { note, required } from '../lib/values.ts';

/** How far somebody has come with a customer, in the company's own words. */
export const profileStatuses = crud({
  collection: '/profile-statuses',
  item: '/profile-status',
  screen: 'profile-status',
  input: z.object({
    name: required,
    /** What several statuses have in common, "Đang theo đuổi": they stand together in pickers and reports. */
    group: z.string().trim().max(100).default(''),
    colour: z
      .string()
      .regex(/^#[0-9a-f]{6}$/, 'Chọn một màu')
      .meta({ examples: ['#64748b'] })
      .default('#64748b'),
    /** Place in pickers and boards, from the top. */
    position: z
      .int('Nhập số từ 0 đến 9999')
      .min(0, 'Nhập số từ 0 đến 9999')
      .max(9999, 'Nhập số từ 0 đến 9999')
      .default(0),
    /** Nothing is left to be done once a customer is here. */
    final: z.boolean().default(false),
    note,
  }),
  row: z.object({}),
  filters: z.object({ final: z.enum(['1', '0']).optional(), group: z.string().max(100).optional() }),
  bulk: ['group', 'colour', 'final'],
});
