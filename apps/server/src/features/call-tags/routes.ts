import { allCallTag, tagCall, tagsAtMost, tagsOfCall } from '@alo/contract';

import { afterCommit } from '../../db/after-commit.ts';
import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { callKeys, recordsOf } from '../../domain/call-records.ts';
import type { CallsNow } from '../../domain/calls-now.ts';
import { numberNow } from '../../domain/number-now.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { AnnounceChange } from '../../resource/announce.ts';

interface Deps {
  readonly db: Pick<Db, 'inTenant'>;
  readonly calls: Pick<CallsNow, 'outsideNumber'>;
  readonly announce: AnnounceChange;
  /** Told to whoever has the call before them. */
  readonly told: (tenantId: string, callId: string) => void;
}

/** The tags that there are, for whoever chooses among them, and those of a call. */
export const callTagRoutes = ({ db, calls, announce, told }: Deps): Route[] => [
  route(allCallTag, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => ({
      data: await trx
        .selectFrom('call_tag')
        .select(['id', 'name', 'colour', 'active'])
        .orderBy('position')
        .orderBy('name')
        .execute(),
    })),
  ),

  route(tagsOfCall, async ({ caller, params }) => {
    const tags = await db.inTenant(caller.tenantId, async (trx) => {
      const call = await callKeys(trx, caller).where('call.id', '=', params.id).executeTakeFirst();
      return call && (await tagsOf(trx, call.id));
    });
    // A call that one has just answered is not in the history yet, and has none.
    if (tags === undefined && (await numberNow(calls, caller, params.id)) === undefined) throw Problem.notFound();
    return { tags: tags ?? [] };
  }),

  route(tagCall, (request) => {
    const { caller, params, body } = request;
    const { tenantId } = caller;
    return db.inTenant(tenantId, async (trx) => {
      const [call] = await recordsOf(trx, () => callKeys(trx, caller).where('call.id', '=', params.id)).execute();
      if (call === undefined) throw Problem.notFound();
      const add = [...new Set(body.add)].filter((id) => !body.remove.includes(id));
      await refuseUnknown(trx, add);
      if (body.remove.length > 0) {
        await trx
          .deleteFrom('call_tagging')
          .where('call_id', '=', call.id)
          .where('tag_id', 'in', body.remove)
          .execute();
      }
      if (add.length > 0) {
        await trx
          .insertInto('call_tagging')
          .values(
            add.map((tag_id) => ({
              id: newId(),
              call_id: call.id,
              call_started_at: call.started_at,
              tag_id,
              created_by: caller.accountId,
            })),
          )
          .onConflict((there) => there.columns(['tenant_id', 'call_id', 'tag_id']).doNothing())
          .execute();
      }
      const tags = await tagsOf(trx, call.id);
      if (tags.length > tagsAtMost) throw Problem.invalid({ add: `Một cuộc gọi có nhiều nhất ${tagsAtMost} nhãn` });
      const [was, is] = [call.tags, tags].map((all) => ({ tags: all.map(({ name }) => name) }));
      if (JSON.stringify(was) === JSON.stringify(is)) return { tags };
      const entry = { action: 'tag', subject: 'call', subjectId: call.id, before: was, after: is };
      await audit(trx, actorOf(request), entry);
      if (call.customer_id !== null) await announce(trx, { tenantId, subject: 'customer', ids: [call.customer_id] });
      afterCommit(trx, () => told(tenantId, call.id));
      return { tags };
    });
  }),
];

/** One that is not the company's, or is chosen no more. */
async function refuseUnknown(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const known = await trx
    .selectFrom('call_tag')
    .where('id', 'in', ids)
    .where('active', '=', true)
    .select('id')
    .execute();
  if (known.length < ids.length) throw Problem.noSuchChoice({ add: 'Nhãn này không còn dùng' });
}

const tagsOf = (trx: Trx, call: string) =>
  trx
    .selectFrom('call_tagging')
    .innerJoin('call_tag', 'call_tag.id', 'call_tagging.tag_id')
    .where('call_tagging.call_id', '=', call)
    .orderBy('call_tag.position')
    .orderBy('call_tag.name')
    .select(['call_tag.id', 'call_tag.name', 'call_tag.colour'])
    .execute();
