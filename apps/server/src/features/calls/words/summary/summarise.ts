import { sql } from 'kysely';
import { z } from 'zod';

import type { Db, InTenant, Trx } from '../../../../db/database.ts';
import { nobody } from '../../../../db/over-share-told.ts';
import { tellInside } from '../../../../db/refused-told.ts';
import { numbersForStrangers } from '../../../../domain/number-view.ts';
import type { Sealer } from '../../../../storage/sealed.ts';
import { numbersShown } from '../numbers-in-words.ts';
import { storedLines } from '../stored-lines.ts';
import { withEvidence } from './evidence.ts';
import { type HttpWriter, httpWriter } from './http-writer.ts';
import { keptWriter } from './kept-writer.ts';
import { queueSummary } from './want-summary.ts';
import type { Drafted, Spoken } from './writer.ts';

interface Deps {
  readonly inTenant: InTenant;
  readonly sealer: Sealer;
  /** The operator lets companies of this installation send words of calls away. */
  readonly offered: boolean;
  /** Hosts that the operator trusts; see `postGuarded`. */
  readonly allowed: readonly string[];
  readonly now?: () => number;
}

const minuteMs = 60_000;
/** Pauses after each try that failed and may do better; then it is set aside, until somebody asks for it. */
const pausesMs = [minuteMs, 10 * minuteMs, 60 * minuteMs];

const summaryKey = z.object({ tenantId: z.uuid(), summaryId: z.uuid() });

interface Wanted {
  readonly id: string;
  readonly attempt: number;
  readonly spoken: Spoken;
  readonly writer: HttpWriter;
  /** When the transcript was written that is sent: of another one nothing is kept. */
  readonly writtenAt: Date | null;
}

/** The worker's task: has a company's writer say what one call came to, and keeps what the call bears out. */
export function summariser({ inTenant, sealer, offered, allowed, now = Date.now }: Deps) {
  return async (payload: unknown): Promise<void> => {
    const { tenantId, summaryId } = summaryKey.parse(payload);
    const wanted = await inTenant(tenantId, (trx) => begin(trx, tenantId, summaryId));
    if (wanted === undefined) return;
    const drafted = await httpWriter(wanted.writer, { allowed })(wanted.spoken);
    await inTenant(tenantId, (trx) => record(trx, tenantId, wanted, drafted));
  };

  /** Undefined where there is nothing to be done, or not now. */
  async function begin(trx: Trx, tenantId: string, id: string): Promise<Wanted | undefined> {
    const row = await trx
      .selectFrom('transcript_summary')
      .innerJoin('transcript', 'transcript.id', 'transcript_summary.transcript_id')
      .where('transcript_summary.id', '=', id)
      .where('transcript_summary.state', '=', 'due')
      .where('transcript.state', '=', 'done')
      .select([
        'transcript_summary.attempts',
        'transcript_summary.next_at',
        'transcript.id as transcript',
        'transcript.call_id',
        'transcript.call_started_at',
        'transcript.done_at',
      ])
      .forUpdate('transcript_summary')
      .executeTakeFirst();
    if (row === undefined) return undefined;
    if (row.next_at !== null && row.next_at.getTime() > now() + minuteMs) return undefined;
    const setAside = async (because: string) => {
      await fail(trx, id, because);
      return undefined;
    };
    if (!offered) return setAside('Đơn vị vận hành chưa cho chép lời trên máy chủ này');
    const kept = await keptWriter(trx);
    if (kept?.active !== true) return setAside('Công ty đã tắt máy tóm tắt');
    // What ended its worker in the middle ends no more of them.
    if (row.attempts > pausesMs.length) return setAside('Đã thử nhiều lần mà không xong');
    const key = kept.sealed_key === null ? '' : sealer.open(tenantId, kept.sealed_key);
    if (key === undefined) return setAside('Khoá của máy tóm tắt không còn mở được, hãy nhập lại');
    await trx
      .updateTable('transcript_summary')
      .set({ attempts: row.attempts + 1 })
      .where('id', '=', id)
      .execute();
    const { url, model } = kept;
    const spoken = await spokenOf(trx, row);
    return { id, attempt: row.attempts + 1, spoken, writer: { url, model, key }, writtenAt: row.done_at };
  }

  async function record(trx: Trx, tenantId: string, wanted: Wanted, drafted: Drafted): Promise<void> {
    const { id, attempt, spoken, writer, writtenAt } = wanted;
    // Gone with its recording meanwhile, asked for otherwise, or of words that were written anew.
    const due = await trx
      .selectFrom('transcript_summary')
      .innerJoin('transcript', 'transcript.id', 'transcript_summary.transcript_id')
      .where('transcript_summary.id', '=', id)
      .where('transcript_summary.state', '=', 'due')
      .where('transcript.done_at', 'is not distinct from', writtenAt)
      .select('transcript_summary.id')
      .forUpdate('transcript_summary')
      .executeTakeFirst();
    if (due === undefined) return;
    if (drafted.is === 'drafted') {
      const { sentences, dropped } = withEvidence(drafted.sentences, spoken.lines);
      await trx
        .updateTable('transcript_summary')
        .set({
          state: 'done',
          because: '',
          next_at: null,
          writer: `${writer.model} · ${URL.parse(writer.url)?.host ?? ''}`,
          sentences: JSON.stringify(sentences),
          dropped,
          done_at: new Date(now()),
        })
        .where('id', '=', id)
        .execute();
      return;
    }
    const { because, again, inside } = drafted;
    if (inside === true)
      await tellInside(trx, nobody, {
        subject: 'system_setting',
        subjectId: tenantId,
        after: { address: writer.url, message: because },
      });
    const pauseMs = again ? pausesMs[attempt - 1] : undefined;
    if (pauseMs === undefined) return fail(trx, id, because);
    const next = new Date(now() + pauseMs);
    await trx.updateTable('transcript_summary').set({ because, next_at: next }).where('id', '=', id).execute();
    await queueSummary(trx, id, next);
  }
}

async function fail(trx: Trx, id: string, because: string): Promise<void> {
  await trx
    .updateTable('transcript_summary')
    .set({ state: 'failed', because, next_at: null })
    .where('id', '=', id)
    .execute();
}

/** What leaves the house: words, and no number that somebody said, whoever may see it here. */
async function spokenOf(
  trx: Trx,
  of: { readonly transcript: string; readonly call_id: string; readonly call_started_at: Date },
): Promise<Spoken> {
  const { show } = await numbersForStrangers(trx);
  const call = await trx
    .selectFrom('call')
    .where('id', '=', of.call_id)
    .where('started_at', '=', of.call_started_at)
    .select('direction')
    .executeTakeFirst();
  const lines = await storedLines(trx, of.transcript);
  return {
    lines: lines.map((line) => ({ ...line, text: numbersShown(line.text, show) })),
    names: namesOf(call?.direction),
  };
}

/** Whoever called is on the left. Of people no name is sent. */
function namesOf(direction: 'inbound' | 'outbound' | 'internal' | undefined): Spoken['names'] {
  const both = 'Hai bên';
  if (direction === 'inbound') return { left: 'Khách', right: 'Nhân viên', both };
  if (direction === 'outbound') return { left: 'Nhân viên', right: 'Khách', both };
  return { left: 'Người gọi', right: 'Người nghe', both };
}

const overdueMs = 15 * minuteMs;

/** Now and then: summaries that no worker has. */
export async function tidySummaries(db: Pick<Db, 'inTenant' | 'directory'>): Promise<void> {
  for (const { id: tenantId } of await db.directory.tenants()) {
    await db.inTenant(tenantId, async (trx) => {
      const overdue = await trx
        .selectFrom('transcript_summary')
        .where('state', '=', 'due')
        .where(sql<boolean>`coalesce(next_at, created_at) < ${new Date(Date.now() - overdueMs)}`)
        .select('id')
        .limit(1_000)
        .execute();
      for (const { id } of overdue) await queueSummary(trx, id, new Date());
    });
  }
}
