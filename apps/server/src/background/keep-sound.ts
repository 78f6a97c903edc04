import { lookOf } from '../audio/wav.ts';
import type { Db, Trx } from '../db/database.ts';
import { newId } from '../kernel/new-id.ts';
import type { FileStore } from '../storage/file-store.ts';
import { refuseBeyondRoom } from './room.ts';

/** Parts of a waveform: as many as are drawn beside a name. */
const slices = 200;

interface AboutSound {
  readonly source: 'file' | 'recording' | 'speech';
  readonly title: string;
  readonly voice?: string;
}

/**
 * Keeps a sound of a company, and does `then` in the transaction that writes its row. The file comes before the row: a row without its
 * file would be heard as silence.
 */
export async function keepSound<Kept>(
  { db, files }: { readonly db: Pick<Db, 'inTenant'>; readonly files: Pick<FileStore, 'put'> },
  tenantId: string,
  wav: Buffer,
  about: AboutSound,
  then: (trx: Trx, row: ReturnType<typeof rowOf>) => Promise<Kept>,
): Promise<Kept> {
  const row = rowOf(wav, about);
  await db.inTenant(tenantId, (trx) => refuseBeyondRoom(trx, wav.length));
  await files.put({ area: 'prompts', tenantId, name: `${row.id}.wav` }, once(wav));
  return await db.inTenant(tenantId, async (trx) => {
    await trx.insertInto('audio').values(row).execute();
    return await then(trx, row);
  });
}

function rowOf(wav: Buffer, { source, title, voice = '' }: AboutSound) {
  const { durationMs, peaks } = lookOf(wav, slices);
  return { id: newId(), source, title, voice, duration_ms: durationMs, bytes: wav.length, peaks };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
