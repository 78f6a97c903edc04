import { z } from 'zod';

import { surveyChannel, surveyOutcome, surveyResponse } from '../calls/survey-response.ts';
import { all, licensed } from '../lib/access.ts';
import { exportFormat } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { listQuery, pageOf } from '../lib/list.ts';
import { oneOf } from '../lib/one-of.ts';
import { day, id } from '../lib/values.ts';

/** What one customer answered, in a list of a survey. The number is masked for people who may not see it in full. */
export const responseRow = surveyResponse.omit({ survey_id: true, survey_name: true, version: true }).extend({
  /** Null where whoever was asked has no card. */
  customer_id: id.nullable(),
  name: z.string(),
  phone: z.string(),
  /** Mean of what was answered on a scale of five; null where nothing was. */
  rating: z.number().nullable(),
  /** The queues that the conversation was in, by name. */
  queues: z.string(),
});
export type ResponseRow = z.output<typeof responseRow>;

/** What the responses of a survey can be narrowed down by. */
export const responseFilters = {
  from: day.optional(),
  to: day.optional(),
  outcome: surveyOutcome.optional(),
  channel: surveyChannel.optional(),
  asked_by: id.optional(),
  /** Asked in a conversation that was in this queue, or that was placed for this campaign. */
  queue_id: id.optional(),
  campaign_id: id.optional(),
  /** An answer of 1 or 2 of five, or of 0 to 6 of ten. */
  low: z.enum(['1']).optional(),
};

const common = { base: 'tenant', params: z.object({ id }) } as const;
const rowsOf = ['survey-campaign', 'survey-answers', 'customer'] as const;
const narrowed = z.object({ search: listQuery.shape.search, ...responseFilters });

export const surveyResponses = endpoint({
  ...common,
  rowsOf,
  method: 'GET',
  path: '/survey-campaign/:id/responses',
  access: all('survey-campaign.view', 'customer.view', licensed('survey')),
  summary:
    'What customers answered to a survey, newest first; searched in what they said, accents or not, notes and names',
  query: listQuery.omit({ sort: true }).extend(responseFilters),
  result: pageOf(responseRow),
});

export const exportSurveyResponses = endpoint({
  ...common,
  method: 'GET',
  path: '/survey-campaign/:id/responses/export',
  access: all('survey-campaign.export', 'customer.view', licensed('survey')),
  summary: 'What customers answered to a survey as a spreadsheet',
  query: listQuery.omit({ sort: true }).extend({ ...responseFilters, format: exportFormat }),
  answers: 'file or job',
});

export const surveyResponseFigures = endpoint({
  ...common,
  rowsOf,
  method: 'GET',
  path: '/survey-campaign/:id/response-figures',
  access: all('survey-campaign.view', 'customer.view', licensed('survey')),
  summary: 'How many of the responses that a list finds were answered, and how many of these answered every question',
  query: narrowed,
  result: z.object({
    survey: z.object({ id, name: z.string() }),
    asked: z.int(),
    answered: z.int(),
    /** Answered to the end. */
    complete: z.int(),
    /** Of a hundred answers on a scale those of 4 and 5; null where there is none. */
    csat: z.int().nullable(),
  }),
});

/** What responses are compared by. */
export const responsesBy = {
  day: 'Ngày',
  week: 'Tuần',
  month: 'Tháng',
  person: 'Nhân viên',
  queue: 'Hàng đợi',
  campaign: 'Chiến dịch gọi ra',
  channel: 'Cách hỏi',
} as const;
export const responseBy = oneOf(responsesBy);
export type ResponseBy = z.output<typeof responseBy>;

const share = z.int().nullable();
const rates = {
  asked: z.int(),
  answered: z.int(),
  /** Answered to the end. */
  complete: z.int(),
  /** Of a hundred answers on a scale those of 4 and 5; null where there is none. */
  csat: share,
  /** Of a hundred answers of 0–10 those of 9 and 10 less those of 0 to 6. */
  nps: share,
};

export const surveyResults = endpoint({
  ...common,
  rowsOf,
  method: 'GET',
  path: '/survey-campaign/:id/results',
  access: all('survey-campaign.view', 'customer.view', licensed('survey')),
  summary:
    'Response, completion, CSAT and NPS of a survey by day, week, month, person, queue, campaign or channel; `key` is the filter of its responses, or the first day',
  query: z.object({ by: responseBy.default('week'), from: day.optional(), to: day.optional() }),
  result: z.object({
    survey: z.object({ id, name: z.string() }),
    total: z.object(rates),
    data: z.array(z.object({ key: z.string(), name: z.string(), ...rates })),
  }),
});
