import {
  answersMeant,
  type QuestionKind,
  questionKinds,
  type SurveyBranch,
  surveyCampaigns,
  surveyCategories,
  surveyGoesOn,
  surveyQuestions,
  surveyStatuses,
} from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { Problem } from '../../kernel/problem.ts';
import { idList, orderedRows } from '../../resource/children.ts';
import { byName, oneOf } from '../../resource/importing/import-field.ts';
import { resource } from '../../resource/resource.ts';

export const surveyCategory = resource(surveyCategories, {
  table: 'survey_category',
  calls: 'none',
  search: ['name', 'note'],
  referredToBy: [{ table: 'survey_question', column: 'category_id', kind: 'Câu hỏi khảo sát' }],
  rows: (trx) =>
    trx
      .selectFrom('survey_category')
      .selectAll('survey_category')
      .select(
        sql<number>`(select count(*)::int from survey_question as its where its.category_id = survey_category.id)`.as(
          'questions',
        ),
      ),
  sheet: {
    name: 'Tên danh mục',
    position: 'Thứ tự',
    questions: 'Số câu hỏi',
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});

const ofQuestion = [
  ...(['id', 'name', 'category_id', 'kind', 'choices', 'required', 'greeting_id', 'position', 'note'] as const),
  ...(['version', 'created_at', 'updated_at'] as const),
] as const;

export const surveyQuestion = resource(surveyQuestions, {
  table: 'survey_question',
  calls: 'live',
  search: ['name', 'category_name', 'note'],
  referredToBy: [
    {
      table: 'survey_campaign_question',
      column: 'question_id',
      kind: 'Chiến dịch khảo sát',
      id: 'survey_campaign_id',
      name: sql`(select its.name from survey_campaign as its where its.id = survey_campaign_id)`,
    },
    ...(['question_id', 'next_id'] as const).map((column) => ({
      table: 'survey_branch' as const,
      column,
      kind: 'Nhánh của khảo sát',
      id: 'survey_campaign_id',
      name: sql<string>`(select its.name from survey_campaign as its where its.id = survey_campaign_id)`,
    })),
  ],
  rows: (trx) =>
    trx
      .selectFrom('survey_question')
      .innerJoin('survey_category', 'survey_category.id', 'survey_question.category_id')
      .leftJoin('greeting', 'greeting.id', 'survey_question.greeting_id')
      .select(ofQuestion.map((column) => `survey_question.${column}` as const))
      // Nothing else is ever put there.
      .$narrowType<{ kind: QuestionKind }>()
      .select(['survey_category.name as category_name', 'greeting.name as greeting_name']),
  imports: {
    fields: {
      kind: oneOf('Loại', questionKinds),
      category_id: byName('Danh mục', 'survey_category'),
      greeting_id: byName('Lời hỏi', 'greeting'),
    },
  },
  sheet: {
    name: 'Nội dung',
    category_name: 'Danh mục',
    kind: { heading: 'Loại', cell: (kind) => questionKinds[kind ?? 'scale'] },
    choices: { heading: 'Đáp án', cell: (choices) => (choices ?? []).join(', ') },
    required: { heading: 'Bắt buộc', cell: (on) => (on === true ? 'Có' : 'Không') },
    greeting_name: 'Lời hỏi',
    position: 'Thứ tự',
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});

const questions = idList({
  table: 'survey_campaign_question',
  owner: 'survey_campaign_id',
  item: 'question_id',
});

const branches = orderedRows<SurveyBranch>({
  table: 'survey_branch',
  owner: 'survey_campaign_id',
  columns: ['question_id', 'answer', 'next_id'],
});

export const surveyCampaign = resource(surveyCampaigns, {
  table: 'survey_campaign',
  calls: 'live',
  search: ['name', 'note'],
  ledTo: { type: 'survey', column: 'id' },
  // What customers have answered outlives whoever would tidy up: a survey that was asked ends, and stays.
  referredToBy: [
    { table: 'message_template', column: 'survey_id', kind: 'Mẫu tin nhắn' },
    {
      table: 'campaign_key',
      column: 'to_survey_id',
      kind: 'Chiến dịch gọi ra',
      id: 'campaign_id',
      name: sql<string>`(select name from campaign where campaign.id = campaign_key.campaign_id)`,
    },
    {
      table: 'survey_response',
      column: 'survey_campaign_id',
      kind: 'Khách đã được hỏi',
      // Not their name, which not everybody may see who may delete surveys.
      name: sql`to_char(created_at at time zone (select time_zone from tenant where tenant.id = tenant_id), 'DD/MM/YYYY HH24:MI')`,
    },
  ],
  rows: (trx) =>
    trx
      .selectFrom('survey_campaign')
      .leftJoinLateral(
        sql<{ asked: number; answered: number; csat: number | null }>`(select count(*)::int as asked,
            (count(*) filter (where outcome = 'answered'))::int as answered,
            round(100.0 * sum(satisfied) / nullif(sum(rated), 0))::int as csat
          from survey_response where survey_response.survey_campaign_id = survey_campaign.id)`.as('its'),
        (join) => join.onTrue(),
      )
      .selectAll('survey_campaign')
      // Nothing else is ever put there.
      .$narrowType<{ status: keyof typeof surveyStatuses }>()
      .select([
        questions.read('survey_campaign.id').as('question_ids'),
        questions.names('survey_campaign.id', 'survey_question').as('question_names'),
        branches.read('survey_campaign.id').as('branches'),
        sql<string | null>`(select account.name from account where account.id = survey_campaign.low_account_id)`.as(
          'low_account_name',
        ),
        'its.csat',
        sql<number>`its.asked`.as('asked'),
        sql<number>`its.answered`.as('answered'),
      ]),
  children: { question_ids: questions, branches },
  filters: {
    question_id: (id) =>
      sql`exists (select from survey_campaign_question where survey_campaign_id = row.id and question_id = ${id})`,
  },
  words: { survey_campaign_period: { ends_on: 'Ngày kết thúc không được trước ngày bắt đầu' } },
  after: async (trx, _by, change) => {
    if (change.kind !== 'deleted') await refuseWrongAnswers(trx, change.after.branches ?? []);
    if (change.kind !== 'updated') return;
    const [from, to] = [change.before.status ?? 'draft', change.after.status ?? 'draft'];
    if (from === to || surveyGoesOn[from].includes(to)) return;
    throw Problem.invalid({
      status: `Khảo sát “${surveyStatuses[from]}” không chuyển sang “${surveyStatuses[to]}” được`,
    });
  },
  imports: { fields: { status: oneOf('Trạng thái', surveyStatuses) } },
  sheet: {
    name: 'Tên khảo sát',
    status: { heading: 'Trạng thái', cell: (status) => surveyStatuses[status ?? 'draft'] },
    starts_on: 'Từ ngày',
    ends_on: 'Đến ngày',
    question_names: { heading: 'Câu hỏi', cell: (names) => names.join('; ') },
    asked: 'Đã hỏi',
    answered: 'Đã trả lời',
    csat: 'CSAT (%)',
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});

/** What a branch calls an answer is one of the question's. */
async function refuseWrongAnswers(trx: Trx, all: readonly SurveyBranch[]): Promise<void> {
  const ids = all.map((branch) => branch.question_id);
  if (ids.length === 0) return;
  const asked = await trx
    .selectFrom('survey_question')
    .where('id', 'in', ids)
    .select(['id', 'kind', 'choices'])
    // Nothing else is ever put there.
    .$narrowType<{ kind: QuestionKind }>()
    .execute();
  for (const [index, { question_id, answer }] of all.entries()) {
    const question = asked.find(({ id }) => id === question_id);
    if (question === undefined || answersMeant(question, answer) !== undefined) continue;
    throw Problem.invalid({ [`branches.${index}.answer`]: answerHints[question.kind] });
  }
}

const answerHints: Readonly<Record<QuestionKind, string>> = {
  scale: 'Ghi một số hoặc một khoảng, như 1-2',
  nps: 'Ghi một số hoặc một khoảng, như 0-6',
  'yes-no': 'Ghi Có hoặc Không',
  one: 'Ghi đúng một đáp án của câu hỏi',
  several: 'Ghi đúng một đáp án của câu hỏi',
  text: 'Câu hỏi bằng chữ không rẽ nhánh theo câu trả lời: để trống',
};
