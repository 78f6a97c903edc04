import { type AnswerValue, questionsAsked, type SurveyOutcome, surveyResponse } from '@alo/contract';
import { sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Trx } from '../../db/database.ts';
import { tellPrograms } from '../../domain/company-events.ts';
import { lastCallWith } from '../../domain/last-call-with.ts';
import { whyClosed } from '../../domain/survey-days.ts';
import { ratings, type StoredResponse } from '../../domain/survey-responses.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { answersToKeep } from './answers.ts';
import { askedCustomer, branchesOf, questionsOf, responseOf, surveyThere } from './asked.ts';
import { taskForLow } from './low-score.ts';

interface Given {
  readonly surveyId: string;
  readonly customer_id: string;
  readonly version: number | null;
  readonly outcome: SurveyOutcome;
  readonly answers: Readonly<Record<string, AnswerValue>>;
  readonly note: string;
  readonly today: string;
}

/** Keeps what a customer answered. There is one row of each customer in a survey: whoever has not seen it does not overwrite it. */
export async function keepResponse(trx: Trx, by: By, given: Given): Promise<StoredResponse> {
  const { surveyId, customer_id: customerId, outcome, note } = given;
  // It neither stops nor changes its questions meanwhile.
  await sql`select from survey_campaign where id = ${surveyId} for share`.execute(trx);
  const closed = whyClosed(await surveyThere(trx, surveyId), given.today);
  await askedCustomer(trx, by, customerId);
  if (closed !== '') throw Problem.invalid({ survey: closed });
  await sql`select from survey_response where survey_campaign_id = ${surveyId} and customer_id = ${customerId}
    for update`.execute(trx);
  const before = await responseOf(trx, surveyId, customerId);
  if ((before?.version ?? null) !== given.version) throw changedMeanwhile(before);
  const all = await questionsOf(trx, surveyId);
  const asked = questionsAsked(all, await branchesOf(trx, surveyId), ({ id }) => given.answers[id]);
  // What stands behind another answer was not asked.
  const passedOver = all.filter((question) => !asked.includes(question)).map(({ id }) => id);
  const values = Object.fromEntries(Object.entries(given.answers).filter(([id]) => !passedOver.includes(id)));
  const told = answersToKeep(asked, {
    outcome,
    values,
    before: (before?.answers ?? []).filter(({ question_id: id }) => !passedOver.includes(id)),
  });
  if ('mistakes' in told) throw Problem.invalid(told.mistakes);
  const { accountId } = by.caller;
  const complete =
    outcome === 'answered' && asked.every(({ id }) => told.answers.some((one) => one.question_id === id));
  const kept = { outcome, note, complete, answers: JSON.stringify(told.answers), ...ratings(told.answers) };
  if (before === undefined) {
    const added = await trx
      .insertInto('survey_response')
      .values({
        id: newId(),
        survey_campaign_id: surveyId,
        customer_id: customerId,
        ...kept,
        call_id: await lastCallWith(trx, by, customerId),
        created_by: accountId,
        updated_by: accountId,
      })
      .onConflict((same) => same.constraint('survey_response_once').doNothing())
      .returning('id')
      .executeTakeFirst();
    // Somebody else was quicker.
    if (added === undefined) throw changedMeanwhile(await responseOf(trx, surveyId, customerId));
  } else {
    await trx
      .updateTable('survey_response')
      .set({ ...kept, version: sql<number>`version + 1`, updated_at: sql<Date>`now()`, updated_by: accountId })
      .where('id', '=', before.id)
      .execute();
  }
  // By the customer's id the trail forgets it with them, whatever became of the row.
  const inTrail = (row: StoredResponse) => ({ ...surveyResponse.parse(row), customer_id: customerId });
  const after = await responseOf(trx, surveyId, customerId);
  if (after === undefined) throw new Error('What was just kept is not there.');
  await audit(trx, actorOf(by), {
    action: before === undefined ? 'create' : 'update',
    subject: 'survey_response',
    subjectId: after.id,
    ...(before !== undefined && { before: inTrail(before) }),
    after: inTrail(after),
  });
  await taskForLow(trx, after.id);
  const detail = { survey_id: surveyId, response_id: after.id, outcome, call_id: after.call_id };
  await tellPrograms(trx, { type: 'survey.answered', key: `survey/${after.id}`, at: new Date(), detail });
  return after;
}

const changedMeanwhile = (current: StoredResponse | undefined) =>
  Problem.conflict(current === undefined ? null : surveyResponse.parse(current));
