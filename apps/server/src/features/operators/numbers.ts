import {
  giveNumber,
  type NumberState,
  operatedNumberCase,
  operatedNumberPaper,
  operatedNumbers,
  stepOperatedNumber,
} from '@alo/contract';
import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import { giveNumberTo } from '../../domain/number-owners.ts';
import { caseOf, type Stepper, stepTo, takePaper } from '../../domain/number-states.ts';
import { fileRoute, type Route, route } from '../../http/route.ts';
import type { By } from '../../kernel/by.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { Problem } from '../../kernel/problem.ts';
import { paperSealer } from '../../storage/sealed-papers.ts';

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
  readonly state: NumberState;
  readonly found: string;
}

interface NumberDeps {
  readonly db: Db;
  readonly now: () => number;
  readonly serverKey: ServerKey;
  /** Told after what leads a company's calls has changed; waited for. */
  readonly onCallsChanged: (tenantId: string) => Promise<void>;
}

/** Whose each service number is: the operator finds it, says that it is proven, and hands it to its owner. */
export const numberRoutes = ({ db, now, serverKey, onCallsChanged }: NumberDeps): Route[] => [
  route(operatedNumbers, async ({ query }) => {
    const { search, state = '', page, per_page: most } = query;
    const { rows } = await db.outside((one) =>
      sql<Found>`select * from find_numbers(${search.trim()}, null, ${state}, ${(page - 1) * most}, ${most})`.execute(
        one,
      ),
    );
    return {
      data: rows.map(({ code, ...row }) => ({ ...row, ma_dn: code })),
      total: Number(rows[0]?.found ?? 0),
    };
  }),

  route(giveNumber, async ({ params, body, caller, network, requestId }) => {
    const from = await ownerOf(db, params.id);
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

  route(operatedNumberCase, async ({ params: { id } }) => {
    const { tenant_id: tenantId } = await ownerOf(db, id);
    return db.inTenant(tenantId, (trx) => caseOf(trx, id, 'operator'));
  }),

  fileRoute(operatedNumberPaper, async (by) => {
    const { id: numberId, paper_id: paperId } = by.params;
    const { tenant_id: tenantId } = await ownerOf(db, numberId);
    const { name, type, content } = await db.inTenant(tenantId, (trx) =>
      takePaper(trx, paperSealer(serverKey), { tenantId, numberId, paperId }, stepperOf(by)),
    );
    return { content, name, contentType: type, disposition: 'attachment' };
  }),

  route(stepOperatedNumber, async (by) => {
    const { id } = by.params;
    const { tenant_id: tenantId } = await ownerOf(db, id);
    const its = await db.inTenant(tenantId, async (trx) => {
      await stepTo(trx, { id, ...by.body }, stepperOf(by));
      return caseOf(trx, id, 'operator');
    });
    await onCallsChanged(tenantId);
    return its;
  }),
];

/** Nobody of the company's does it: its trail says who does by their name. */
const stepperOf = ({ caller, network, requestId }: By): Stepper => ({
  who: 'operator',
  name: caller.name,
  actor: { accountId: null, network, requestId },
});

async function ownerOf(db: Pick<Db, 'outside'>, id: string): Promise<Found> {
  const { rows } = await db.outside((one) => sql<Found>`select * from find_numbers('', ${id}, '', 0, 1)`.execute(one));
  const [found] = rows;
  if (found === undefined) throw Problem.notFound();
  return found;
}
