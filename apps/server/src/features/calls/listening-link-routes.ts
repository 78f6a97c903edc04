import {
  hearListeningLink,
  isAllowed,
  listeningAccess,
  listeningLinks,
  listeningLinksAtMost,
  makeListeningLink,
  openListeningLink,
  withdrawListeningLink,
} from '@alo/contract';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { brandOf } from '../../domain/brand.ts';
import { callKeys } from '../../domain/call-records.ts';
import { countGoodLinks, lentBy, newLinkToken, readLinkToken } from '../../domain/link-tokens.ts';
import { numbersForStrangers } from '../../domain/number-view.ts';
import { publicFileRoute, publicRoute, type RequestContext, type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { RecordingFiles } from '../../storage/small/recording-files.ts';
import { smallAbout } from '../../storage/small/small-recording.ts';
import { recordingFile, recordingIn } from './recording-in.ts';

interface Deps {
  readonly db: Pick<Db, 'inTenant'>;
  readonly files: RecordingFiles;
  /** Who somebody is and what they may do now; undefined where they may not sign in any more. */
  readonly callerOf: (trx: Trx, accountId: string) => Promise<Caller | undefined>;
  readonly now: () => number;
  /** Where the console is. */
  readonly consoleUrl: () => string;
}

const dayMs = 86_400_000;
/** Whoever opens or hears it again so soon stands in the trail already. */
const sameMs = 60_000;

/** Links that play one recording without signing in. */
export const listeningLinkRoutes = ({ db, files, callerOf, now, consoleUrl }: Deps): Route[] => {
  return [
    route(makeListeningLink, (request) =>
      db.inTenant(request.caller.tenantId, async (trx) => {
        const { caller, params, body } = request;
        const recording = await recordingIn(trx, caller, params.id);
        if (recording === undefined) throw Problem.notFound();
        const at = new Date(now());
        if ((await countGoodLinks(trx, 'listening_link', at)) >= listeningLinksAtMost)
          throw Problem.invalid({
            days: `Có nhiều nhất ${listeningLinksAtMost} liên kết nghe. Hãy thu hồi liên kết không dùng nữa`,
          });
        const { token, hash } = newLinkToken(caller.tenantId);
        const id = newId();
        const expires_at = new Date(at.getTime() + body.days * dayMs);
        await trx
          .insertInto('listening_link')
          .values({
            id,
            call_id: params.id,
            recording_id: recording.id,
            note: body.note,
            token_hash: hash,
            expires_at,
            account_id: caller.accountId,
            created_by: caller.accountId,
            created_at: at,
          })
          .execute();
        const entry = { action: 'share-recording', subject: 'call', subjectId: params.id };
        await audit(trx, actorOf(request), { ...entry, after: { link: id, expires_at } });
        return { id, url: `${consoleUrl()}/recording#${token}`, expires_at };
      }),
    ),

    route(listeningLinks, ({ caller, params: { id } }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        await refuseUnseen(trx, caller, id);
        const data = await trx
          .selectFrom('listening_link')
          .innerJoin('account', 'account.id', 'listening_link.account_id')
          .where('call_id', '=', id)
          .where('expires_at', '>', new Date(now()))
          .select(['listening_link.id', 'note', 'account.name as made_by', 'listening_link.created_at'])
          .select(['expires_at', 'opened', 'heard', 'opened_at'])
          .orderBy('listening_link.created_at', 'desc')
          .limit(listeningLinksAtMost)
          .execute();
        return { data };
      }),
    ),

    route(withdrawListeningLink, (request) =>
      db.inTenant(request.caller.tenantId, async (trx) => {
        const { id } = request.params;
        const gone = await trx
          .deleteFrom('listening_link')
          .where('id', '=', id)
          .returning('call_id')
          .executeTakeFirst();
        if (gone === undefined) throw Problem.notFound();
        await refuseUnseen(trx, request.caller, gone.call_id);
        const entry = { action: 'withdraw-recording', subject: 'call', subjectId: gone.call_id };
        await audit(trx, actorOf(request), { ...entry, before: { link: id } });
        return {};
      }),
    ),

    publicRoute(openListeningLink, (request) =>
      through(request.body.token, async (trx, link) => {
        const call = await trx
          .selectFrom('recording')
          .innerJoin('call', (join) =>
            join.onRef('call.id', '=', 'recording.call_id').onRef('call.started_at', '=', 'recording.call_started_at'),
          )
          .where('recording.id', '=', link.recording_id)
          .where('recording.call_id', '=', link.call_id)
          .select(['call.started_at', 'call.direction', 'call.outside_number', 'recording.duration_ms'])
          .executeTakeFirstOrThrow();
        await noteUse(trx, link, { use: 'opened', by: request });
        return {
          company: await brandOf(trx),
          started_at: call.started_at,
          direction: call.direction,
          number: (await numbersForStrangers(trx)).show(call.outside_number),
          seconds: call.duration_ms / 1_000,
          expires_at: link.expires_at,
        };
      }),
    ),

    publicFileRoute(hearListeningLink, async (request) => {
      const { token, as } = request.body;
      const { tenantId, link } = await through(token, async (trx, found, tenant) => {
        await noteUse(trx, found, { use: 'heard', by: request });
        return { tenantId: tenant, link: found };
      });
      const key = recordingFile(tenantId, { id: link.recording_id });
      const stored = as === 'kept' ? await files.kept(key) : await files.find(key);
      if (stored === undefined) throw Problem.deadLink();
      const isOpus = as === 'kept' && (await smallAbout(stored)) !== undefined;
      const name = `ghi-am-${link.call_id}.${isOpus ? 'ogg' : 'wav'}`;
      return { stored, name, contentType: isOpus ? 'audio/ogg' : 'audio/wav', disposition: 'inline' };
    }),
  ];

  /** What a token opens now; whatever is wrong with it, it is told in the same words. */
  function through<T>(token: string, work: (trx: Trx, link: Link, tenantId: string) => Promise<T>): Promise<T> {
    const { tenantId, hash } = readLinkToken(token);
    return db.inTenant(tenantId, async (trx) => {
      const link = await linkOf(trx, hash, new Date(now()));
      // Whoever made it lends their rights, asked anew each time.
      const lender = link && (await callerOf(trx, link.account_id));
      if (link === undefined || lender === undefined || !isAllowed(lentBy(lender), listeningAccess))
        throw Problem.deadLink();
      const recording = await recordingIn(trx, lender, link.call_id);
      if (recording?.id !== link.recording_id) throw Problem.deadLink();
      return work(trx, link, tenantId);
    });
  }

  async function noteUse(
    trx: Trx,
    link: Link,
    { use, by: { network, requestId } }: { use: 'opened' | 'heard'; by: RequestContext },
  ): Promise<void> {
    const at = new Date(now());
    await trx
      .updateTable('listening_link')
      .set((row) =>
        use === 'opened'
          ? { opened: row('opened', '+', 1), opened_at: at, opened_network: network }
          : { heard: row('heard', '+', 1), heard_at: at, heard_network: network },
      )
      .where('id', '=', link.id)
      .execute();
    const last = use === 'opened' ? link.opened_at : link.heard_at;
    const from = use === 'opened' ? link.opened_network : link.heard_network;
    if (from === network && (last?.getTime() ?? 0) > at.getTime() - sameMs) return;
    const action = use === 'opened' ? 'open-recording' : 'hear-recording';
    const entry = { action, subject: 'call', subjectId: link.call_id, after: { link: link.id } };
    await audit(trx, { accountId: null, network, requestId }, entry);
  }
};

const linkOf = (trx: Trx, hash: Buffer, at: Date) =>
  trx
    .selectFrom('listening_link')
    .innerJoin('tenant', 'tenant.id', 'listening_link.tenant_id')
    .where('tenant.active', '=', true)
    .where('token_hash', '=', hash)
    .where('expires_at', '>', at)
    .select(['listening_link.id', 'call_id', 'recording_id', 'account_id', 'expires_at'])
    .select(['opened_at', 'opened_network', 'heard_at', 'heard_network'])
    .executeTakeFirst();

type Link = NonNullable<Awaited<ReturnType<typeof linkOf>>>;

async function refuseUnseen(trx: Trx, caller: Caller, id: string): Promise<void> {
  const seen = await callKeys(trx, caller).where('call.id', '=', id).executeTakeFirst();
  if (seen === undefined) throw Problem.notFound();
}
