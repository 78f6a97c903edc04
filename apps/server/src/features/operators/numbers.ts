import { giveNumber, operatedNumbers } from '@alo/contract';
import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import { giveNumberTo } from '../../domain/number-owners.ts';
import { type Route, route } from '../../http/route.ts';
import { Problem } from '../../kernel/problem.ts';

interface Found {
  readonly tenant_id: string;
  readonly id: string;
  readonly number: string;
  readonly carrier_form: string;
  readonly code: string;
  readonly company: string;
  readonly proven: boolean;
  readonly on_trial: boolean;
  readonly created_at: Date;
  readonly found: string;
}

interface NumberDeps {
  readonly db: Db;
  readonly now: () => number;
  /** Told after what leads a company's calls has changed; waited for. */
  readonly onCallsChanged: (tenantId: string) => Promise<void>;
}

/** Whose each service number is: the operator finds it, says that it is proven, and hands it to its owner. */
export const numberRoutes = ({ db, now, onCallsChanged }: NumberDeps): Route[] => [
  route(operatedNumbers, async ({ query }) => {
    const { search, page, per_page: most } = query;
    const { rows } = await db.outside((one) =>
      sql<Found>`select * from find_numbers(${search.trim()}, null, ${(page - 1) * most}, ${most})`.execute(one),
    );
    return {
      data: rows.map(({ code, ...row }) => ({ ...row, ma_dn: code })),
      total: Number(rows[0]?.found ?? 0),
    };
  }),

  route(giveNumber, async ({ params, body, caller, network, requestId }) => {
    const { rows } = await db.outside((one) =>
      sql<Found>`select * from find_numbers('', ${params.id}, 0, 1)`.execute(one),
    );
    const [from] = rows;
    if (from === undefined) throw Problem.notFound();
    const to = await db.directory.tenantByCode(body.ma_dn);
    if (to === undefined) throw Problem.invalid({ ma_dn: 'Không có doanh nghiệp này' });
    const told = { accountId: null, network, requestId };
    const id = await db.inTenant(to.id, (trx) =>
      giveNumberTo(trx, {
        held: from,
        to: to.id,
        at: new Date(now()),
        by: 'operator',
        told: { holder: told, owner: told },
        words: { operator: caller.name },
        noTrunk: () => Problem.invalid({ ma_dn: 'Doanh nghiệp này chưa có đường truyền nào' }),
      }),
    );
    await Promise.all([...new Set([from.tenant_id, to.id])].map(onCallsChanged));
    return { id, ma_dn: to.code };
  }),
];
