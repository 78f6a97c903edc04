import { isDeepStrictEqual } from 'node:util';
import { type ScoreSection, scoreSection, scoreSheets } from '@alo/contract';
import { sql } from 'kysely';
import { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import { newId } from '../../kernel/new-id.ts';
import type { Child } from '../../resource/children.ts';
import { eitherOf } from '../../resource/importing/import-field.ts';
import { resource } from '../../resource/resource.ts';

/** Sections as an edition has them. */
export const storedSections = z.array(scoreSection);

const latest = sql`(select edition.number from score_edition as edition
  where edition.score_sheet_id = score_sheet.id order by edition.number desc limit 1)`;
const latestSections = sql<ScoreSection[]>`coalesce((select edition.sections from score_edition as edition
  where edition.score_sheet_id = score_sheet.id order by edition.number desc limit 1), '[]')`;

/** What a sheet asks. Once somebody has scored by it, what it asked stays, and what it asks from then on is another edition. */
const sections: Child = {
  table: 'score_edition',
  async write(trx, sheet, value) {
    const asked = withIds(storedSections.parse(value));
    const last = await trx
      .selectFrom('score_edition')
      .where('score_sheet_id', '=', sheet)
      .orderBy('number', 'desc')
      .select(['id', 'number', 'sections'])
      .limit(1)
      .executeTakeFirst();
    if (last !== undefined && isDeepStrictEqual(storedSections.parse(last.sections), asked)) return;
    const written = JSON.stringify(asked);
    if (last !== undefined && !(await isUsed(trx, last.id))) {
      await trx
        .updateTable('score_edition')
        .set({ sections: written, updated_at: sql<Date>`now()` })
        .where('id', '=', last.id)
        .execute();
      return;
    }
    await trx
      .insertInto('score_edition')
      .values({ id: newId(), score_sheet_id: sheet, number: (last?.number ?? 0) + 1, sections: written })
      .execute();
  },
};

/** Somebody has scored by it, or is asked to. */
async function isUsed(trx: Trx, edition: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`select exists (select from evaluation where edition_id = ${edition})
    or exists (select from calibration where edition_id = ${edition}) as used`.execute(trx);
  return rows[0]?.used === true;
}

/** A question has its id from the first time that it is kept; of two that name the same, the second is another one. */
function withIds(all: readonly ScoreSection[]): ScoreSection[] {
  const taken = new Set<string>();
  return all.map((section) => ({
    ...section,
    questions: section.questions.map((question) => {
      const id = question.id === null || taken.has(question.id) ? newId() : question.id;
      taken.add(id);
      return { ...question, id };
    }),
  }));
}

export const scoreSheet = resource(scoreSheets, {
  table: 'score_sheet',
  calls: 'none',
  search: ['name', 'note'],
  // Scores outlive whoever would tidy up: a sheet that was used is set aside, and stays.
  referredToBy: [
    { table: 'sampling_rule', column: 'score_sheet_id', kind: 'Luật lấy mẫu' },
    { table: 'calibration', column: 'score_sheet_id', kind: 'Buổi hiệu chuẩn' },
    {
      table: 'evaluation',
      column: 'score_sheet_id',
      kind: 'Cuộc gọi đã chấm',
      name: sql`to_char(call_started_at at time zone (select time_zone from tenant where tenant.id = tenant_id), 'DD/MM/YYYY HH24:MI')`,
    },
  ],
  rows: (trx) =>
    trx
      .selectFrom('score_sheet')
      .selectAll('score_sheet')
      .select([
        latestSections.as('sections'),
        sql<number>`coalesce(${latest}, 1)`.as('edition'),
        sql<number>`(select coalesce(sum(jsonb_array_length(section -> 'questions')), 0)::int
          from jsonb_array_elements(${latestSections}::jsonb) as section)`.as('questions'),
        sql<number>`(select count(*)::int from evaluation
          where evaluation.score_sheet_id = score_sheet.id and evaluation.submitted_at is not null)`.as('scored'),
      ]),
  children: { sections },
  imports: { fields: { active: eitherOf('Đang dùng', { yes: 'Có', no: 'Không' }) } },
  sheet: {
    name: 'Tên phiếu',
    active: { heading: 'Đang dùng', cell: (active) => (active === true ? 'Có' : 'Không') },
    sections: {
      heading: 'Câu hỏi',
      cell: (all) => (all ?? []).flatMap(({ questions }) => (questions ?? []).map(({ text }) => text)).join('; '),
    },
    scored: 'Đã chấm',
    pass_percent: 'Đạt từ (%)',
    fatal_percent: 'Có lỗi chết thì nhiều nhất (%)',
    dispute_days: 'Số ngày phản hồi',
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
