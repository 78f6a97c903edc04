import { giveNumber, operatedNumbers } from '@alo/contract';
import { sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import { type Db, goOnIn, type Trx } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import { newId } from '../../kernel/new-id.ts';
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
    const entry = {
      action: 'update',
      subject: 'service_number',
      after: { number: from.number, operator: caller.name },
    };
    if (to.id === from.tenant_id) {
      await db.inTenant(to.id, async (trx) => {
        await trx
          .updateTable('service_number')
          .set({ proven_at: new Date(now()) })
          .where('id', '=', from.id)
          .execute();
        await audit(trx, told, { ...entry, subjectId: from.id, after: { ...entry.after, proven: true } });
      });
      await onCallsChanged(to.id);
      return { id: from.id, ma_dn: to.code };
    }
    const id = newId();
    // One transaction: whatever ends it, the number is one's or the other's.
    await db.inTenant(to.id, async (trx) => {
      const trunk = await firstTrunk(trx);
      if (trunk === undefined) throw Problem.invalid({ ma_dn: 'Doanh nghiệp này chưa có đường truyền nào' });
      await goOnIn(trx, from.tenant_id);
      await takeAway(trx, from.id);
      await audit(trx, told, { ...entry, subjectId: from.id, after: { ...entry.after, given_to_its_owner: true } });
      await goOnIn(trx, to.id);
      const given = { number: from.number, enabled: true, proven_at: new Date(now()) };
      await trx
        .insertInto('service_number')
        .values({ id, name: from.number, trunk_id: trunk.id, ...given })
        .execute();
      await audit(trx, told, { ...entry, action: 'create', subjectId: id, after: { ...entry.after, proven: true } });
    });
    await Promise.all([onCallsChanged(from.tenant_id), onCallsChanged(to.id)]);
    return { id, ma_dn: to.code };
  }),
];

const firstTrunk = (trx: Trx) =>
  trx
    .selectFrom('trunk')
    .select('id')
    .where('enabled', '=', true)
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();

/** What refers to the row goes on to refer to it: it has no number any more, and nobody calls or is called by it. */
const takeAway = (trx: Trx, id: string) =>
  trx
    .updateTable('service_number')
    .set(({ eb }) => ({
      number: '',
      carrier_form: '',
      enabled: false,
      note: 'Đầu số đã được giao cho chủ sở hữu',
      version: eb('version', '+', 1),
      updated_at: sql`now()`,
    }))
    .where('id', '=', id)
    .execute();
