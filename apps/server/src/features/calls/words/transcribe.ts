import { sql } from 'kysely';
import { z } from 'zod';

import type { Db, InTenant, Trx } from '../../../db/database.ts';
import { nobody } from '../../../db/over-share-told.ts';
import { tellInside } from '../../../db/refused-told.ts';
import type { QueueLog } from '../../../jobs/queue-log.ts';
import { newId } from '../../../kernel/new-id.ts';
import type { FileStore, StoredFile } from '../../../storage/file-store.ts';
import type { Sealer } from '../../../storage/sealed.ts';
import { recordingFile } from '../recording-in.ts';
import { type HttpRecogniser, httpRecogniser } from './http-recogniser.ts';
import { keptRecogniser } from './kept-recogniser.ts';
import { partsOf, pieceOf, type Voice, voicesOf } from './pieces.ts';
import { queueTranscript } from './queue-transcript.ts';
import { type Said, saidAloud } from './recogniser.ts';
import { leastLines } from './summary/extract.ts';
import { keptWriter } from './summary/kept-writer.ts';
import { wantSummary } from './summary/want-summary.ts';

interface Deps {
  readonly inTenant: InTenant;
  readonly files: Pick<FileStore, 'find'>;
  readonly sealer: Sealer;
  /** The operator lets companies of this installation send recordings to recognisers. */
  readonly offered: boolean;
  /** Hosts that the operator trusts; see `postGuarded`. */
  readonly allowed: readonly string[];
  readonly log: Pick<QueueLog, 'warn'>;
  readonly now?: () => number;
}

const minuteMs = 60_000;
/** Pauses after each try that failed and may do better; then it is set aside, until somebody asks for it. */
const pausesMs = [30_000, 2 * minuteMs, 10 * minuteMs, 60 * minuteMs, 240 * minuteMs];
/** A recogniser that does not answer so many times in a row is left alone for a while. */
const failuresAtMost = 5;
const restsMs = 5 * minuteMs;
/** It may be on its way from another machine. */
const dayMs = 24 * 60 * minuteMs;
/** Nobody talks for longer, and nobody reads more. */
const [longestMs, linesAtMost] = [6 * 60 * minuteMs, 20_000];

const transcriptKey = z.object({ tenantId: z.uuid(), transcriptId: z.uuid() });

interface Wanted {
  readonly id: string;
  readonly recording: { readonly id: string; readonly call_id: string; readonly call_started_at: Date };
  readonly attempt: number;
  readonly recogniser: HttpRecogniser;
}

interface Line extends Said {
  readonly side: Voice['side'];
}

type Outcome =
  | { readonly is: 'done'; readonly lines: readonly Line[]; readonly sentMs: number }
  | {
      readonly is: 'not-done';
      readonly because: string;
      readonly again: boolean;
      readonly inside?: true;
      /** Its recogniser was asked, and did not answer as one does that works. */
      readonly unanswered?: true;
    };

/** The worker's task: has one recording written down, each voice by itself, so that whose words they are is known. */
export function transcriber({ inTenant, files, sealer, offered, allowed, log, now = Date.now }: Deps) {
  return async (payload: unknown): Promise<void> => {
    const { tenantId, transcriptId } = transcriptKey.parse(payload);
    const wanted = await inTenant(tenantId, (trx) => begin(trx, tenantId, transcriptId));
    if (wanted === undefined) return;
    const outcome = await work(tenantId, wanted);
    await inTenant(tenantId, (trx) => record(trx, tenantId, wanted, outcome));
  };

  /** Undefined where there is nothing to be done, or not now. */
  async function begin(trx: Trx, tenantId: string, id: string): Promise<Wanted | undefined> {
    const row = await trx
      .selectFrom('transcript')
      .where('id', '=', id)
      .where('state', '=', 'due')
      .select(['recording_id as id', 'call_id', 'call_started_at', 'attempts', 'next_at'])
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const { attempts, next_at: nextAt, ...recording } = row;
    if (nextAt !== null && nextAt.getTime() > now() + minuteMs) return undefined;
    const setAside = async (because: string) => {
      await trx
        .updateTable('transcript')
        .set({ state: 'failed', because, next_at: null })
        .where('id', '=', id)
        .execute();
      return undefined;
    };
    if (!offered) return setAside('Đơn vị vận hành chưa cho chép lời trên máy chủ này');
    const kept = await keptRecogniser(trx);
    if (kept?.active !== true) return setAside('Công ty đã tắt chép lời');
    // What ended its worker in the middle ends no more of them.
    if (attempts > pausesMs.length) return setAside('Đã thử nhiều lần mà không xong');
    if (kept.rests_until !== null && kept.rests_until.getTime() > now()) {
      await trx.updateTable('transcript').set({ next_at: kept.rests_until }).where('id', '=', id).execute();
      await queueTranscript(trx, id, kept.rests_until);
      return undefined;
    }
    const key = kept.sealed_key === null ? '' : sealer.open(tenantId, kept.sealed_key);
    if (key === undefined) return setAside('Khoá của máy chép lời không còn mở được, hãy nhập lại');
    await trx
      .updateTable('transcript')
      .set({ attempts: attempts + 1 })
      .where('id', '=', id)
      .execute();
    const { url, model, language } = kept;
    return { id, recording, attempt: attempts + 1, recogniser: { url, model, language, key } };
  }

  async function work(tenantId: string, { recording, recogniser }: Wanted): Promise<Outcome> {
    const notDone = (because: string, again = false) => ({ is: 'not-done', because, again }) as const;
    let file: StoredFile | undefined;
    let voices: readonly Voice[] | undefined;
    try {
      file = await files.find(recordingFile(tenantId, recording));
      if (file === undefined)
        return notDone('Không thấy tệp ghi âm', now() - recording.call_started_at.getTime() < dayMs);
      voices = await voicesOf(file);
    } catch (error) {
      log.warn(
        { err: error, tenant: tenantId, recording: recording.id },
        'a recording cannot be read to be written down',
      );
      return notDone('Không đọc được tệp ghi âm', true);
    }
    if (voices === undefined) return notDone('Không đọc được tệp ghi âm');
    if (voices.some(({ speaks }) => (speaks.at(-1)?.[1] ?? 0) > longestMs))
      return notDone('Ghi âm quá dài để chép lời');
    const recognise = httpRecogniser(recogniser, { allowed });
    const lines: Line[] = [];
    let sentMs = 0;
    for (const voice of voices) {
      for (const part of partsOf(voice.speaks)) {
        const { at, ...piece } = await pieceOf(file, voice, part);
        const heard = await recognise(piece);
        if (heard.is === 'unheard')
          return { ...heard, is: 'not-done', ...(heard.again && { unanswered: true as const }) };
        sentMs += piece.ms;
        const said = heard.said.map((one) => ({
          ...one,
          from: one.from + at,
          to: one.to + at,
          words: one.words.map(([from, to, word]) => [from + at, to + at, word] as const),
        }));
        lines.push(...saidAloud(said, voice.speaks).map((one) => ({ ...one, side: voice.side })));
      }
    }
    return { is: 'done', lines: lines.slice(0, linesAtMost), sentMs };
  }

  async function record(trx: Trx, tenantId: string, { id, recording, attempt, recogniser }: Wanted, outcome: Outcome) {
    // A recording that is going, or gone, takes its words along: none are left behind it.
    const there = await trx
      .selectFrom('recording')
      .where('id', '=', recording.id)
      .where('call_started_at', '=', recording.call_started_at)
      .where('kept_as', '<>', 'going')
      .select('id')
      .forUpdate()
      .executeTakeFirst();
    if (there === undefined) {
      await trx.deleteFrom('transcript').where('id', '=', id).execute();
      return;
    }
    const due = await trx
      .selectFrom('transcript')
      .where('id', '=', id)
      .where('state', '=', 'due')
      .select('id')
      .forUpdate()
      .executeTakeFirst();
    if (due === undefined) return;
    if (outcome.is === 'done')
      return keep(trx, { id, recording, by: `${recogniser.model} · ${hostOf(recogniser.url)}` }, outcome);
    const { because, again, inside, unanswered } = outcome;
    if (inside === true)
      await tellInside(trx, nobody, {
        subject: 'system_setting',
        subjectId: tenantId,
        after: { address: recogniser.url, message: because },
      });
    if (unanswered === true) await noteUnanswered(trx);
    const pauseMs = again ? pausesMs[attempt - 1] : undefined;
    if (pauseMs === undefined) {
      await trx
        .updateTable('transcript')
        .set({ state: 'failed', because, next_at: null })
        .where('id', '=', id)
        .execute();
      return;
    }
    const next = new Date(now() + pauseMs);
    await trx.updateTable('transcript').set({ because, next_at: next }).where('id', '=', id).execute();
    await queueTranscript(trx, id, next);
  }

  /** Many in a row: nothing is sent there for a while. */
  async function noteUnanswered(trx: Trx): Promise<void> {
    await trx
      .updateTable('company_recogniser')
      .set((row) => ({
        failures: row('failures', '+', 1),
        rests_until: row
          .case()
          .when('failures', '>=', failuresAtMost - 1)
          .then(new Date(now() + restsMs))
          .else(row.ref('rests_until'))
          .end(),
      }))
      .execute();
  }

  async function keep(
    trx: Trx,
    { id, recording, by }: Pick<Wanted, 'id' | 'recording'> & { by: string },
    { lines, sentMs }: Extract<Outcome, { is: 'done' }>,
  ): Promise<void> {
    await trx.deleteFrom('transcript_line').where('transcript_id', '=', id).execute();
    await trx.deleteFrom('transcript_summary').where('transcript_id', '=', id).execute();
    for (let first = 0; first < lines.length; first += linesAtOnce) {
      await trx
        .insertInto('transcript_line')
        .values(
          lines.slice(first, first + linesAtOnce).map(({ side, from, to, text, words }) => ({
            id: newId(),
            transcript_id: id,
            call_id: recording.call_id,
            call_started_at: recording.call_started_at,
            side,
            from_ms: from,
            to_ms: to,
            text,
            words: JSON.stringify(words),
          })),
        )
        .execute();
    }
    await trx
      .updateTable('transcript')
      .set({ state: 'done', because: '', recogniser: by, sent_ms: sentMs, done_at: new Date(now()), next_at: null })
      .where('id', '=', id)
      .execute();
    if (lines.length >= leastLines && (await keptWriter(trx))?.active === true)
      await wantSummary(trx, id, new Date(now()));
    await trx
      .updateTable('company_recogniser')
      .set({ failures: 0, rests_until: null })
      .where('failures', '>', 0)
      .execute();
  }
}

const linesAtOnce = 1_000;
const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

const overdueMs = 15 * minuteMs;

/** Now and then: recordings that no worker has. */
export async function tidyTranscripts(db: Pick<Db, 'inTenant' | 'directory'>): Promise<void> {
  for (const { id: tenantId } of await db.directory.tenants()) {
    await db.inTenant(tenantId, async (trx) => {
      const overdue = await trx
        .selectFrom('transcript')
        .where('state', '=', 'due')
        .where(sql<boolean>`coalesce(next_at, created_at) < ${new Date(Date.now() - overdueMs)}`)
        .select('id')
        .limit(1_000)
        .execute();
      for (const { id } of overdue) await queueTranscript(trx, id, new Date());
    });
  }
}
