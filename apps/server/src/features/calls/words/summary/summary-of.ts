import { type CallSummary, callSummary, type SummaryWriting } from '@alo/contract';

import type { Trx } from '../../../../db/database.ts';
import { type SpokenLine, withEvidence } from './evidence.ts';
import { extractSummary, leastLines } from './extract.ts';
import { keptWriter } from './kept-writer.ts';

interface Told {
  readonly summary: CallSummary | null;
  readonly writing: SummaryWriting;
}

export const noSummary: Told = { summary: null, writing: { state: 'none', because: '', possible: false } };

/** As the company's writer made it, where it has and anything of it has evidence; else the lines that say most. */
export async function summaryOf(
  trx: Trx,
  {
    transcript,
    lines,
    offered,
  }: { readonly transcript: string; readonly lines: readonly SpokenLine[]; readonly offered: boolean },
): Promise<Told> {
  if (lines.length < leastLines) return noSummary;
  const row = await trx
    .selectFrom('transcript_summary')
    .where('transcript_id', '=', transcript)
    .select(['state', 'because', 'writer', 'sentences', 'dropped'])
    .executeTakeFirst();
  const possible = offered && (await keptWriter(trx))?.active === true;
  const writing: SummaryWriting = { state: row?.state ?? 'none', because: row?.because ?? '', possible };
  const written =
    row?.state === 'done'
      ? callSummary.parse({ by: row.writer, sentences: row.sentences, dropped: row.dropped })
      : undefined;
  if (written !== undefined && written.sentences.length > 0) return { summary: written, writing };
  const { sentences } = withEvidence(extractSummary(lines), lines);
  const dropped = written?.dropped ?? 0;
  return { summary: sentences.length + dropped === 0 ? null : { by: '', sentences, dropped }, writing };
}
