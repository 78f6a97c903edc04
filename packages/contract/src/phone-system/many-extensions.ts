import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { oneOf } from '../lib/one-of.ts';
import { id, ids, requiredUpTo } from '../lib/values.ts';
import { deviceTransport } from './devices.ts';
import { extensions } from './extensions.ts';

/** What comes of each extension of a range, or would: `check` only looks. */
export const rangeOutcomes = {
  new: 'Tạo được',
  taken: 'Số đã dùng',
  share: 'Hết hạn mức',
  refused: 'Không tạo được',
} as const;

/** So many at once. */
export const mostInRange = 100;
const most = `Nhập số từ 1 đến ${mostInRange}`;

const { shape } = extensions.input;

/** Desk phones of a range: none, or one for each, with a password of its own. */
export const rangePhones = { none: 'Không', each: 'Mỗi máy nhánh một điện thoại' } as const;

/** A number of a range, as long as its first one is: after 0099 comes 0100. */
const numberAt = (from: string, nth: number) => String(Number(from) + nth).padStart(from.length, '0');

/** The numbers of a range in their order. */
export const numbersOfRange = (from: string, count: number): string[] =>
  Array.from({ length: count }, (_, nth) => numberAt(from, nth));

export const addExtensionRange = endpoint({
  base: 'telephony',
  method: 'POST',
  path: '/partner/subscribers/range',
  access: 'subscribers.create',
  summary:
    'Add extensions that follow one another, each for one of some people in their order, with a desk phone each where that is wanted (takes the right to add devices); all of them or the good ones, or only look what would come of it. Passwords are in the answer, and never again',
  body: z
    .object({
      check: z.boolean().default(false),
      /** What is refused leaves the others as they are; else none is added. */
      good_only: z.boolean().default(false),
      from: shape.number,
      count: z.int(most).min(1, most).max(mostInRange, most),
      /** What they are called, each with its number behind it; whose it is has the name of its person. */
      name: requiredUpTo(100),
      person_ids: ids,
      extension_group_id: shape.extension_group_id,
      service_number_id: shape.service_number_id,
      phones: oneOf(rangePhones).default('none'),
      transport: deviceTransport.default('udp'),
    })
    .superRefine(({ from, count, person_ids: people }, { addIssue }) => {
      const wrong = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
      // It comes here with any count: a range that is too long is not made to be refused.
      if (numberAt(from, count - 1).length > 8) wrong('count', 'Số cuối dài quá 8 chữ số');
      if (people.length > count) wrong('person_ids', `Chọn ${people.length} người cho ${count} máy nhánh`);
    }),
  result: z.object({
    /** They are there now; else nothing is, and this is what would come of it. */
    made: z.boolean(),
    /** Where the phones reach us; null where there are none. */
    door: z.object({ server: z.string(), port: z.int(), transport: deviceTransport, domain: z.string() }).nullable(),
    data: z.array(
      z.object({
        number: z.string(),
        name: z.string(),
        person_name: z.string().nullable(),
        /** The extension that its person leaves for it; '' for none. */
        leaves: z.string(),
        outcome: oneOf(rangeOutcomes),
        /** Why not. */
        words: z.string(),
        /** Of those that were added. */
        id: id.nullable(),
        phone: z.object({ username: z.string(), password: z.string() }).nullable(),
      }),
    ),
  }),
});
