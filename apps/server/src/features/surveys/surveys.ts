import {
  type QuestionKind,
  questionKinds,
  surveyCampaigns,
  surveyCategories,
  surveyGoesOn,
  surveyQuestions,
  surveyStatuses,
} from '@alo/contract';
import { sql } from 'kysely';

import { Problem } from '../../kernel/problem.ts';
import { idList } from '../../resource/children.ts';
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

export const surveyQuestion = resource(surveyQuestions, {
  table: 'survey_question',
  calls: 'none',
  search: ['name', 'category_name', 'note'],
  referredToBy: [
    {
      table: 'survey_campaign_question',
      column: 'question_id',
      kind: 'Chiến dịch khảo sát',
      id: 'survey_campaign_id',
      name: sql`(select its.name from survey_campaign as its where its.id = survey_campaign_id)`,
    },
  ],
  rows: (trx) =>
    trx
      .selectFrom('survey_question')
      .innerJoin('survey_category', 'survey_category.id', 'survey_question.category_id')
      .selectAll('survey_question')
      // Nothing else is ever put there.
      .$narrowType<{ kind: QuestionKind }>()
      .select('survey_category.name as category_name'),
  imports: {
    fields: { kind: oneOf('Loại', questionKinds), category_id: byName('Danh mục', 'survey_category') },
  },
  sheet: {
    name: 'Nội dung',
    category_name: 'Danh mục',
    kind: { heading: 'Loại', cell: (kind) => questionKinds[kind ?? 'scale'] },
    choices: { heading: 'Đáp án', cell: (choices) => (choices ?? []).join(', ') },
    required: { heading: 'Bắt buộc', cell: (on) => (on === true ? 'Có' : 'Không') },
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

export const surveyCampaign = resource(surveyCampaigns, {
  table: 'survey_campaign',
  calls: 'none',
  search: ['name', 'note'],
  // What customers have answered outlives whoever would tidy up: a survey that was asked ends, and stays.
  referredToBy: [
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
        'its.csat',
        sql<number>`its.asked`.as('asked'),
        sql<number>`its.answered`.as('answered'),
      ]),
  children: { question_ids: questions },
  filters: {
    question_id: (id) =>
      sql`exists (select from survey_campaign_question where survey_campaign_id = row.id and question_id = ${id})`,
  },
  words: { survey_campaign_period: { ends_on: 'Ngày kết thúc không được trước ngày bắt đầu' } },
  after: async (_trx, _by, change) => {
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
