import { z } from 'zod';

import { destination } from '../destinations.ts';
import { crud } from '../lib/crud.ts';
import { telephonyListQuery } from '../lib/list.ts';
import { id, ids, note, required } from '../lib/values.ts';

/** A number that is dialled inside; none where it is left empty. */
export const internalNumber = z
  .string()
  .trim()
  .regex(/^([0-9]{2,8})?$/, 'Số nội bộ gồm 2 đến 8 chữ số')
  .default('');

/** Seconds that a phone rings. */
export const ringSeconds = (usual: number) =>
  z.int('Từ 5 đến 600 giây').min(5, 'Từ 5 đến 600 giây').max(600, 'Từ 5 đến 600 giây').default(usual);

export const ringStrategies = {
  'ring-all': 'Đồng thời',
  'one-by-one': 'Tuần tự',
  memory: 'Xoay vòng có nhớ',
  random: 'Ngẫu nhiên',
} as const;
const ringStrategy = z.enum(['ring-all', 'one-by-one', 'memory', 'random']);

/** People whose phones ring together or one after the other. */
export const ringGroups = crud({
  base: 'telephony',
  collection: '/partner/ring-groups',
  item: '/partner/ring-group',
  screen: 'ringgroup',
  query: telephonyListQuery,
  input: z.object({
    name: required,
    number: internalNumber,
    strategy: ringStrategy.default('ring-all'),
    /** In the order in which they are tried. */
    member_ids: ids,
    ring_seconds: ringSeconds(25),
    otherwise: destination.nullable().default(null),
    note,
  }),
  row: z.object({ member_names: z.array(z.string()), otherwise_name: z.string() }),
  filters: z.object({ strategy: ringStrategy.optional(), member_id: id.optional() }),
  bulk: ['strategy', 'ring_seconds'],
});
