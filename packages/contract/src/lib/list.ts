import { z } from 'zod';

/** Rows on a page of a list (specification §9). */
export const pageSize = 10;

/** `per_page=9999999` (specification §7, "all roles") is accepted and capped at this. */
export const pageSizeCap = 1000;

/** Totals are exact up to this; beyond, a list says "10.000+". */
export const totalCap = 10_000;

const whole = z.coerce.number().int().min(1);
const size = whole.transform((n) => Math.min(n, pageSizeCap));

/** Query of every list. `sort` is a column of the row, `-` before it for descending. */
export const listQuery = z.object({
  page: whole.max(100_000_000).default(1).describe('Page, from 1'),
  per_page: size.default(pageSize).describe(`Rows on a page; more than ${pageSizeCap} are given in pages of that size`),
  search: z.string().trim().max(100).default('').describe('Words to look for, with or without accents'),
  sort: z
    .string()
    .regex(/^-?[a-z_]{1,40}$/)
    .optional()
    .describe('Column to sort by, `-` before it for descending'),
});

export type ListQuery = z.output<typeof listQuery>;

/** The same as the telephony bases name it (specification §3, "inbound list query"). */
export const telephonyListQuery = z.object({
  page: listQuery.shape.page,
  page_size: size.default(pageSize).describe(`Rows on a page, at most ${pageSizeCap}`),
  search: listQuery.shape.search,
  sort: listQuery.shape.sort,
});

/** One page of rows. `total` counts at most `totalCap`; `total_capped` says that more may be there than were counted. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), total: z.number().int(), total_capped: z.boolean().default(false) });
