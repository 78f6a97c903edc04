import {
  limitOf,
  limitsOfShares,
  mapShares,
  operatedShares,
  type ShareLimit,
  type ShareName,
  setShare,
  shareNames,
} from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';
import { ownBytes } from '../../background/room.ts';
import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { type CallsNow, unlessAway } from '../../domain/calls-now.ts';
import { lettersToday } from '../../domain/letters-of-a-day.ts';
import { type Route, route } from '../../http/route.ts';
import { Problem } from '../../kernel/problem.ts';

interface ShareDeps {
  readonly db: Db;
  readonly calls: Pick<CallsNow, 'goingOn'>;
  readonly now: () => number;
  readonly inUse: InUse;
  /** Told after what leads a company's calls has changed; waited for. */
  readonly onCallsChanged: (tenantId: string) => Promise<void>;
}

type Limits = Readonly<Record<ShareLimit, number | null>>;

/** What a process knows of what a company uses at this moment. */
export type InUse = (tenant: { readonly id: string; readonly code: string }) => {
  readonly [Share in ShareName]?: number | null;
};

const dayMs = 86_400_000;

/** What each company has and uses of what runs out. A company is read and changed in its own transaction, as itself. */
export const shareRoutes = ({ db, calls, now, inUse, onCallsChanged }: ShareDeps): Route[] => [
  route(operatedShares, async ({ query }) => {
    const from = (query.page - 1) * query.per_page;
    const { rows } = await db.outside((one) =>
      sql<{ tenant_id: string; refused: number; found: number }>`select * from pressing_companies(${query.search},
        ${new Date(now() - dayMs)}, ${from}, ${query.per_page})`.execute(one),
    );
    const sent = await sentNow(db);
    const data = [];
    for (const { tenant_id: id, refused } of rows) {
      const going = await calls.goingOn(id).catch(unlessAway);
      const row = await db.inTenant(id, async (trx) => {
        const found = await readShare(trx);
        if (found === undefined) return undefined;
        const ofProcess = { ...inUse({ id, code: found.ma_dn }), ...sent(id), calls: going?.calls.length ?? null };
        return { ...found, used: await usedBy(trx, ofProcess) };
      });
      if (row !== undefined) data.push({ ...row, refused: Number(refused) });
    }
    return { data, total: Number(rows[0]?.found ?? 0) };
  }),

  route(setShare, async ({ params, body: { version, ...share }, caller, network, requestId }) => {
    await db.inTenant(params.id, async (trx) => {
      // Of two operators at once the second waits, and is told what the first has set.
      await trx.selectFrom('tenant').select('id').forUpdate().executeTakeFirst();
      const before = await readShare(trx);
      if (before === undefined) throw Problem.notFound();
      if (before.version !== version) throw Problem.conflict(before);
      const was = limitsOf(before);
      // What is left out stays: a program of before knows nothing of a share that came later.
      const set = limitsOfShares((name) => {
        const most = share[limitOf(name)];
        return most === undefined ? was[limitOf(name)] : most;
      });
      await trx
        .updateTable('tenant')
        .set({ ...set, version: version + 1, updated_at: new Date(now()) })
        .execute();
      // Nobody of the company's did it: its trail says who did by their name.
      await audit(
        trx,
        { accountId: null, network, requestId },
        {
          action: 'update',
          subject: 'tenant',
          subjectId: params.id,
          before: was,
          after: { ...set, operator: caller.name },
        },
      );
    });
    await onCallsChanged(params.id);
    return { id: params.id, version: version + 1 };
  }),
];

const readShare = (trx: Trx) =>
  trx
    .selectFrom('tenant')
    .select(['id', 'version', 'code as ma_dn', 'name', 'unrecorded_since'])
    .select(shareNames.map(limitOf))
    .select([
      sql<boolean>`trial_until is not null`.as('on_trial'),
      sql<number>`(select count(*) from webhook_delivery where state = 'waiting')`.as('deliveries_waiting'),
    ])
    .executeTakeFirst();

/** What is counted in the database. */
const kept = {
  rows: sql<number>`own_rows()`,
  bytes: ownBytes,
  jobs: sql<number>`(select count(*) from job where state = 'running')`,
  waiting_jobs: sql<number>`(select count(*) from job where state = 'queued')`,
  webhooks: sql<number>`(select count(*) from webhook where active)`,
  automations: sql<number>`(select count(*) from automation where active)`,
  mailed_reports: sql<number>`(select count(*) from mailed_report where active)`,
  report_links: sql<number>`(select count(*) from report_link where expires_at > now() and withdrawn_at is null)`,
  letters: lettersToday,
  blocked: sql<number>`(select coalesce(sum(n), 0) from row_tally where list = 'block_list')`,
} as const satisfies { readonly [Share in ShareName]?: RawBuilder<number> };

/** What workers send for each company at this moment. */
async function sentNow(db: Db): Promise<(id: string) => { readonly deliveries: number; readonly messages: number }> {
  const { rows } = await db.outside((one) =>
    sql<{ tenant_id: string; deliveries: number; messages: number }>`select * from sent_now()`.execute(one),
  );
  const byCompany = new Map(rows.map(({ tenant_id: id, deliveries, messages }) => [id, { deliveries, messages }]));
  return (id) => byCompany.get(id) ?? { deliveries: 0, messages: 0 };
}

/** What a company uses of each share; null where nobody counts it, or not here. */
async function usedBy(trx: Trx, ofProcess: ReturnType<InUse>) {
  const row = await trx
    .selectFrom('tenant')
    .select(Object.entries(kept).map(([share, count]) => count.as(share)))
    .executeTakeFirstOrThrow();
  const counted: Readonly<Record<string, unknown>> = row;
  return mapShares((share) => {
    const n = counted[share] ?? ofProcess[share] ?? null;
    return n === null ? null : Number(n);
  });
}

const limitsOf = (row: Limits): Limits => limitsOfShares((share) => row[limitOf(share)]);
