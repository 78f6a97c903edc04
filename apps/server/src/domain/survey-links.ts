import { createHash, randomBytes } from 'node:crypto';
import { surveyLinkDays, surveyPagePath } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../db/database.ts';
import { newId } from '../kernel/new-id.ts';
import { type SurveyDays, whyClosed } from './survey-days.ts';

interface Wanted {
  readonly surveyId: string;
  readonly customerId: string | null;
  /** The conversation that it follows from, where there is one. */
  readonly callId: string | null;
  /** Whoever of ours asks; null where the product does. */
  readonly accountId: string | null;
  readonly now: number;
}

/** Asks a customer by a link: who is asked is a row at once, which has no answer until they give one. What is kept of the token opens nothing. */
export async function makeSurveyLinkFor(
  trx: Trx,
  { surveyId, customerId, callId, accountId, now }: Wanted,
): Promise<{ readonly path: string; readonly expiresAt: Date }> {
  const secret = randomBytes(18).toString('base64url');
  const expiresAt = new Date(now + surveyLinkDays * 86_400_000);
  const responseId = newId();
  await trx
    .insertInto('survey_response')
    .values({
      id: responseId,
      survey_campaign_id: surveyId,
      customer_id: customerId,
      outcome: 'no-answer',
      channel: 'link',
      call_id: callId,
      created_by: accountId,
      updated_by: accountId,
    })
    .execute();
  await trx
    .insertInto('survey_link')
    .values({ id: newId(), response_id: responseId, token_hash: hashOf(secret), expires_at: expiresAt })
    .execute();
  const { rows } = await sql<{ id: string }>`select current_tenant() as id`.execute(trx);
  return { path: `${surveyPagePath}#${rows[0]?.id}.${secret}`, expiresAt };
}

/** The company that a token is of, as it says itself; whether it is good only that company's rows tell. */
export const tenantOfSurveyLink = (token: string): string | undefined =>
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[\w-]+$/.exec(token)?.[1];

/** The response that somebody gives who holds a good token. */
export async function responseOfLink(trx: Trx, token: string, now: number): Promise<string | undefined> {
  const secret = token.slice(token.indexOf('.') + 1);
  const found = await trx
    .selectFrom('survey_link')
    .where('token_hash', '=', hashOf(secret))
    .where('expires_at', '>', new Date(now))
    .select('response_id')
    .executeTakeFirst();
  return found?.response_id;
}

/** Why the link in a message that is about to leave asks nobody today, in words; null where it does, or there is none. */
export async function whyLinkAsksNobody(trx: Trx, link: string, today: string): Promise<string | null> {
  const [, token = ''] = link.split('#');
  if (token === '') return null;
  const { rows } = await sql<SurveyDays>`select survey.status, survey.starts_on::text, survey.ends_on::text
    from survey_link join survey_response as response on response.id = survey_link.response_id
      join survey_campaign as survey on survey.id = response.survey_campaign_id
    where survey_link.token_hash = ${hashOf(token.slice(token.indexOf('.') + 1))}`.execute(trx);
  const [survey] = rows;
  return survey === undefined ? null : whyClosed(survey, today) || null;
}

/** A link as it looks that opens nothing, for whoever reads a message before it is sent. */
export const sampleSurveyLink = (consoleUrl: string): string => `${consoleUrl}${surveyPagePath}#vi-du`;

const hashOf = (secret: string) => createHash('sha256').update(secret).digest();
