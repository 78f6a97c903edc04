import { operatedShares, type ResultOf, setShare } from '@alo/contract';
import { sql } from 'kysely';
import { ownBytes } from '../../background/room.ts';
import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { type CallsNow, unlessAway } from '../../domain/calls-now.ts';
import { type Route, route } from '../../http/route.ts';
import { Problem } from '../../kernel/problem.ts';

interface ShareDeps {
  readonly db: Db;
  readonly calls: Pick<CallsNow, 'goingOn'>;
  readonly now: () => number;
  /** Told after what leads a company's calls has changed; waited for. */
  readonly onCallsChanged: (tenantId: string) => Promise<void>;
}

type Limits = Pick<
  ResultOf<typeof operatedShares>['data'][number],
  'most_calls' | 'most_rows' | 'most_bytes' | 'most_requests' | 'most_jobs' | 'most_deliveries' | 'most_letters'
>;

const dayMs = 86_400_000;

/** What each company has and uses of what runs out. A company is read and changed in its own transaction, as itself. */
export const shareRoutes = ({ db, calls, now, onCallsChanged }: ShareDeps): Route[] => [
  route(operatedShares, async ({ query }) => {
    const from = (query.page - 1) * query.per_page;
    const { rows } = await db.outside((one) =>
      sql<{ tenant_id: string; refused: number; found: number }>`select * from pressing_companies(${query.search},
        ${new Date(now() - dayMs)}, ${from}, ${query.per_page})`.execute(one),
    );
    const data = [];
    for (const { tenant_id: id, refused } of rows) {
      const row = await db.inTenant(id, readShare);
      if (row === undefined) continue;
      const going = await calls.goingOn(id).catch(unlessAway);
      data.push({ ...row, refused: Number(refused), calls: going?.calls.length ?? null });
    }
    return { data, total: Number(rows[0]?.found ?? 0) };
  }),

  route(setShare, async ({ params, body: { version, ...share }, caller, network, requestId }) => {
    await db.inTenant(params.id, async (trx) => {
      const before = await readShare(trx);
      if (before === undefined) throw Problem.notFound();
      const { numUpdatedRows } = await trx
        .updateTable('tenant')
        .set({ ...share, version: version + 1, updated_at: new Date(now()) })
        .where('version', '=', version)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw Problem.conflict(before);
      // Nobody of the company's did it: its trail says who did by their name.
      await audit(
        trx,
        { accountId: null, network, requestId },
        {
          action: 'update',
          subject: 'tenant',
          subjectId: params.id,
          before: limitsOf(before),
          after: { ...share, operator: caller.name },
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
    .select(['id', 'version', 'code as ma_dn', 'name', 'unrecorded_since', 'most_calls', 'most_rows', 'most_bytes'])
    .select(['most_requests', 'most_jobs', 'most_deliveries', 'most_letters'])
    .select([
      sql<boolean>`trial_until is not null`.as('on_trial'),
      sql<number>`own_rows()`.as('rows'),
      ownBytes.as('bytes'),
      sql<number>`(select count(*) from job where state = 'running')`.as('jobs_running'),
      sql<number>`(select count(*) from job where state = 'queued')`.as('jobs_waiting'),
      sql<number>`(select count(*) from webhook_delivery where state = 'waiting')`.as('deliveries_waiting'),
    ])
    .executeTakeFirst();

const limitsOf = ({ most_calls, most_rows, most_bytes, ...of }: Limits): Limits => ({
  most_calls,
  most_rows,
  most_bytes,
  most_requests: of.most_requests,
  most_jobs: of.most_jobs,
  most_deliveries: of.most_deliveries,
  most_letters: of.most_letters,
});
