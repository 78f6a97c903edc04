import { operatedShares, type ResultOf, setShare } from '@alo/contract';
import { sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { type CallsNow, unlessAway } from '../../domain/calls-now.ts';
import { ownBytes } from '../../domain/room.ts';
import { type Route, route } from '../../http/route.ts';
import { Problem } from '../../kernel/problem.ts';

interface ShareDeps {
  readonly db: Db;
  readonly calls: Pick<CallsNow, 'goingOn'>;
  readonly now: () => number;
  /** Told after what leads a company's calls has changed; waited for. */
  readonly onCallsChanged: (tenantId: string) => Promise<void>;
}

type Share = ResultOf<typeof operatedShares>['data'][number];

const dayMs = 86_400_000;

/** What each company has and uses of what runs out. A company is read and changed in its own transaction, as itself. */
export const shareRoutes = ({ db, calls, now, onCallsChanged }: ShareDeps): Route[] => [
  route(operatedShares, async ({ query }) => {
    const words = query.search.toLocaleLowerCase('vi');
    const found = (await db.directory.tenants()).filter(({ code, name }) =>
      `${code} ${name}`.toLocaleLowerCase('vi').includes(words),
    );
    const used = [];
    for (const { id } of found) {
      const row = await db.inTenant(id, (trx) => readShare(trx, now()));
      if (row === undefined) continue;
      const going = await calls.goingOn(id).catch(unlessAway);
      used.push({ ...row, calls: going?.calls.length ?? null });
    }
    const from = (query.page - 1) * query.per_page;
    const sorted = used.toSorted((one, other) => pressure(other) - pressure(one) || other.rows - one.rows);
    return { data: sorted.slice(from, from + query.per_page), total: sorted.length };
  }),

  route(setShare, async ({ params, body: { version, ...share }, caller, network, requestId }) => {
    await db.inTenant(params.id, async (trx) => {
      const before = await readShare(trx, now());
      if (before === undefined) throw Problem.notFound();
      const { numUpdatedRows } = await trx
        .updateTable('tenant')
        .set({ ...share, version: version + 1, updated_at: new Date(now()) })
        .where('version', '=', version)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw Problem.conflict(before);
      const { most_calls, most_rows, most_bytes } = before;
      // Nobody of the company's did it: its trail says who did by their name.
      await audit(
        trx,
        { accountId: null, network, requestId },
        {
          action: 'update',
          subject: 'tenant',
          subjectId: params.id,
          before: { most_calls, most_rows, most_bytes },
          after: { ...share, operator: caller.name },
        },
      );
    });
    await onCallsChanged(params.id);
    return { id: params.id, version: version + 1 };
  }),
];

const readShare = (trx: Trx, now: number) =>
  trx
    .selectFrom('tenant')
    .select(['id', 'version', 'code as ma_dn', 'name', 'most_calls', 'most_rows', 'most_bytes', 'unrecorded_since'])
    .select([
      sql<boolean>`trial_until is not null`.as('on_trial'),
      sql<number>`own_rows()`.as('rows'),
      ownBytes.as('bytes'),
      sql<number>`(select count(*) from job where state = 'running')`.as('jobs_running'),
      sql<number>`(select count(*) from job where state = 'queued')`.as('jobs_waiting'),
      sql<number>`(select count(*) from webhook_delivery where state = 'waiting')`.as('deliveries_waiting'),
      sql<number>`(select count(*) from audit where action = 'refused' and at > ${new Date(now - dayMs)}
        and after ->> 'code' = 'over_share')`.as('refused'),
    ])
    .executeTakeFirst();

/** How much of its fullest share a company uses; who was refused for it stands before all others. */
function pressure({
  refused,
  calls,
  rows,
  bytes,
  ...most
}: Pick<Share, 'refused' | 'calls' | 'rows' | 'bytes' | 'most_calls' | 'most_rows' | 'most_bytes'>) {
  const part = (used: number | null, limit: number | null) => (used === null || limit === null ? 0 : used / limit);
  const fullest = Math.max(part(calls, most.most_calls), part(rows, most.most_rows), part(bytes, most.most_bytes));
  return fullest + (refused > 0 ? 1 : 0);
}
