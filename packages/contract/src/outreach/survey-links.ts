import { z } from 'zod';

import { answerValue, keptAnswer } from '../calls/survey-response.ts';
import { all, licensed } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { messages } from '../lib/messages.ts';
import { missing } from '../lib/mistake-words.ts';
import { id, timestamp } from '../lib/values.ts';
import { asking } from './survey-asking.ts';

/** So many days a link is good for. */
export const surveyLinkDays = 14;

const token = z.string({ error: missing }).min(1, messages.required).max(200);

const page = asking.pick({ survey: true, questions: true, branches: true }).extend({
  company: z.string(),
  /** What was answered so far. */
  answers: z.array(keptAnswer),
  /** It was answered to its end: nothing changes any more. */
  complete: z.boolean(),
});
export type SurveyPage = z.output<typeof page>;

export const readSurveyLink = endpoint({
  base: 'identity',
  method: 'POST',
  path: '/survey-link',
  access: 'public',
  summary: 'The survey that a link is for, with what was answered so far; 410 `dead_link` where it is over',
  body: z.object({ token }),
  result: page,
});

export const answerSurveyLink = endpoint({
  base: 'identity',
  method: 'POST',
  path: '/survey-link/answer',
  access: 'public',
  summary:
    'Answer a survey by a link: kept as it comes, with all that was answered so far; `last` ends it, and nothing is changed after that',
  body: z.object({ token, answers: z.record(id, answerValue), last: z.boolean().default(false) }),
  result: page,
});

export const makeSurveyLink = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/survey-campaign/:id/link',
  access: all('survey-campaign.ask', 'customer.view', licensed('survey')),
  summary: 'A link by which one customer answers a survey on a page, without signing in, for two weeks',
  params: z.object({ id }),
  body: z.object({ customer_id: id }),
  result: z.object({ url: z.string(), expires_at: timestamp }),
});
