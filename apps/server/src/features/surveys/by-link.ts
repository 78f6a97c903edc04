import {
  type AnswerValue,
  answerSurveyLink,
  keptAnswer,
  makeSurveyLink,
  questionsAsked,
  type ResultOf,
  readSurveyLink,
} from '@alo/contract';
import { sql } from 'kysely';
import { z } from 'zod';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { clockIn } from '../../domain/company-clock.ts';
import { tellPrograms } from '../../domain/company-events.ts';
import { lastCallWith } from '../../domain/last-call-with.ts';
import { whyClosed } from '../../domain/survey-days.ts';
import { makeSurveyLinkFor, responseOfLink, tenantOfSurveyLink } from '../../domain/survey-links.ts';
import { ratings } from '../../domain/survey-responses.ts';
import { publicRoute, type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import type { AnnounceChange } from '../../resource/announce.ts';
import { answersToKeep } from './answers.ts';
import { askedCustomer, branchesOf, companyToday, questionsOf, surveyThere } from './asked.ts';
import { taskForLow } from './low-score.ts';

interface Deps {
  readonly db: Db;
  readonly announce: AnnounceChange;
  readonly consoleUrl: () => string;
  readonly now: () => number;
}

type Page = ResultOf<typeof readSurveyLink>;

/** What whoever holds a link answers on a page of their own, and the link itself. */
export function surveyLinkRoutes({ db, announce, consoleUrl, now }: Deps): Route[] {
  const inTenantOf = <T>(token: string, work: (trx: Trx, tenantId: string) => Promise<T>): Promise<T> => {
    const tenantId = tenantOfSurveyLink(token);
    if (tenantId === undefined) throw Problem.deadLink();
    return db.inTenant(tenantId, (trx) => work(trx, tenantId));
  };

  return [
    publicRoute(readSurveyLink, ({ body }) => inTenantOf(body.token, (trx) => pageOf(trx, body.token, now()))),

    publicRoute(answerSurveyLink, ({ body }) =>
      inTenantOf(body.token, async (trx, tenantId) => {
        const held = await heldBy(trx, body.token, now());
        if (held.complete) throw Problem.deadLink();
        await keep(trx, held, body);
        await announce(trx, { tenantId, subject: 'survey-answers', ids: [held.survey_id] });
        if (held.customer_id !== null) await announce(trx, { tenantId, subject: 'customer', ids: [held.customer_id] });
        return pageOf(trx, body.token, now());
      }),
    ),

    route(makeSurveyLink, (request) =>
      db.inTenant(request.caller.tenantId, async (trx) => {
        const { params, body, caller } = request;
        const survey = await surveyThere(trx, params.id);
        const closed = whyClosed(survey, companyToday(request, now()));
        if (closed !== '') throw Problem.invalid({ survey: closed });
        await askedCustomer(trx, request, body.customer_id);
        const { path, expiresAt } = await makeSurveyLinkFor(trx, {
          surveyId: survey.id,
          customerId: body.customer_id,
          callId: await lastCallWith(trx, request, body.customer_id),
          accountId: caller.accountId,
          now: now(),
        });
        await audit(trx, actorOf(request), {
          action: 'make-survey-link',
          subject: 'customer',
          subjectId: body.customer_id,
        });
        await announce(trx, { tenantId: caller.tenantId, subject: 'survey-answers', ids: [survey.id] });
        return { url: `${consoleUrl()}${path}`, expires_at: expiresAt };
      }),
    ),
  ];
}

/** A response that waits for its answers, of a company that is active and a survey that runs. */
async function heldBy(trx: Trx, token: string, now: number) {
  const responseId = await responseOfLink(trx, token, now);
  if (responseId === undefined) throw Problem.deadLink();
  const { rows } = await sql<{
    id: string;
    survey_id: string;
    customer_id: string | null;
    complete: boolean;
    answers: unknown;
    company: string;
    time_zone: string;
  }>`select response.id, response.survey_campaign_id as survey_id, response.customer_id, response.complete,
      response.answers, tenant.name as company, tenant.time_zone
    from survey_response as response join tenant on tenant.id = response.tenant_id and tenant.active
    where response.id = ${responseId} for update of response`.execute(trx);
  const [held] = rows;
  if (held === undefined) throw Problem.deadLink();
  const survey = await surveyThere(trx, held.survey_id);
  // What was answered to its end is thanked for, whatever became of the survey.
  if (!held.complete && whyClosed(survey, clockIn(now, held.time_zone).date) !== '') throw Problem.deadLink();
  return { ...held, survey, answers: z.array(keptAnswer).parse(held.answers) };
}
type Held = Awaited<ReturnType<typeof heldBy>>;

async function pageOf(trx: Trx, token: string, now: number): Promise<Page> {
  const { survey, company, answers, complete } = await heldBy(trx, token, now);
  return {
    company,
    survey: { id: survey.id, name: survey.name, note: survey.note },
    questions: complete ? [] : await questionsOf(trx, survey.id),
    branches: complete ? [] : await branchesOf(trx, survey.id),
    answers,
    complete,
  };
}

/** Keeps what was answered so far, as one by keys is kept: the way through the questions is that of the answers. */
async function keep(
  trx: Trx,
  held: Held,
  { answers, last }: { readonly answers: Readonly<Record<string, AnswerValue>>; readonly last: boolean },
): Promise<void> {
  const all = await questionsOf(trx, held.survey_id);
  const way = questionsAsked(all, await branchesOf(trx, held.survey_id), ({ id }) => answers[id]);
  // Before the end nothing is owed that was not come to.
  const asked = last ? way : way.filter(({ id }) => answers[id] !== undefined);
  const values = Object.fromEntries(Object.entries(answers).filter(([id]) => asked.some((one) => one.id === id)));
  const told = answersToKeep(asked, { outcome: 'answered', values, before: [] });
  if ('mistakes' in told) throw Problem.invalid(told.mistakes);
  if (told.answers.length === 0 && !last) return;
  await trx
    .updateTable('survey_response')
    .set({
      outcome: told.answers.length === 0 ? 'no-answer' : 'answered',
      complete: last,
      answers: JSON.stringify(told.answers),
      ...ratings(told.answers),
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', held.id)
    .execute();
  await taskForLow(trx, held.id);
  if (!last) return;
  const detail = { survey_id: held.survey_id, response_id: held.id, outcome: 'answered', call_id: null };
  await tellPrograms(trx, { type: 'survey.answered', key: `survey/${held.id}`, at: new Date(), detail });
}
