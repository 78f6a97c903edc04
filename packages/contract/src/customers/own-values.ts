import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { day, id } from '../lib/values.ts';
import { customerFieldKind } from './customer-fields.ts';

/** What a customer has in a field of the company's own: a text, a number, a day or a choice, or several choices. */
export const ownValue = z.union([
  z.string().trim().max(1000, 'Nhiều nhất 1.000 ký tự'),
  z.number(),
  z.array(z.string().max(100)).max(100),
  // What is empty is kept as if it had never been filled in.
  z.null(),
]);
export type OwnValue = z.output<typeof ownValue>;
/** Values by the field's id. */
export const ownValues = z.record(id, ownValue);
export type OwnValues = z.output<typeof ownValues>;

const ownField = z.object({
  id,
  name: z.string(),
  kind: customerFieldKind,
  choices: z.array(z.string()),
  in_list: z.boolean(),
  on_popup: z.boolean(),
});
/** A field that a company has added to its customers. */
export type OwnField = z.output<typeof ownField>;

/** Every field of the company's own in its order, for people who work with customers. */
export const allCustomerField = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/all-customer-field',
  rowsOf: ['customer-fields'],
  access: 'general',
  summary: "All fields of the company's own that customers have, in their order",
  result: z.object({ data: z.array(ownField) }),
});

/** What may stand in a field, with its words for what may not. */
export function ownValueIn({ kind, choices }: Pick<OwnField, 'kind' | 'choices'>): z.ZodType<OwnValue> {
  const choice = z.enum(choices, { error: 'Không có lựa chọn này' });
  switch (kind) {
    case 'text':
      return z.string('Giá trị không hợp lệ').trim().max(1000, 'Nhiều nhất 1.000 ký tự');
    case 'number':
      return z.number('Hãy nhập một số');
    case 'day':
      return day;
    case 'one':
      return choice;
    case 'several':
      return z.array(choice, { error: 'Giá trị không hợp lệ' });
    default:
      return kind satisfies never;
  }
}

/** What is looked for in a field: a value, or what lies between two; either may be open. */
const sought = z.union([
  z.strictObject({ is: z.string().min(1).max(200) }),
  z.strictObject({ from: z.number().optional(), to: z.number().optional() }),
  z.strictObject({ from: day.optional(), to: day.optional() }),
]);
export type OwnSought = z.output<typeof sought>;
const soughtInFields = z.record(id, sought);

const fromJson = z
  .string()
  .max(4000)
  .meta({ examples: ['{}', '{"01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11":{"is":"Vàng"}}'] })
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'Bộ lọc không hợp lệ' });
      return z.NEVER;
    }
  })
  .pipe(soughtInFields);

/** Fields of the company's own as a filter: JSON in an address, `{"<id>":{"is":"Vàng"}}` or `{"<id>":{"from":1,"to":9}}`. */
export const ownFilter = z.union([fromJson, soughtInFields]);
