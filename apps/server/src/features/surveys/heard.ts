import { keysOf, type QuestionKind, type questionHeard } from '@alo/contract';
import { sql } from 'kysely';
import type { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import { spokenQuestion } from '../../domain/spoken-question.ts';

/** A question of a survey, with how callers hear it. */
export interface HeardQuestion {
  readonly id: string;
  readonly name: string;
  readonly kind: QuestionKind;
  readonly choices: readonly string[];
  readonly heard: z.output<typeof questionHeard>;
  readonly duration_ms: number | null;
}

interface Stored extends Omit<HeardQuestion, 'heard'> {
  readonly greeting_id: string | null;
  readonly spoken_id: string | null;
  readonly spoken_text: string;
}

/** The questions of a survey in their order, or each one of all that run. */
export async function heardQuestions(
  trx: Trx,
  which: { readonly surveyId: string } | 'those that run',
): Promise<HeardQuestion[]> {
  const { rows } = await sql<Stored>`
    select question.id, question.name, question.kind, question.choices, question.greeting_id, question.spoken_id,
      question.spoken_text, coalesce(own.duration_ms, spoken.duration_ms) as duration_ms
    from (select its.question_id, min(its.position) as position from survey_campaign_question as its
        join survey_campaign as survey on survey.id = its.survey_campaign_id
        where ${which === 'those that run' ? sql`survey.status = 'running'` : sql`survey.id = ${which.surveyId}`}
        group by its.question_id) as asked
      join survey_question as question on question.id = asked.question_id
      left join greeting on greeting.id = question.greeting_id
      left join audio as own on own.id = greeting.audio_id
      left join audio as spoken on spoken.id = question.spoken_id
    order by asked.position, question.id`.execute(trx);
  return rows.map((row) => {
    const { greeting_id: _greeting, spoken_id: _spoken, spoken_text: _text, duration_ms: ms, ...question } = row;
    const heard = heardAs(row);
    return { ...question, heard, duration_ms: heard === 'recorded' || heard === 'spoken' ? ms : null };
  });
}

function heardAs(row: Stored): HeardQuestion['heard'] {
  if (keysOf(row.kind, row.choices).length === 0) return 'by-people';
  if (row.greeting_id !== null) return 'recorded';
  return row.spoken_id !== null && row.spoken_text === spokenQuestion(row) ? 'spoken' : 'silent';
}
