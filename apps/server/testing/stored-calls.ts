import { Readable } from 'node:stream';
import { type Insertable, sql } from 'kysely';

import type { Db } from '../src/db/database.ts';
import type { Database } from '../src/db/tables.ts';
import { newId } from '../src/kernel/new-id.ts';
import type { FileStore } from '../src/storage/file-store.ts';

/** How a leg sounded. */
type Heard = Partial<
  Pick<
    Insertable<Database['leg']>,
    | ('loss_percent' | 'far_loss_percent' | 'jitter_ms' | 'round_trip_ms' | 'worst_mos' | 'poor' | 'codec')
    | ('device_id' | 'trunk_id' | 'number')
  >
>;

type CallFields = Partial<Omit<Insertable<Database['call']>, 'rang' | 'shares'>> & {
  /** How many milliseconds each of ours talked in it, by extension, where it was handed on. */
  shares?: Readonly<Record<string, number>>;
  /** Extensions that rang, and whether one of them answered. */
  rang?: readonly { extension: string; answered?: boolean; heard?: Heard }[];
  recording?: Partial<Insertable<Database['recording']>>;
  /** What came of it in queues. */
  stays?: readonly Pick<Insertable<Database['queue_stay']>, 'queue_id' | 'outcome' | 'wait_ms' | 'counts'>[];
};

/** Stores a conversation with only what matters to the test; the rest is an answered inbound call of a minute. */
export async function storeCall(
  db: Db,
  tenantId: string,
  { rang = [], recording, stays = [], shares, ...fields }: CallFields = {},
) {
  const id = newId();
  const startedAt = fields.started_at ?? new Date();
  const status = fields.status ?? 'answered';
  const after = (seconds: number) => new Date(startedAt.getTime() + seconds * 1_000);
  await db.inTenant(tenantId, async (trx) => {
    await sql`select create_call_month(${startedAt}::date)`.execute(trx);
    await trx
      .insertInto('call')
      .values({
        id,
        started_at: startedAt,
        revision: 1,
        direction: 'inbound',
        status,
        stage: status === 'in_progress' ? 'talking' : 'ended',
        answered_at: status === 'answered' ? after(10) : null,
        ended_at: status === 'in_progress' ? null : after(60),
        dialled: '02871000101',
        service_number: '+842871000101',
        outside_number: '+84901234567',
        from_extension: '',
        to_extension: '101',
        agent_extension: status === 'answered' ? '101' : '',
        wait_ms: 10_000,
        ring_ms: 8_000,
        talk_ms: status === 'answered' ? 50_000 : 0,
        hold_ms: 0,
        cause: status === 'in_progress' ? '' : 'normal',
        ended_by: status === 'in_progress' ? '' : 'customer',
        rang: [...new Set(rang.map(({ extension }) => extension))],
        trace: '[]',
        shares: shares === undefined ? null : JSON.stringify(shares),
        ...fields,
      })
      .execute();
    const { from_extension = '', to_extension = '101' } = fields;
    for (const [position, extension] of Object.keys(shares ?? {}).entries()) {
      await trx
        .insertInto('call_segment')
        .values({
          call_id: id,
          call_started_at: startedAt,
          id: `${id}/s${position}`,
          position,
          extension,
          leg_id: extension,
          how: 'transfer',
          from_at: startedAt,
          joined: extension !== from_extension && extension !== to_extension,
        })
        .execute();
    }
    for (const [position, { extension, answered = false, heard }] of rang.entries()) {
      await trx
        .insertInto('leg')
        .values({
          call_id: id,
          call_started_at: startedAt,
          id: `${id}/${position + 1}`,
          position,
          side: 'dialled',
          extension,
          number: '',
          name: '',
          trunk_id: '',
          started_at: startedAt,
          ringing_at: after(1),
          answered_at: answered ? after(10) : null,
          ended_at: after(60),
          cause: 'normal',
          sip_code: null,
          loss_percent: null,
          jitter_ms: null,
          round_trip_ms: null,
          ...heard,
        })
        .execute();
    }
    for (const stay of stays) {
      await trx
        .insertInto('queue_stay')
        .values({ call_id: id, call_started_at: startedAt, ...stay })
        .execute();
    }
    if (recording !== undefined) {
      await trx
        .insertInto('recording')
        .values({
          id: `${id}-1`,
          call_id: id,
          call_started_at: startedAt,
          kind: 'conversation',
          voicemail_box_id: '',
          state: 'ready',
          started_at: startedAt,
          duration_ms: 50_000,
          bytes: 64_044,
          ...recording,
        })
        .execute();
    }
  });
  return { id, started_at: startedAt, recordingId: `${id}-1` };
}

/** A customer with one number. */
export async function storeCustomer(db: Db, tenantId: string, { name, e164 }: { name: string; e164: string }) {
  const id = newId();
  await db.inTenant(tenantId, async (trx) => {
    const status = await trx
      .insertInto('profile_status')
      .values({ id: newId(), name: `Mới ${id}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('customer')
      .values({ id, name, user_id: null, numbers: [e164], status: status.id })
      .execute();
  });
  return id;
}

/** Two seconds of stereo, 8 kHz: the left side loud in the first second, the right one in the second. */
export async function storeRecording(files: FileStore, tenantId: string, recordingId: string): Promise<Buffer> {
  const rate = 8_000;
  const samples = Buffer.alloc(2 * rate * 4);
  for (let frame = 0; frame < 2 * rate; frame += 1) {
    samples.writeInt16LE(16_384, frame * 4 + (frame < rate ? 0 : 2));
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 4, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples.length, 40);
  const file = Buffer.concat([header, samples]);
  await files.put({ area: 'recordings', tenantId, name: `${recordingId}.wav` }, Readable.from([file]));
  return file;
}
