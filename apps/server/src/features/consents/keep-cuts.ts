import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';

import { letRecordingsGo } from '../../background/let-recordings-go.ts';
import type { Db } from '../../db/database.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import type { FileKey, StoredFile } from '../../storage/file-store.ts';
import { cutOut } from '../../storage/small/cut-out.ts';
import { madeSmall } from '../../storage/small/make-small.ts';
import type { RecordingFiles } from '../../storage/small/recording-files.ts';
import { consentSoundPlaceOf, consentSoundSealer } from './consent-sound.ts';

interface CutDeps {
  readonly db: Pick<Db, 'inTenant' | 'directory'>;
  readonly files: Pick<RecordingFiles, 'kept' | 'remove'>;
  readonly serverKey: ServerKey;
  readonly log: { warn(about: object, words: string): void };
  /** So long after it was said, what came of its call is known. */
  readonly settlesMs?: number;
}

/** What was asked, the key, and what was answered to it. */
const beforeMs = 15_000;
const afterMs = 3_000;
const settlesUsuallyMs = 10 * 60_000;
const dayMs = 86_400_000;
const atOnce = 100;

interface Due {
  readonly id: string;
  readonly call_id: string;
  readonly said_at: Date;
  readonly age_ms: number;
  /** Null where the call is not there, or not any more. */
  readonly is_over: boolean | null;
}

interface Recorded {
  readonly id: string;
  readonly started_at: Date;
  readonly covers: boolean;
  readonly is_open: boolean;
  readonly dropped: boolean;
}

type Found =
  | 'later'
  | { readonly why: string }
  | {
      readonly recording: string;
      readonly sound: Buffer;
      readonly type: string;
      readonly keyMs: number;
      readonly durationMs: number;
    };

/**
 * Keeps the sound around each key by which somebody agreed or refused: from the call's recording, or from the one that was made for it,
 * which is removed then, as it is where nobody pressed such a key.
 */
export async function keepCuts({ db, files, serverKey, log, settlesMs = settlesUsuallyMs }: CutDeps): Promise<void> {
  const seals = consentSoundSealer(serverKey);
  for (const { id: tenantId } of await db.directory.everyTenant()) {
    for (const due of await dueOf(tenantId)) await keep(tenantId, due);
    await removeSpent(tenantId);
  }

  async function dueOf(tenantId: string): Promise<readonly Due[]> {
    const { rows } = await db.inTenant(tenantId, (trx) =>
      sql<Due>`
        select consent.id, consent.call_id, coalesce(consent.said_at, consent.created_at) as said_at,
          (extract(epoch from clock_timestamp() - consent.created_at) * 1000)::double precision as age_ms,
          (select call.status <> 'in_progress' from call where call.id = consent.call_id limit 1) as is_over
        from consent
        where consent.way = 'key' and consent.call_id is not null
          and not exists (select from consent_cut where consent_cut.id = consent.id)
        order by consent.created_at limit ${atOnce}`.execute(trx),
    );
    return rows;
  }

  async function keep(tenantId: string, due: Due): Promise<void> {
    try {
      const found = await soundOf(tenantId, due);
      if (found === 'later') return;
      const values =
        'why' in found
          ? { id: due.id, state: 'none' as const, why: found.why }
          : {
              id: due.id,
              state: 'kept' as const,
              recording_id: found.recording,
              type: found.type as 'audio/ogg' | 'audio/wav', // as `cutOut` answers it
              bytes: found.sound.length,
              sha256: createHash('sha256').update(found.sound).digest(),
              key_ms: found.keyMs,
              duration_ms: found.durationMs,
              sealed_sound: seals.seal(consentSoundPlaceOf(tenantId, due.id), found.sound.toString('base64')),
            };
      await db.inTenant(tenantId, (trx) =>
        trx
          .insertInto('consent_cut')
          .values(values)
          .onConflict((one) => one.columns(['tenant_id', 'id']).doNothing())
          .execute(),
      );
    } catch (error) {
      // One that cannot be read holds back no other.
      log.warn({ err: error, tenant: tenantId, consent: due.id }, 'the sound of a consent is not kept yet');
    }
  }

  async function soundOf(
    tenantId: string,
    { call_id: call, said_at: said, age_ms: age, is_over }: Due,
  ): Promise<Found> {
    const isSettled = age >= settlesMs;
    if (is_over === null) return isSettled ? { why: 'Cuộc gọi không còn trong lịch sử' } : 'later';
    const recordings = await recordingsOf(tenantId, call, said);
    if (!is_over || recordings.some((one) => one.is_open))
      return age < dayMs ? 'later' : { why: 'Ghi âm không kết thúc' };
    const [recording] = recordings.filter(({ covers }) => covers);
    if (recording === undefined) {
      if (!isSettled) return 'later';
      if (recordings.some(({ dropped }) => dropped)) return { why: 'Khách từ chối ghi âm, đoạn đã ghi không được giữ' };
      return { why: recordings.length === 0 ? 'Cuộc gọi không được ghi âm' : 'Ghi âm không có đoạn bấm phím' };
    }
    const kept = await files.kept(fileOf(tenantId, recording.id));
    // It may be on its way from another machine.
    if (kept === undefined) return age < dayMs ? 'later' : { why: 'Không còn tệp ghi âm' };
    const keyMs = said.getTime() - recording.started_at.getTime();
    const cut = await cutOut(kept, Math.max(0, keyMs - beforeMs), keyMs + afterMs);
    if (cut === undefined) return { why: 'Ghi âm không có đoạn bấm phím' };
    const small = cut.type === 'audio/wav' ? await madeSmall(inMemory(cut.content)) : undefined;
    return {
      recording: recording.id,
      sound: small ?? cut.content,
      type: small === undefined ? cut.type : 'audio/ogg',
      keyMs: keyMs - cut.fromMs,
      durationMs: cut.toMs - cut.fromMs,
    };
  }

  /** What was made for this alone comes first. */
  async function recordingsOf(tenantId: string, call: string, said: Date): Promise<readonly Recorded[]> {
    const { rows } = await db.inTenant(tenantId, (trx) =>
      sql<Recorded>`
        select id, started_at, state = 'open' as is_open, dropped,
          bytes > 0 and kept_as <> 'going' and not dropped and started_at <= ${said}
            and started_at + make_interval(secs => duration_ms / 1000.0) > ${said}::timestamptz - interval '1 second' as covers
        from recording where call_id = ${call} order by kind = 'proof' desc, started_at`.execute(trx),
    );
    return rows;
  }

  async function removeSpent(tenantId: string): Promise<void> {
    const { rows } = await db.inTenant(tenantId, (trx) =>
      sql<{ id: string }>`
        select recording.id from recording
          join call on call.id = recording.call_id and call.started_at = recording.call_started_at
        where recording.kind = 'proof' and recording.state <> 'open' and call.status <> 'in_progress'
          and call.ended_at < clock_timestamp() - make_interval(secs => ${settlesMs} / 1000.0)
          and not exists (select from consent where consent.call_id = recording.call_id
            and not exists (select from consent_cut where consent_cut.id = consent.id))
          and not exists (select from call_hold where call_hold.call_id = recording.call_id)
        limit ${atOnce}`.execute(trx),
    );
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await db.inTenant(tenantId, (trx) => letRecordingsGo(trx, ids));
    try {
      // Files first: a row that stays is tried again, a file without a row never.
      for (const id of ids) await files.remove(fileOf(tenantId, id));
      await db.inTenant(tenantId, (trx) => sql`select expire_recordings(${ids}::text[], now())`.execute(trx));
    } catch (error) {
      log.warn({ err: error, tenant: tenantId }, 'recordings that were made for a key are not removed yet');
    }
  }
}

const fileOf = (tenantId: string, id: string): FileKey => ({ area: 'recordings', tenantId, name: `${id}.wav` });

const inMemory = (bytes: Buffer): StoredFile => ({
  bytes: bytes.length,
  read: async (part) => Readable.from([part === undefined ? bytes : bytes.subarray(part.start, part.end + 1)]),
});
