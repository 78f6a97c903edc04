import { z } from 'zod';

/** Rows on a page of a list (specification §9). */
export const pageSize = 10;

/** `per_page=9999999` (specification §7, "all roles") is accepted and capped at this. */
export const pageSizeCap = 1000;

/** Totals are exact up to this; beyond, a list says "10.000+". */
export const totalCap = 10_000;

const whole = z.coerce.number().int().min(1);

/** Query of every list. `sort` is a column of the row, `-` before it for descending. */
export const listQuery = z.object({
  page: whole.max(100_000_000).default(1),
  per_page: whole.transform((n) => Math.min(n, pageSizeCap)).default(pageSize),
  search: z.string().trim().max(100).default(''),
  sort: z
    .string()
    .regex(/^-?[a-z_]{1,40}$/)
    .optional(),
});

export type ListQuery = z.output<typeof listQuery>;

/** One page of rows. `total` counts at most `totalCap`; `total_capped` says that there are more. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), total: z.number().int(), total_capped: z.boolean().default(false) });
