import { operatedRefusals, type RefusalKind } from '@alo/contract';
import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';

interface RefusalDeps {
  readonly db: Db;
  /** Has what this process has counted written. */
  readonly writeRefusals: () => Promise<void>;
}

interface Found {
  readonly id: string;
  readonly kind: RefusalKind;
  readonly code: string | null;
  readonly company: string | null;
  readonly who: string | null;
  readonly asked: string;
  readonly network: string;
  readonly tries: string;
  readonly first_at: Date;
  readonly last_at: Date;
  readonly found: string;
}

/** What was refused of each company and of strangers: how often, and nothing of what they sent. */
export const refusalRoutes = ({ db, writeRefusals }: RefusalDeps): Route[] => [
  route(operatedRefusals, async ({ query, caller: { timeZone } }) => {
    await writeRefusals();
    const { search, kind = '', from = null, to = null, page, per_page: most } = query;
    // Days are the operator's, from midnight to midnight.
    const midnight = (date: string | null, plus: number) =>
      sql<Date | null>`((${date}::date + ${plus}::int)::timestamp at time zone ${timeZone})`;
    const { rows } = await db.outside((one) =>
      sql<Found>`select * from find_refusals(${search}, ${kind}, ${midnight(from, 0)}, ${midnight(to, 1)},
        ${(page - 1) * most}, ${most})`.execute(one),
    );
    return {
      data: rows.map(({ code, tries, ...row }) => ({ ...row, ma_dn: code, tries: Number(tries) })),
      total: Number(rows[0]?.found ?? 0),
    };
  }),
];
