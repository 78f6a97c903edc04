import { type CallCounts, callsByDepartment } from '@alo/contract';
import { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import type { By } from '../../kernel/by.ts';
import type { Exportable } from '../../resource/exporting.ts';
import type { Cell } from '../../resource/sheet/cell.ts';
import { pageIn } from './page-in.ts';
import { daysOf } from './parties.ts';
import { readReport } from './read-report.ts';
import { byDepartment, byExtension, teamsOf } from './report.ts';

const figures: readonly (readonly [heading: string, cell: (counts: CallCounts) => Cell])[] = [
  ['Tổng', ({ total }) => total],
  ['Gọi vào', ({ inbound }) => inbound],
  ['Gọi ra', ({ outbound }) => outbound],
  ['Nội bộ', ({ internal }) => internal],
  ['Gặp', ({ answered }) => answered],
  ['Nhỡ', ({ missed }) => missed],
  ['Tỷ lệ gặp (%)', ({ answer_rate: rate }) => rate],
  ['Tổng đàm thoại (giây)', ({ talk_seconds: seconds }) => seconds],
  ['Đàm thoại trung bình (giây)', ({ talk_average: seconds }) => seconds],
  ['Chờ trung bình (giây)', ({ wait_average: seconds }) => seconds],
];
const headings = figures.map(([heading]) => heading);
const cells = (counts: CallCounts) => figures.map(([, cell]) => cell(counts));

/** What a report was asked for; of an export, paging and order say nothing. */
const asked = z.object(callsByDepartment.query.shape);
/** All of them. */
const whole = { page: 1, per_page: Number.MAX_SAFE_INTEGER, sort: undefined };

/** A report as a file: it is made of sums, and so is at hand as a whole. */
const exported = (
  known: Pick<Exportable, 'subject' | 'permission' | 'title'>,
  first: readonly string[],
  rowsOf: (trx: Trx, by: By, query: unknown) => Promise<readonly (readonly Cell[])[]>,
): Exportable => ({
  ...known,
  trail: 'call',
  headings: async () => [...first, ...headings],
  count: async (trx, by, query) => (await rowsOf(trx, by, query)).length,
  async *pieces(trx, by, query) {
    yield await rowsOf(trx, by, query);
  },
});

async function reportFor(trx: Trx, { caller }: By, query: unknown) {
  const filter = asked.parse(query);
  // Its days were said by who asked for it.
  const report = await readReport(trx, await daysOf(trx, filter, caller, new Date(0)), filter, caller);
  return { report, filter };
}

/** Departments with their teams and people, each with what is its own. */
export const departmentExport: Exportable = exported(
  {
    subject: 'history-by-department-team',
    permission: 'history-by-department-team.export',
    title: 'Lịch sử theo phòng ban / nhóm',
  },
  ['Phòng ban', 'Nhóm', 'Nhân viên', 'Máy nhánh'],
  async (trx, by, query) => {
    const { report, filter } = await reportFor(trx, by, query);
    return pageIn(byDepartment(report), { ...filter, ...whole }).data.flatMap((department) => [
      [department.name, '', '', '', ...cells(department)],
      ...teamsOf(report, department.id).flatMap((team) => [
        [department.name, team.name, '', '', ...cells(team)],
        ...team.people.map((one) => [department.name, team.name, one.name, one.extension, ...cells(one)]),
      ]),
    ]);
  },
);

/** Extensions with who has them. */
export const extensionExport: Exportable = exported(
  { subject: 'history-cdr-by-exten', permission: 'history-cdr-by-exten.export', title: 'Thống kê theo máy nhánh' },
  ['Máy nhánh', 'Nhân viên', 'Phòng ban', 'Nhóm'],
  async (trx, by, query) => {
    const { report, filter } = await reportFor(trx, by, query);
    return pageIn(byExtension(report), { ...filter, ...whole }).data.map((row) => [
      ...[row.extension, row.name, row.department_name, row.team_name],
      ...cells(row),
    ]);
  },
);
