import { companySummaryWriter, setCompanySummaryWriter, summariseCall, tryCompanySummaryWriter } from '@alo/contract';
import { sql } from 'kysely';

import { audit } from '../../../../db/audit.ts';
import type { Db } from '../../../../db/database.ts';
import { tellInside } from '../../../../db/refused-told.ts';
import { type Route, route } from '../../../../http/route.ts';
import { actorOf } from '../../../../kernel/by.ts';
import type { ServerKey } from '../../../../kernel/key-ring.ts';
import { newId } from '../../../../kernel/new-id.ts';
import { Problem } from '../../../../kernel/problem.ts';
import { recordingIn } from '../../recording-in.ts';
import { withEvidence } from './evidence.ts';
import { httpWriter } from './http-writer.ts';
import { keptWriter, writerSealer } from './kept-writer.ts';
import { trialCall } from './trial-call.ts';
import { wantSummary } from './want-summary.ts';

interface Deps {
  readonly db: Pick<Db, 'inTenant'>;
  readonly serverKey: ServerKey;
  readonly offered: boolean;
  /** Hosts that the operator trusts; see `postGuarded`. */
  readonly allowed: readonly string[];
  readonly now: () => number;
}

const off = { active: false, url: '', model: '', sealed_key: null };
/** Somebody waits for the answer. */
const triedWithinMs = 30_000;
const notOffered = 'Đơn vị vận hành chưa cho chép lời trên máy chủ này';

/** Who sums up a company's calls, and the wish to have one summed up. */
export const summaryRoutes = ({ db, serverKey, offered, allowed, now }: Deps): Route[] => {
  const sealer = writerSealer(serverKey);
  return [
    route(companySummaryWriter, ({ caller }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const { active, url, model, sealed_key: key } = (await keptWriter(trx)) ?? off;
        const { rows } = await sql<{ done: number; dropped: number; waiting: number; failed: number }>`select
          count(*) filter (where state = 'done')::int as done, coalesce(sum(dropped), 0)::int as dropped,
          (select count(*)::int from transcript_summary where state = 'due') as waiting,
          (select count(*)::int from transcript_summary where state = 'failed') as failed
          from transcript_summary where done_at > now() - interval '30 days'`.execute(trx);
        const counts = rows[0] ?? { done: 0, dropped: 0, waiting: 0, failed: 0 };
        return { offered, active, url, model, has_key: key !== null, ...counts };
      }),
    ),

    route(setCompanySummaryWriter, (request) =>
      db.inTenant(request.caller.tenantId, async (trx) => {
        const { caller, body } = request;
        const { key, ...said } = body;
        if (said.active && !offered) throw Problem.invalid({ active: notOffered });
        const before = (await keptWriter(trx)) ?? off;
        const isElsewhere = URL.parse(before.url)?.origin !== URL.parse(said.url)?.origin;
        // A key that was given for one place is not sent to another.
        const sealed = key === undefined ? (isElsewhere ? null : before.sealed_key) : sealedOf(caller.tenantId, key);
        const values = { ...said, sealed_key: sealed };
        await trx
          .insertInto('company_summary_writer')
          .values({ id: newId(), ...values, created_by: caller.accountId })
          .onConflict((row) =>
            row
              .column('tenant_id')
              .doUpdateSet({ ...values, updated_at: sql<Date>`now()`, updated_by: caller.accountId }),
          )
          .execute();
        const shown = ({ sealed_key: its, ...rest }: typeof before) => ({
          summary_writer: { ...rest, has_key: its !== null },
        });
        await audit(trx, actorOf(request), {
          action: 'update',
          subject: 'system_setting',
          subjectId: caller.tenantId,
          before: shown(before),
          after: shown(values),
        });
        return {};
      }),
    ),

    route(tryCompanySummaryWriter, async (request) => {
      const { tenantId } = request.caller;
      const kept = await db.inTenant(tenantId, keptWriter);
      if (!offered) return { ok: false, words: notOffered };
      if (kept === undefined || kept.url === '') return { ok: false, words: 'Chưa lưu địa chỉ máy tóm tắt' };
      const key = kept.sealed_key === null ? '' : sealer.open(tenantId, kept.sealed_key);
      if (key === undefined) return { ok: false, words: 'Khoá không còn mở được, hãy nhập lại' };
      const writer = { url: kept.url, model: kept.model, key };
      const drafted = await httpWriter(writer, { allowed, withinMs: triedWithinMs })(trialCall);
      if (drafted.is === 'drafted') {
        const { sentences, dropped } = withEvidence(drafted.sentences, trialCall.lines);
        return { ok: sentences.length > 0, words: toldOf(sentences.length, dropped) };
      }
      if (drafted.inside === true) {
        const refused = { subject: 'system_setting', subjectId: tenantId };
        const after = { address: kept.url, message: drafted.because };
        await db.inTenant(tenantId, (trx) => tellInside(trx, actorOf(request), { ...refused, after }));
      }
      return { ok: false, words: drafted.because };
    }),

    route(summariseCall, (request) =>
      db.inTenant(request.caller.tenantId, async (trx) => {
        const { caller, params } = request;
        const recording = await recordingIn(trx, caller, params.id);
        if (recording === undefined) throw Problem.notFound();
        const transcript = await trx
          .selectFrom('transcript')
          .where('recording_id', '=', recording.id)
          .where('state', '=', 'done')
          .select('id')
          .executeTakeFirst();
        if (transcript === undefined) throw Problem.invalid({ id: 'Cuộc gọi chưa có lời chép' });
        if (!offered || (await keptWriter(trx))?.active !== true)
          throw Problem.invalid({ id: 'Công ty chưa bật máy tóm tắt' });
        await wantSummary(trx, transcript.id, new Date(now()));
        await audit(trx, actorOf(request), { action: 'summarise', subject: 'call', subjectId: params.id });
        return {};
      }),
    ),
  ];

  function sealedOf(tenantId: string, key: string): Buffer | null {
    return key === '' ? null : sealer.seal(tenantId, key);
  }
};

const toldOf = (kept: number, dropped: number): string =>
  kept === 0
    ? 'Máy trả lời, nhưng không câu nào có chứng cứ trong cuộc gọi thử'
    : `Đúng cách: ${kept} câu có chứng cứ${dropped > 0 ? `, ${dropped} câu bị bỏ` : ''}`;
