import {
  allSurveyCategory,
  allSurveyQuestion,
  keepSurveyResponse,
  runningSurveys,
  speakSurvey,
  surveyAsking,
  surveyFigures,
  surveyHeard,
} from '@alo/contract';
import { sql } from 'kysely';

import type { Sounds } from '../../audio/sounds.ts';
import type { Db } from '../../db/database.ts';
import { cardOf } from '../../domain/card-of.ts';
import { isOpenOn, whyClosed } from '../../domain/survey-days.ts';
import { type Route, route } from '../../http/route.ts';
import { shareOf } from '../../kernel/by.ts';
import type { AnnounceChange } from '../../resource/announce.ts';
import type { FileStore } from '../../storage/file-store.ts';
import { askedCustomer, branchesOf, companyToday, questionsOf, responseOf, surveyThere } from './asked.ts';
import { surveyFiguresOf } from './figures.ts';
import { heardQuestions } from './heard.ts';
import { keepResponse } from './keep-response.ts';
import { speakQuestions } from './speak.ts';
import { outcomesIn, talliesIn } from './tallies.ts';

interface SurveyDeps {
  readonly db: Db;
  readonly files: FileStore;
  readonly sounds: Sounds;
  readonly announce: AnnounceChange;
  readonly now: () => number;
}

/** A question of it is answered by keys and has a sound; whether that is of the words of today only the plan of calls knows. */
const isHeard = sql<boolean>`exists (select from survey_campaign_question as its
  join survey_question as question on question.id = its.question_id
  where its.survey_campaign_id = survey_campaign.id and question.kind not in ('several', 'text')
    and coalesce(question.greeting_id, question.spoken_id) is not null)`;

/** Asking customers, and what came of it. */
export const surveyRoutes = ({ db, announce, now, files, sounds }: SurveyDeps): Route[] => [
  route(surveyAsking, (request) =>
    db.inTenant(request.caller.tenantId, async (trx) => {
      const { params, query } = request;
      const { id, name, status, note, ...period } = await surveyThere(trx, params.id);
      const customerId = query.customer_id;
      return {
        survey: { id, name, note },
        closed: whyClosed({ status, ...period }, companyToday(request, now())),
        questions: await questionsOf(trx, id),
        branches: await branchesOf(trx, id),
        customer: customerId === undefined ? null : await askedCustomer(trx, request, customerId),
        response: customerId === undefined ? null : ((await responseOf(trx, id, customerId)) ?? null),
      };
    }),
  ),

  route(keepSurveyResponse, (request) =>
    db.inTenant(request.caller.tenantId, async (trx) => {
      const { caller, params, body } = request;
      // They were asked by a card that may have been taken into another one meanwhile.
      const customerId = (await cardOf(trx, body.customer_id)) ?? body.customer_id;
      const today = companyToday(request, now());
      const kept = await keepResponse(trx, request, { ...body, surveyId: params.id, customer_id: customerId, today });
      const { tenantId } = caller;
      await announce(trx, { tenantId, subject: 'survey-answers', ids: [params.id] });
      await announce(trx, { tenantId, subject: 'customer', ids: [customerId] });
      return kept;
    }),
  ),

  route(surveyFigures, ({ caller, params }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const { id } = await surveyThere(trx, params.id);
      const questions = surveyFiguresOf(await talliesIn(trx, id), await questionsOf(trx, id));
      return { ...(await outcomesIn(trx, id)), questions };
    }),
  ),

  route(surveyHeard, ({ caller, params }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const { id } = await surveyThere(trx, params.id);
      return { questions: await heardQuestions(trx, { surveyId: id }) };
    }),
  ),

  route(speakSurvey, async ({ caller, params }) => {
    const { tenantId } = caller;
    const { id: surveyId } = await db.inTenant(tenantId, (trx) => surveyThere(trx, params.id));
    const spoke = await speakQuestions({ db, files, sounds }, shareOf(caller, 'sounds'), tenantId, { surveyId });
    return await db.inTenant(tenantId, async (trx) => {
      if (spoke) await announce(trx, { tenantId, subject: 'survey-question', ids: [] });
      return { questions: await heardQuestions(trx, { surveyId }) };
    });
  }),

  route(runningSurveys, (request) =>
    db.inTenant(request.caller.tenantId, async (trx) => ({
      data: await trx
        .selectFrom('survey_campaign')
        .where(isOpenOn(companyToday(request, now())))
        .select(['id', 'name', isHeard.as('by_keys')])
        .orderBy(sql`name collate "vi-x-icu"`)
        .execute(),
    })),
  ),

  route(allSurveyCategory, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => ({
      data: await trx
        .selectFrom('survey_category')
        .select(['id', 'name'])
        .orderBy('position')
        .orderBy(sql`name collate "vi-x-icu"`)
        .execute(),
    })),
  ),

  route(allSurveyQuestion, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => ({
      data: await trx
        .selectFrom('survey_question as question')
        .innerJoin('survey_category as category', 'category.id', 'question.category_id')
        .select(['question.id', 'question.name'])
        .orderBy('category.position')
        .orderBy(sql`category.name collate "vi-x-icu"`)
        .orderBy('question.position')
        .orderBy(sql`question.name collate "vi-x-icu"`)
        .execute(),
    })),
  ),
];
