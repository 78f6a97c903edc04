import {
  isAllowed,
  makeWallLink,
  narrowedToPlaces,
  openWall,
  statesOf,
  wallAccess,
  wallLinks,
  wallsAtMost,
  withdrawWallLink,
} from '@alo/contract';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { brandOf } from '../../domain/brand.ts';
import type { CallsNow } from '../../domain/calls-now.ts';
import { countGoodLinks, lentBy, newLinkToken, readLinkToken } from '../../domain/link-tokens.ts';
import { publicRoute, type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { presentBoard, wayOf } from './board.ts';
import { readCompany } from './company-roster.ts';
import { readQueueDay } from './queue-day.ts';

interface Deps {
  readonly db: Db;
  readonly calls: Pick<CallsNow, 'goingOn'>;
  /** Who somebody is and what they may do now; undefined where they may not sign in any more. */
  readonly callerOf: (trx: Trx, accountId: string) => Promise<Caller | undefined>;
  readonly now: () => number;
  /** Where the console is. */
  readonly consoleUrl: () => string;
}

const dayMs = 86_400_000;
/** A screen that asks again within this time has been seen; one that was dark for longer is opened anew. */
const seenMs = 60_000;
const darkMs = 10 * 60_000;

/** Links that show the big screen without signing in: figures of people and queues, and nobody's name or number. */
export const wallRoutes = ({ db, calls, callerOf, now, consoleUrl }: Deps): Route[] => [
  route(makeWallLink, (request) =>
    db.inTenant(request.caller.tenantId, async (trx) => {
      const { caller, body } = request;
      const { name, days, ...places } = body;
      const at = new Date(now());
      if ((await countGoodLinks(trx, 'wall_link', at)) >= wallsAtMost)
        throw Problem.invalid({ name: `Có nhiều nhất ${wallsAtMost} màn hình. Hãy thu hồi liên kết không dùng nữa` });
      const { token, hash } = newLinkToken(caller.tenantId);
      const id = newId();
      const expires_at = new Date(at.getTime() + days * dayMs);
      await trx
        .insertInto('wall_link')
        .values({
          id,
          name,
          ...(await ownPlaces(trx, places)),
          token_hash: hash,
          expires_at,
          account_id: caller.accountId,
          created_by: caller.accountId,
          created_at: at,
        })
        .execute();
      await audit(trx, actorOf(request), {
        action: 'create',
        subject: 'wall_link',
        subjectId: id,
        after: { name, expires_at, ...places },
      });
      return { id, url: `${consoleUrl()}/wall#${token}`, expires_at };
    }),
  ),

  route(wallLinks, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const data = await trx
        .selectFrom('wall_link')
        .innerJoin('account', 'account.id', 'wall_link.account_id')
        .where('expires_at', '>', new Date(now()))
        .select(['wall_link.id', 'wall_link.name', 'account.name as made_by', 'wall_link.created_at'])
        .select(['expires_at', 'seen_at'])
        .orderBy('wall_link.created_at', 'desc')
        .limit(wallsAtMost)
        .execute();
      return { data };
    }),
  ),

  route(withdrawWallLink, (request) =>
    db.inTenant(request.caller.tenantId, async (trx) => {
      const { id } = request.params;
      const gone = await trx.deleteFrom('wall_link').where('id', '=', id).returning('name').executeTakeFirst();
      if (gone === undefined) throw Problem.notFound();
      await audit(trx, actorOf(request), { action: 'delete', subject: 'wall_link', subjectId: id, before: gone });
      return {};
    }),
  ),

  publicRoute(openWall, async ({ body, network, requestId }) => {
    const { tenantId, hash } = readLinkToken(body.token);
    const at = now();
    const { link, caller, company } = await db.inTenant(tenantId, async (trx) => {
      const found = await trx
        .selectFrom('wall_link')
        .innerJoin('tenant', 'tenant.id', 'wall_link.tenant_id')
        .where('tenant.active', '=', true)
        .where('token_hash', '=', hash)
        .where('expires_at', '>', new Date(at))
        .select(['wall_link.id', 'wall_link.name', 'expires_at', 'account_id', 'seen_at', 'seen_network'])
        .select(['department_id', 'team_id', 'queue_id'])
        .executeTakeFirst();
      // Whoever made it lends their rights, asked anew each time.
      const lender = found && (await callerOf(trx, found.account_id));
      if (found === undefined || lender === undefined || !isAllowed(lentBy(lender), wallAccess))
        throw Problem.deadLink();
      const sinceMs = at - (found.seen_at?.getTime() ?? 0);
      if (sinceMs > seenMs || found.seen_network !== network) {
        const seen = { seen_at: new Date(at), seen_network: network };
        await trx.updateTable('wall_link').set(seen).where('id', '=', found.id).execute();
      }
      if (sinceMs > darkMs || found.seen_network !== network) {
        const entry = { action: 'open-wall', subject: 'wall_link', subjectId: found.id, after: { name: found.name } };
        await audit(trx, { accountId: null, network, requestId }, entry);
      }
      return { link: found, caller: lender, company: await brandOf(trx) };
    });
    const [roster, day, everything] = await Promise.all([
      readCompany(db, tenantId),
      readQueueDay(db, caller, at),
      calls.goingOn(tenantId),
    ]);
    const way = wayOf(caller, roster);
    const board = narrowedToPlaces(
      presentBoard(everything, way, () => '', day),
      {
        department: link.department_id ?? '',
        team: link.team_id ?? '',
        queue: link.queue_id ?? '',
      },
    );
    return {
      name: link.name,
      company,
      expires_at: link.expires_at,
      at: new Date(at),
      level_percent: way.levelPercent,
      states: statesOf(board.agents),
      calls: board.calls.length,
      queues: board.queues,
      today: board.today,
    };
  }),
];

interface Places {
  readonly department_id: string | null;
  readonly team_id: string | null;
  readonly queue_id: string | null;
}

/** The places, each one of the company's own. */
async function ownPlaces(trx: Trx, places: Places): Promise<Places> {
  const tables = { department_id: 'department', team_id: 'team', queue_id: 'queue' } as const;
  for (const [field, table] of Object.entries(tables)) {
    const id = places[field as keyof Places];
    if (id === null) continue;
    const there = await trx.selectFrom(table).where('id', '=', id).select('id').executeTakeFirst();
    if (there === undefined) throw Problem.noSuchChoice({ [field]: 'Không tìm thấy' });
  }
  return places;
}
