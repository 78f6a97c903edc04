import { z } from 'zod';
import { hasChoices, questionKind } from '../calls/survey-response.ts';
import { crud } from '../lib/crud.ts';
import { day, id, ids, note, required, requiredId } from '../lib/values.ts';
import type { SurveyBranch } from './survey-path.ts';

const position = z
  .int('Nhập số từ 0 đến 9999')
  .min(0, 'Nhập số từ 0 đến 9999')
  .max(9999, 'Nhập số từ 0 đến 9999')
  .default(0);
const count = z.int().default(0);

/** What questions have in common: "Chất lượng phục vụ", "Giao hàng". */
export const surveyCategories = crud({
  collection: '/survey-categories',
  item: '/survey-category',
  screen: 'survey-categories',
  licence: 'survey',
  input: z.object({ name: required, position, note }),
  row: z.object({ questions: count }),
  shows: ['survey-question'],
});

/** A question, by its name as it is asked. */
export const surveyQuestions = crud({
  collection: '/survey-questions',
  item: '/survey-question',
  screen: 'survey-question',
  licence: 'survey',
  input: z
    .object({
      name: required,
      category_id: requiredId,
      kind: questionKind.default('scale'),
      /** Of what is chosen, in their order. A line that was left empty is none. */
      choices: z
        .array(z.string().trim().max(200, 'Mỗi đáp án nhiều nhất 200 ký tự'))
        .overwrite((all) => [...new Set(all)].filter((one) => one !== ''))
        .max(20, 'Nhiều nhất 20 đáp án')
        .default([]),
      required: z.boolean().default(false),
      /** Heard in place of the question as a machine speaks it, where it is asked by keys; it says which key is what. */
      greeting_id: id.nullable().default(null),
      position,
      note,
    })
    .refine(({ kind, choices }) => !hasChoices(kind) || choices.length > 1, {
      path: ['choices'],
      error: 'Hãy ghi ít nhất hai đáp án',
    }),
  row: z.object({
    category_name: z.string(),
    greeting_name: z.string().nullable(),
  }),
  filters: z.object({ category_id: id.optional(), kind: questionKind.optional() }),
  bulk: ['category_id', 'required'],
  shows: ['survey-categories', 'greeting'],
});

export const surveyStatuses = {
  draft: 'Khởi tạo',
  running: 'Đang chạy',
  paused: 'Tạm dừng',
  ended: 'Kết thúc',
} as const;
export const surveyStatus = z.enum(['draft', 'running', 'paused', 'ended']);
type SurveyStatus = z.output<typeof surveyStatus>;

/** What a survey may become; one that has begun is no draft any more, and one that has ended stays so. */
export const surveyGoesOn: Readonly<Record<SurveyStatus, readonly SurveyStatus[]>> = {
  draft: ['running', 'ended'],
  running: ['paused', 'ended'],
  paused: ['running', 'ended'],
  ended: [],
};

const aDay = day.nullable().default(null);
const percent = z.int().nullable().default(null);

/** Questions that people ask customers while it runs, or keys answer in calls, one set after the other. */
export const surveyCampaigns = crud({
  collection: '/survey-campaigns',
  item: '/survey-campaign',
  screen: 'survey-campaign',
  licence: 'survey',
  input: z
    .object({
      name: required,
      status: surveyStatus.default('draft'),
      /** In the order in which they are asked. */
      question_ids: ids,
      /** What is asked after an answer, where it is not the next question. */
      branches: z
        .array(
          z.object({
            question_id: requiredId,
            /** `1-2`, `Có`, a choice; empty is any answer. */
            answer: z.string().trim().max(200, 'Tối đa 200 ký tự'),
            /** One that comes later; null ends the survey. */
            next_id: id.nullable(),
          }),
        )
        .max(50, 'Nhiều nhất 50 nhánh')
        .default([]),
      starts_on: aDay,
      ends_on: aDay,
      /** An answer of 1 or 2 of five, or of 0 to 6 of ten, is a task for the customer's owner, or for this person where they have none. */
      low_to_owner: z.boolean().default(false),
      low_account_id: id.nullable().default(null),
      low_hours: z.int('Từ 1 đến 720 giờ').min(1, 'Từ 1 đến 720 giờ').max(720, 'Từ 1 đến 720 giờ').default(24),
      /** How to begin, shown to the person who asks. */
      note,
    })
    .refine(({ starts_on: start, ends_on: end }) => start === null || end === null || start <= end, {
      path: ['ends_on'],
      error: 'Ngày kết thúc không được trước ngày bắt đầu',
    })
    .refine(({ status, question_ids: questions }) => status !== 'running' || questions.length > 0, {
      path: ['question_ids'],
      error: 'Khảo sát đang chạy phải có ít nhất một câu hỏi',
    })
    .superRefine(({ question_ids: asked, branches }, context) => {
      for (const [index, branch] of branches.entries()) {
        const wrong = whyNotInOrder(asked, branch);
        if (wrong !== undefined) {
          const path = ['branches', index, wrong.field];
          context.addIssue({ code: 'custom', path, message: wrong.words });
        }
      }
    }),
  row: z.object({
    question_names: z.array(z.string()),
    low_account_name: z.string().nullable(),
    /** Customers who were asked, and those of them who answered. */
    asked: count,
    answered: count,
    /** Of a hundred answers on a scale those of 4 and 5; null where there is none. */
    csat: percent,
  }),
  filters: z.object({ status: surveyStatus.optional(), question_id: id.optional() }),
  bulk: ['starts_on', 'ends_on'],
  shows: ['survey-question', 'accounts', 'survey-answers'],
});

/** A survey only goes on: so it comes to an end whatever is answered. */
function whyNotInOrder(
  asked: readonly string[],
  { question_id: from, next_id: to }: SurveyBranch,
): { readonly field: 'question_id' | 'next_id'; readonly words: string } | undefined {
  const place = asked.indexOf(from);
  if (place === -1) return { field: 'question_id', words: 'Khảo sát này không hỏi câu ấy' };
  if (to === null) return undefined;
  if (!asked.includes(to)) return { field: 'next_id', words: 'Khảo sát này không hỏi câu ấy' };
  return asked.indexOf(to) > place ? undefined : { field: 'next_id', words: 'Chỉ chuyển tới câu đứng sau' };
}
