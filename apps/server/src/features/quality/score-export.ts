import { evaluationStates, evaluations, type ScoreQuestion, scaleTop } from '@alo/contract';
import { sql } from 'kysely';
import { z } from 'zod';

import { inPieces } from '../../db/cursor.ts';
import type { By } from '../../kernel/by.ts';
import type { Exportable } from '../../resource/exporting.ts';
import type { Cell } from '../../resource/sheet/cell.ts';
import {
  evaluationsIn,
  evaluationsSeenBy,
  narrowedScores,
  personOf,
  presentedRow,
  type StoredEvaluation,
} from './find-evaluations.ts';
import { storedSections } from './score-sheets.ts';

/** What a list was asked for, kept as JSON meanwhile. */
const asked = z.object(evaluations.query.shape).omit({ page: true, per_page: true });

const whereOf = ({ caller }: By, query: unknown) =>
  sql<boolean>`${evaluationsSeenBy(caller)} and ${narrowedScores(asked.parse(query), caller)}`;

/** Scores of calls, a line for each. */
export const scoreExport: Exportable = {
  subject: 'quality',
  permission: 'quality.export',
  trail: 'evaluation',
  title: 'Điểm cuộc gọi',
  headings: async () => [
    'Nhân viên',
    'Cuộc gọi lúc',
    'Phiếu',
    'Bản',
    'Trạng thái',
    'Điểm (%)',
    'Đạt',
    'Lỗi chết',
    'Người chấm',
    'Gửi lúc',
    'Câu trả lời',
    'Nhận xét',
    'Nhân viên phản hồi',
    'Điểm trước phân xử (%)',
    'Người phân xử',
    'Quyết định',
    'Vì sao cuộc này',
  ],
  async count(trx, by, query, atMost) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
      select from evaluation where ${whereOf(by, query)} limit ${atMost ?? null}) as found`.execute(trx);
    return rows[0]?.n ?? 0;
  },
  async *pieces(trx, by, query) {
    for await (const rows of inPieces<StoredEvaluation>(trx, evaluationsIn(whereOf(by, query)))) {
      yield rows.map((row) => cellsOf(row, by));
    }
  },
};

function cellsOf(row: StoredEvaluation, { caller }: By): readonly Cell[] {
  const shown = presentedRow(row, caller);
  // What is not finished is nobody's but its scorer's.
  const isFinished = row.submitted_at !== null;
  return [
    shown.agent?.name ?? '',
    row.call_started_at,
    row.sheet_name,
    row.edition,
    evaluationStates[row.state],
    row.percent,
    row.passed === null ? '' : row.passed ? 'Đạt' : 'Chưa đạt',
    row.fatal ? 'Có' : '',
    shown.scorer?.name ?? '',
    row.submitted_at,
    isFinished ? answersInWords(row) : '',
    isFinished ? row.comment : '',
    row.agent_word,
    row.first_percent,
    personOf(row.decider_id, row.decider_name)?.name ?? '',
    row.decision,
    shown.reason,
  ];
}

const answersInWords = ({ sections, answers }: StoredEvaluation): string =>
  storedSections
    .parse(sections)
    .flatMap(({ questions }) => questions)
    .flatMap((question) => {
      const answer = answers.find(({ question_id: id }) => id === question.id);
      return answer === undefined ? [] : [`${question.text}: ${inWords(question, answer.value)}`];
    })
    .join('; ');

function inWords({ kind, choices }: ScoreQuestion, value: number | 'n/a'): string {
  if (value === 'n/a') return 'Không áp dụng';
  switch (kind) {
    case 'pass':
      return value === 1 ? 'Đạt' : 'Không đạt';
    case 'scale':
      return `${value}/${scaleTop}`;
    case 'choice':
      return choices[value]?.text ?? '';
    default:
      return kind satisfies never;
  }
}
