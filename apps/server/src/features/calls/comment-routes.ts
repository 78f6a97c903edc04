import {
  changeRecordingComment,
  commentRecording,
  deleteRecordingComment,
  recordingComments,
  recordingCommentsAtMost,
} from '@alo/contract';
import { sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { recordingIn } from './recording-in.ts';

/** What people put at seconds of a recording. Whoever hears it reads all of it; the trail says who did what where, and not in which words. */
export const commentRoutes = (db: Pick<Db, 'inTenant'>): Route[] => [
  route(recordingComments, ({ caller, params }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const { id: recording } = await heardBy(trx, caller, params.id);
      const rows = await trx
        .selectFrom('recording_comment')
        .leftJoin('account', 'account.id', 'recording_comment.created_by')
        .where('recording_id', '=', recording)
        .orderBy('at_ms')
        .orderBy('recording_comment.id')
        .limit(recordingCommentsAtMost)
        .select(['recording_comment.id', 'at_ms', 'text', 'account.name', 'recording_comment.created_by'])
        .select(['recording_comment.created_at', 'recording_comment.updated_at'])
        .execute();
      return {
        data: rows.map(({ at_ms: atMs, name, created_by: by, ...row }) => ({
          ...row,
          at: atMs / 1_000,
          by_name: name ?? '',
          own: by === caller.accountId,
        })),
      };
    }),
  ),

  route(commentRecording, (request) =>
    db.inTenant(request.caller.tenantId, async (trx) => {
      const { caller, params, body } = request;
      const recording = await heardBy(trx, caller, params.id);
      if (body.at * 1_000 > recording.duration_ms + 1_000)
        throw Problem.invalid({ at: 'Không có chỗ này trong ghi âm' });
      // Two who write the last one at once take turns, and one that is being erased is waited for.
      const there = await trx
        .selectFrom('recording')
        .where('id', '=', recording.id)
        .where('call_started_at', '=', recording.call_started_at)
        .where('kept_as', '<>', 'going')
        .select('id')
        .forUpdate()
        .executeTakeFirst();
      if (there === undefined) throw Problem.notFound();
      const { n } = await trx
        .selectFrom('recording_comment')
        .where('recording_id', '=', recording.id)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      if (Number(n) >= recordingCommentsAtMost)
        throw Problem.invalid({ text: `Một ghi âm có nhiều nhất ${recordingCommentsAtMost} bình luận` });
      const id = newId();
      const at_ms = Math.round(body.at * 1_000);
      await trx
        .insertInto('recording_comment')
        .values({
          id,
          call_id: params.id,
          recording_id: recording.id,
          at_ms,
          text: body.text,
          created_by: caller.accountId,
        })
        .execute();
      await told(trx, request, { action: 'comment-recording', call: params.id, id, at_ms });
      return { id };
    }),
  ),

  route(changeRecordingComment, (request) =>
    db.inTenant(request.caller.tenantId, async (trx) => {
      const { params, body } = request;
      const own = await ownOf(trx, request.caller, params.id);
      await trx
        .updateTable('recording_comment')
        .set((row) => ({ text: body.text, version: row('version', '+', 1), updated_at: sql<Date>`now()` }))
        .where('id', '=', params.id)
        .execute();
      await told(trx, request, { action: 'change-comment', id: params.id, ...own });
      return {};
    }),
  ),

  route(deleteRecordingComment, (request) =>
    db.inTenant(request.caller.tenantId, async (trx) => {
      const { params } = request;
      const own = await ownOf(trx, request.caller, params.id);
      await trx.deleteFrom('recording_comment').where('id', '=', params.id).execute();
      await told(trx, request, { action: 'delete-comment', id: params.id, ...own });
      return {};
    }),
  ),
];

async function heardBy(trx: Trx, caller: Caller, callId: string) {
  const recording = await recordingIn(trx, caller, callId);
  if (recording === undefined) throw Problem.notFound();
  return recording;
}

/** Somebody's own, of a call that they see yet. */
async function ownOf(trx: Trx, caller: Caller, id: string) {
  const own = await trx
    .selectFrom('recording_comment')
    .where('id', '=', id)
    .where('created_by', '=', caller.accountId)
    .select(['call_id as call', 'at_ms'])
    .forUpdate()
    .executeTakeFirst();
  if (own === undefined) throw Problem.notFound();
  await heardBy(trx, caller, own.call);
  return own;
}

function told(
  trx: Trx,
  by: Parameters<typeof actorOf>[0],
  { action, call, id, at_ms }: { action: string; call: string; id: string; at_ms: number },
): Promise<void> {
  const after = { comment: id, at: at_ms / 1_000 };
  return audit(trx, actorOf(by), { action, subject: 'call', subjectId: call, after });
}
