import { sql } from 'kysely';
import type { Sounds } from '../../audio/sounds.ts';
import { lookOf } from '../../audio/wav.ts';
import { refuseBeyondRoom } from '../../background/room.ts';
import type { Db } from '../../db/database.ts';
import { soundFile } from '../../domain/company-sound.ts';
import { spokenQuestion } from '../../domain/spoken-question.ts';
import type { Of } from '../../kernel/fair-places.ts';
import { newId } from '../../kernel/new-id.ts';
import type { FileStore } from '../../storage/file-store.ts';
import { type HeardQuestion, heardQuestions } from './heard.ts';

interface Deps {
  readonly db: Pick<Db, 'inTenant'>;
  readonly files: Pick<FileStore, 'put'>;
  readonly sounds: Pick<Sounds, 'speak'>;
}

const slices = 200;

/** Has questions spoken that have no sound, or whose words were others when they were spoken. Answers whether there were any. */
export async function speakQuestions(
  { db, files, sounds }: Deps,
  of: Of,
  tenantId: string,
  which: { readonly surveyId: string } | 'those that run',
): Promise<boolean> {
  const all = await db.inTenant(tenantId, (trx) => heardQuestions(trx, which));
  const silent = all.filter(({ heard }) => heard === 'silent');
  for (const question of silent) {
    const text = spokenQuestion(question);
    const made = await sounds.speak(of, text, 'north');
    if (!made.ok) throw new Error(`A question was not spoken: ${made.why}`);
    await keepSpoken({ db, files }, tenantId, question, text, made.wav);
  }
  return silent.length > 0;
}

/** Writes the file before the row: a row without its file would be heard as silence. */
async function keepSpoken(
  { db, files }: Omit<Deps, 'sounds'>,
  tenantId: string,
  { id: questionId }: HeardQuestion,
  text: string,
  wav: Buffer,
): Promise<void> {
  const id = newId();
  const { durationMs, peaks } = lookOf(wav, slices);
  await db.inTenant(tenantId, (trx) => refuseBeyondRoom(trx, wav.length));
  await files.put({ area: 'prompts', tenantId, name: soundFile(id) }, once(wav));
  await db.inTenant(tenantId, async (trx) => {
    const row = {
      id,
      source: 'speech' as const,
      title: text,
      voice: 'north',
      duration_ms: durationMs,
      bytes: wav.length,
    };
    await trx
      .insertInto('audio')
      .values({ ...row, peaks })
      .execute();
    // Others may have spoken it meanwhile: either is as good.
    await trx
      .updateTable('survey_question')
      .set({ spoken_id: id, spoken_text: text, updated_at: sql<Date>`now()` })
      .where('id', '=', questionId)
      .execute();
  });
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
