import { z } from 'zod';

/** Text columns are sorted as Vietnamese is; numbers, times and ids as they are. */
export function isText(schema: z.core.$ZodType): boolean {
  return kindsIn(schema).some((kind) => kind instanceof z.ZodString || kind instanceof z.ZodEnum);
}

/** Lists and objects have no order. */
export const isSortable = (schema: z.core.$ZodType) =>
  !kindsIn(schema).some((kind) => kind instanceof z.ZodArray || kind instanceof z.ZodObject);

function kindsIn(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return kindsIn(schema.unwrap());
  }
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(kindsIn);
  return [schema];
}
