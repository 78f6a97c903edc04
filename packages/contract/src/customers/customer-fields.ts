import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { note, position, required } from '../lib/values.ts';

export const customerFieldKinds = {
  text: 'Văn bản',
  number: 'Số',
  day: 'Ngày',
  one: 'Chọn một',
  several: 'Chọn nhiều',
} as const;
export const customerFieldKind = z.enum(['text', 'number', 'day', 'one', 'several']);

const hasChoices = (kind: z.output<typeof customerFieldKind>) => kind === 'one' || kind === 'several';

/** What a company keeps of its customers besides what everybody keeps: "Hạng thẻ", "Ngày hết hạn". */
export const customerFields = crud({
  collection: '/customer-fields',
  item: '/customer-field',
  screen: 'customer-fields',
  input: z
    .object({
      name: required,
      kind: customerFieldKind.default('text'),
      /** Of what is chosen, in the order of the picker. */
      choices: z
        .array(z.string().trim().min(1).max(100, 'Mỗi lựa chọn nhiều nhất 100 ký tự'))
        .max(100, 'Nhiều nhất 100 lựa chọn')
        .overwrite((all) => [...new Set(all)])
        .default([]),
      /** Place in forms, from the top. */
      position,
      /** Shown as a column of the list by itself. */
      in_list: z.boolean().default(false),
      /** Shown in the pop-up while the customer is on the phone. */
      on_popup: z.boolean().default(false),
      note,
    })
    .refine(({ kind, choices }) => !hasChoices(kind) || choices.length > 0, {
      path: ['choices'],
      error: 'Hãy ghi ít nhất một lựa chọn',
    }),
  row: z.object({}),
  filters: z.object({ kind: customerFieldKind.optional() }),
  bulk: ['in_list', 'on_popup'],
});
