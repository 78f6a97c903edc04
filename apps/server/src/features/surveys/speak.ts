import { sql } from 'kysely';
import type { Sounds } from '../../audio/sounds.ts';
import { keepSound } from '../../background/keep-sound.ts';
import type { Db, Trx } from '../../db/database.ts';
import { spokenQuestion } from '../../domain/spoken-question.ts';
import type { Of } from '../../kernel/fair-places.ts';
import type { FileStore } from '../../storage/file-store.ts';
import { type HeardQuestion, heardQuestions } from './heard.ts';

interface Deps {
  readonly db: Pick<Db, 'inTenant'>;
  readonly files: Pick<FileStore, 'put'>;
  readonly sounds: Pick<Sounds, 'speak'>;
}

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
    await keepSound(
      { db, files },
      tenantId,
      made.wav,
      { source: 'speech', title: text, voice: 'north' },
      (trx, { id }) => keepSpoken(trx, question, text, id),
    );
  }
  return silent.length > 0;
}

/** Others may have spoken it meanwhile: either is as good. */
async function keepSpoken(trx: Trx, question: HeardQuestion, text: string, audioId: string): Promise<void> {
  await trx
    .updateTable('survey_question')
    .set({ spoken_id: audioId, spoken_text: text, updated_at: sql<Date>`now()` })
    .where('id', '=', question.id)
    .execute();
}
