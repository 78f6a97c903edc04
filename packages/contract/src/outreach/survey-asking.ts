import { z } from 'zod';
import { answerValue, questionKind, surveyOutcome, surveyResponse } from '../calls/survey-response.ts';
import { all, licensed } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { id, note, version } from '../lib/values.ts';

/** A survey as the person who asks has it before them, with the customer who is asked. */
export const asking = z.object({
  survey: z.object({ id, name: z.string(), note: z.string() }),
  /** Why nobody can be asked now, in words; empty where they can. */
  closed: z.string(),
  questions: z.array(
    z.object({
      id,
      name: z.string(),
      kind: questionKind,
      choices: z.array(z.string()),
      required: z.boolean(),
    }),
  ),
  branches: z.array(z.object({ question_id: id, answer: z.string(), next_id: id.nullable() })),
  customer: z
    .object({
      id,
      name: z.string(),
      code: z.string(),
      /** Masked for people who may not see numbers in full. */
      phone: z.string(),
    })
    .nullable(),
  /** What the customer answered to this survey before. */
  response: surveyResponse.nullable(),
});
export type Asking = z.output<typeof asking>;

const access = all('survey-campaign.ask', 'customer.view', licensed('survey'));
const common = { base: 'tenant', params: z.object({ id }) } as const;

export const surveyAsking = endpoint({
  ...common,
  access,
  method: 'GET',
  path: '/survey-campaign/:id/asking',
  result: asking,
  rowsOf: ['survey-campaign', 'survey-answers', 'survey-question', 'customer'],
  summary: 'A survey with its questions, and the customer who is asked with what they answered before',
  query: z.object({ customer_id: id.optional() }),
});

export const keepSurveyResponse = endpoint({
  ...common,
  access,
  method: 'PUT',
  path: '/survey-campaign/:id/response',
  result: surveyResponse,
  summary:
    'Keep what a customer answered to a survey that runs; a second time edits the first. Mistakes are told by the id of their question',
  body: z.object({
    customer_id: id,
    /** Of the answers that are edited; null the first time. */
    version: version.nullable(),
    outcome: surveyOutcome,
    /** By the ids of the questions; those without an answer are left out. */
    answers: z.record(id, answerValue).default({}),
    note,
  }),
});

/** What came of one question so far. */
export const questionFigures = z.object({
  question_id: id,
  /** In the words in which it was asked last. */
  question: z.string(),
  kind: questionKind,
  answered: z.int(),
  /** How often each answer was given, in the order of the question; of texts there is none. */
  counts: z.array(z.object({ label: z.string(), n: z.int() })),
  /** Of a scale and of 0–10. */
  average: z.number().nullable(),
  /** 9 and 10 less 0 to 6, of a hundred. */
  nps: z.int().nullable(),
  /** 4 and 5, of a hundred. */
  csat: z.int().nullable(),
});
export type QuestionFigures = z.output<typeof questionFigures>;

export const surveyFigures = endpoint({
  ...common,
  method: 'GET',
  path: '/survey-campaign/:id/figures',
  access: all('survey-campaign.view', licensed('survey')),
  rowsOf: ['survey-campaign', 'survey-answers'],
  summary: 'How many were asked in a survey, how many answered, and what, question by question',
  result: z.object({
    asked: z.int(),
    answered: z.int(),
    no_answer: z.int(),
    declined: z.int(),
    questions: z.array(questionFigures),
  }),
});

/** How a question is heard in calls: a sound of the company's own, spoken by a machine, not spoken yet, or not at all. */
export const questionHeard = z.enum(['recorded', 'spoken', 'silent', 'by-people']);

const heard = z.object({
  questions: z.array(z.object({ id, name: z.string(), heard: questionHeard, duration_ms: z.int().nullable() })),
});

export const surveyHeard = endpoint({
  ...common,
  method: 'GET',
  path: '/survey-campaign/:id/heard',
  access: all('survey-campaign.view', licensed('survey')),
  rowsOf: ['survey-campaign', 'survey-question', 'greeting'],
  summary: 'How callers hear each question of a survey',
  result: heard,
});

export const speakSurvey = endpoint({
  ...common,
  method: 'POST',
  path: '/survey-campaign/:id/speech',
  access: all('survey-campaign.update', licensed('survey')),
  summary: 'Have the questions of a survey spoken that have no sound; it is done by itself while the survey runs',
  result: heard,
});

const named = z.object({ data: z.array(z.object({ id, name: z.string() })) });

export const allSurveyCategory = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/all-survey-category',
  rowsOf: ['survey-categories'],
  access: all('survey-question.view', licensed('survey')),
  summary: 'All categories of survey questions, for pickers',
  result: named,
});

export const allSurveyQuestion = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/all-survey-question',
  rowsOf: ['survey-question'],
  access: all('survey-campaign.view', licensed('survey')),
  summary: 'All survey questions in the order of their categories, for pickers',
  result: named,
});
