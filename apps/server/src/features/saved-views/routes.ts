import { deleteView, type SavedView, savedViews, saveView } from '@alo/contract';
import { sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';

const columns = ['saved_view.id', 'list', 'saved_view.name', 'address', 'shared', 'account_id'] as const;

/** Views of lists: everybody's own, and those that the own team shares. */
export const savedViewRoutes = (db: Db): Route[] => [
  route(savedViews, ({ caller, query: { list } }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const found = await trx
        .selectFrom('saved_view')
        .innerJoin('account', 'account.id', 'saved_view.account_id')
        .where('list', '=', list)
        .where((view) =>
          view.or([
            view('account_id', '=', caller.accountId),
            view.and([view('shared', '=', true), view('account.team_id', '=', caller.teamId)]),
          ]),
        )
        .select(columns)
        .orderBy(sql`saved_view.name collate "vi-x-icu"`)
        .execute();
      return { data: found.map((view) => shown(caller, view)) };
    }),
  ),
  route(saveView, (by) =>
    db.inTenant(by.caller.tenantId, async (trx) => {
      const { caller, body } = by;
      const id = newId();
      const saved = await trx
        .insertInto('saved_view')
        .values({
          ...body,
          id,
          account_id: caller.accountId,
          created_by: caller.accountId,
          updated_by: caller.accountId,
        })
        .onConflict((same) =>
          same.expression(sql`tenant_id, account_id, list, name_key(name)`).doUpdateSet({
            address: body.address,
            shared: body.shared,
            name: body.name,
            version: sql`saved_view.version + 1`,
          }),
        )
        .returning(['id', 'list', 'name', 'address', 'shared', 'account_id'])
        .executeTakeFirstOrThrow();
      const action = saved.id === id ? 'create' : 'update';
      await audit(trx, actorOf(by), { action, subject: 'saved_view', subjectId: saved.id, after: body });
      return shown(caller, saved);
    }),
  ),
  route(deleteView, (by) =>
    db.inTenant(by.caller.tenantId, async (trx) => {
      const before = await trx
        .deleteFrom('saved_view')
        .where('id', '=', by.params.id)
        .where('account_id', '=', by.caller.accountId)
        .returning(['id', 'list', 'name', 'address', 'shared'])
        .executeTakeFirst();
      if (before === undefined) throw Problem.notFound();
      await audit(trx, actorOf(by), { action: 'delete', subject: 'saved_view', subjectId: before.id, before });
      return {};
    }),
  ),
];

const shown = (
  { accountId }: Caller,
  { account_id: owner, ...view }: Omit<SavedView, 'mine'> & { account_id: string },
): SavedView => ({ ...view, mine: owner === accountId });
