import { z } from 'zod';

import type { Trx } from '../../../db/database.ts';
import type { SpokenLine } from './summary/evidence.ts';

const storedWords = z.array(z.tuple([z.number(), z.number(), z.string()]));

/** A line as it is kept, with the milliseconds of its words. */
export type StoredLine = SpokenLine & { readonly words: z.output<typeof storedWords> };

/** The lines of a transcript in the order in which they are heard. */
export async function storedLines(trx: Trx, transcript: string): Promise<readonly StoredLine[]> {
  const rows = await trx
    .selectFrom('transcript_line')
    .where('transcript_id', '=', transcript)
    .orderBy('from_ms')
    .orderBy('id')
    .select(['side', 'from_ms as from', 'to_ms as to', 'text', 'words'])
    .execute();
  return rows.map((row) => ({ ...row, words: storedWords.parse(row.words) }));
}
