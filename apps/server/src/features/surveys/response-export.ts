import { answerWords, isAllowed, listQuery, responseFilters, surveyOutcomes } from '@alo/contract';
import { z } from 'zod';

import { inPieces } from '../../db/cursor.ts';
import { numberView } from '../../domain/number-view.ts';
import type { By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Exportable } from '../../resource/exporting.ts';
import type { Cell } from '../../resource/sheet/cell.ts';
import type { AskedQuestion } from './answers.ts';
import { questionsOf } from './asked.ts';
import { countResponses, newestResponses, responsesWanted, type StoredRow } from './find-responses.ts';

/** What a list was asked for, kept as JSON meanwhile. */
const asked = z.object({ survey_id: z.uuid(), search: listQuery.shape.search, ...responseFilters });

/** What customers answered to a survey, each with the words of its question. */
export const responseExport: Exportable = {
  subject: 'survey-responses',
  permission: 'survey-campaign.export',
  trail: 'survey_campaign',
  title: 'Câu trả lời khảo sát',
  headings: async () => headings,
  count: (trx, by, query, atMost) => countResponses(trx, wantedOf(by, query), atMost),
  async *pieces(trx, by, query) {
    const view = await numberView(trx, by.caller);
    const questions = await questionsOf(trx, asked.parse(query).survey_id);
    for await (const rows of inPieces<StoredRow>(trx, newestResponses(wantedOf(by, query)))) {
      yield rows.map((row) => cellsOf(row, view.show(row.number), questions));
    }
  },
};

const headings = [
  ...([
    'Thời gian',
    'Khách hàng',
    'Số điện thoại',
    'Kết quả',
    'Người hỏi',
    'Hàng đợi',
    'Điểm (thang 5)',
    'Ghi chú',
  ] as const),
  'Câu trả lời',
];

function cellsOf(row: StoredRow, phone: string, questions: readonly AskedQuestion[]): readonly Cell[] {
  const { asked_at: at, name, outcome, by_name: by, queues, rating, note, answers } = row;
  const place = new Map(questions.map(({ id }, n) => [id, n]));
  const inOrder = answers.toSorted(
    (a, b) => (place.get(a.question_id) ?? questions.length) - (place.get(b.question_id) ?? questions.length),
  );
  const words = inOrder.map((answer) => `${answer.question}: ${answerWords(answer)}`).join('\n');
  return [at, name, phone, surveyOutcomes[outcome], by, queues, rating, note, words];
}

function wantedOf(by: By, query: unknown) {
  // Whoever may not see customers any more by the time that a worker comes to it has no file of them.
  if (!isAllowed(by.caller.role, 'customer.view')) throw Problem.refused('forbidden');
  const { survey_id: surveyId, ...wanted } = asked.parse(query);
  return responsesWanted(by, { surveyId, ...wanted });
}
