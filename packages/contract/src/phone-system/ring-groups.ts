import { z } from 'zod';
import { callScript } from '../calls/scripts.ts';
import { ownWrapUpMode, wrapUpSeconds } from '../calls/wrap-up.ts';
import { crud } from '../lib/crud.ts';
import { telephonyListQuery } from '../lib/list.ts';
import { id, note, required, requiredId } from '../lib/values.ts';
import { destination } from './destinations.ts';

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
  primary: 'Ưu tiên máy đầu',
} as const;
const ringStrategy = z.enum(['ring-all', 'one-by-one', 'memory', 'random', 'primary']);

const delay = 'Từ 0 đến 600 giây';
const member = z.object({
  extension_id: requiredId,
  /** So long after the others, where all ring at once. */
  delay_seconds: z.int(delay).min(0, delay).max(600, delay),
  /** Rings no longer than that; as long as the group says where it is null. */
  ring_seconds: z.int('Từ 5 đến 600 giây').min(5, 'Từ 5 đến 600 giây').max(600, 'Từ 5 đến 600 giây').nullable(),
});

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
    members: z
      .array(member)
      .max(200)
      .refine((rows) => new Set(rows.map((row) => row.extension_id)).size === rows.length, {
        error: 'Mỗi máy nhánh chỉ có mặt một lần',
      })
      .default([]),
    ring_seconds: ringSeconds(25),
    /** Heard before anybody is rung. */
    greeting_id: id.nullable().default(null),
    /** Instead of the ringing tone. */
    music_id: id.nullable().default(null),
    /** Members whose calls all go to a number outside are rung there, and take one by pressing 1. */
    confirms: z.boolean().default(false),
    /** Of its calls. */
    wrap_up: ownWrapUpMode.default('company'),
    wrap_up_seconds: wrapUpSeconds.default(30),
    /** What whoever takes its calls is to say, shown beside the customer. */
    script: callScript.default(''),
    otherwise: destination.nullable().default(null),
    note,
  }),
  row: z.object({
    members: z.array(
      z.object({ extension_id: z.string(), delay_seconds: z.number(), ring_seconds: z.number().nullable() }),
    ),
    member_names: z.array(z.string()),
    otherwise_name: z.string(),
    greeting_name: z.string().nullable(),
    music_name: z.string().nullable(),
  }),
  filters: z.object({ strategy: ringStrategy.optional(), member_id: id.optional() }),
  shows: ['greeting', 'music-on-holds'],
  bulk: ['strategy', 'ring_seconds', 'confirms', 'wrap_up', 'wrap_up_seconds'],
});
