import {
  type CallCounts,
  callQuality,
  callsByDepartment,
  callsByQueue,
  type FigureMeaning,
  headOf,
  ownFigures,
  type QueueCounts,
  queueFigures,
} from '@alo/contract';
import { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import type { By } from '../../kernel/by.ts';
import type { Exportable } from '../../resource/exporting.ts';
import type { Cell } from '../../resource/sheet/cell.ts';
import { callQualityIn, qualityDaysAtMost } from './call-quality.ts';
import { pageIn } from './page-in.ts';
import { daysOf } from './parties.ts';
import { bySlot } from './queue-report.ts';
import { queuesFor, staysIn } from './queue-stays.ts';
import { readReport, readReportOfExtensions } from './read-report.ts';
import { byDepartment, byExtension, teamsOf } from './report.ts';

/** A figure above a column of a file, with what it is counted in. */
export function headingOf(means: FigureMeaning): string {
  switch (means.unit) {
    case 'percent':
      return `${means.label} (%)`;
    case 'seconds':
      return `${means.label} (giây)`;
    case 'calls':
    case 'people':
      return headOf(means);
    default:
      return means.unit satisfies never;
  }
}

/** What a report counts of people, in the order of its columns. */
const figures = [
  ...(['total', 'inbound', 'outbound', 'internal', 'answered', 'missed'] as const),
  ...(['answer_rate', 'talk_seconds', 'talk_average', 'wait_average'] as const),
] as const;
const headings = figures.map((figure) => headingOf(ownFigures[figure]));
const cells = (counts: CallCounts): Cell[] => figures.map((figure) => counts[figure]);

const ofQueues = [
  ...(['total', 'answered', 'in_time', 'service_level', 'abandoned', 'abandoned_soon', 'abandon_rate'] as const),
  ...(['timed_out', 'left_elsewhere', 'called_back', 'turned_away', 'wait_average', 'wait_longest'] as const),
] as const;
const queueHeadings = ofQueues.map((figure) => headingOf(queueFigures[figure]));
const queueCells = (counts: QueueCounts): Cell[] => ofQueues.map((figure) => counts[figure]);

/** What a report was asked for; of an export, paging and order say nothing. */
const asked = z.object(callsByDepartment.query.shape);
/** All of them. */
export const whole = { page: 1, per_page: Number.MAX_SAFE_INTEGER, sort: undefined };

/** A report as a file: it is made of sums, and so is at hand as a whole. */
export const exported = (
  known: Pick<Exportable, 'subject' | 'permission' | 'title'>,
  headings: readonly string[],
  rowsOf: (trx: Trx, by: By, query: unknown) => Promise<readonly (readonly Cell[])[]>,
): Exportable => ({
  ...known,
  trail: 'call',
  headings: async () => headings,
  count: async (trx, by, query) => (await rowsOf(trx, by, query)).length,
  async *pieces(trx, by, query) {
    yield await rowsOf(trx, by, query);
  },
});

async function reportFor(read: typeof readReport, trx: Trx, { caller }: By, query: unknown) {
  const filter = asked.parse(query);
  // Its days were said by who asked for it.
  const report = await read(trx, await daysOf(trx, filter, caller, new Date(0)), filter, caller);
  return { report, filter };
}

/** Departments with their teams and people, each with what is its own. */
export const departmentExport: Exportable = exported(
  {
    subject: 'history-by-department-team',
    permission: 'history-by-department-team.export',
    title: 'Lịch sử theo phòng ban / nhóm',
  },
  ['Phòng ban', 'Nhóm', 'Nhân viên', 'Máy nhánh', ...headings],
  async (trx, by, query) => {
    const { report, filter } = await reportFor(readReport, trx, by, query);
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
  ['Máy nhánh', 'Nhân viên', 'Phòng ban', 'Nhóm', ...headings],
  async (trx, by, query) => {
    const { report, filter } = await reportFor(readReportOfExtensions, trx, by, query);
    return pageIn(byExtension(report), { ...filter, ...whole }).data.map((row) => [
      row.extension,
      row.name,
      row.department_name,
      row.team_name,
      ...cells(row),
    ]);
  },
);

const askedOfQuality = z.object(callQuality.query.shape);

/** Whose lines sounded poor: people by their extensions, and trunks. */
export const qualityExport: Exportable = exported(
  {
    subject: 'history-by-quality',
    permission: 'history-cdr-by-exten.export',
    title: 'Chất lượng âm thanh',
  },
  [
    'Tên',
    'Phía',
    'Máy nhánh',
    'Cuộc gặp',
    'Cuộc kém',
    'Tỷ lệ kém (%)',
    'Mất gói (%)',
    'Lệch nhịp (ms)',
    'Trễ (ms)',
    'Thiết bị trong cuộc kém',
  ],
  async (trx, { caller }, query) => {
    const filter = askedOfQuality.parse(query);
    // Its days were said by who asked for it.
    const days = await daysOf(trx, filter, caller, new Date(0), qualityDaysAtMost);
    const { rows } = await callQualityIn(trx, days, caller, filter.kind);
    return pageIn(rows, { ...filter, ...whole }).data.map((row) => [
      row.name || row.extension,
      row.kind === 'person' ? 'Máy nhánh' : 'Đường truyền',
      row.extension,
      row.calls,
      row.poor,
      row.poor_percent,
      row.loss_percent,
      row.jitter_ms,
      row.round_trip_ms,
      row.devices.map(({ name, poor }) => `${name || 'Trình duyệt'}: ${poor}`).join('; '),
    ]);
  },
);

const askedOfQueues = z.object(callsByQueue.query.shape);

/** Queues, each with its days and with its quarters of an hour, all days together. */
export const queueExport: Exportable = exported(
  { subject: 'history-by-queue', permission: 'history-by-department-team.export', title: 'Báo cáo hàng đợi' },
  ['Hàng đợi', 'Ngày', 'Khung giờ', ...queueHeadings],
  async (trx, { caller }, query) => {
    const filter = askedOfQueues.parse(query);
    // Its days were said by who asked for it.
    const days = await daysOf(trx, filter, caller, new Date(0));
    const [byDay, byQuarter] = [await staysIn(trx, days, 'day', caller), await staysIn(trx, days, 'quarter', caller)];
    const rows = (await queuesFor(trx, caller, byDay)).map(({ row }) => row);
    return pageIn(rows, { ...filter, ...whole }).data.flatMap((queue) => {
      const its = (sums: typeof byDay) => bySlot(sums.filter((sum) => sum.queue === queue.id));
      return [
        [queue.name, '', '', ...queueCells(queue)],
        ...its(byDay).map(({ slot, counts }) => [queue.name, dayInWords(slot), '', ...queueCells(counts)]),
        ...its(byQuarter).map(({ slot, counts }) => [queue.name, '', slot, ...queueCells(counts)]),
      ];
    });
  },
);

/** `2026-03-02` → `02/03/2026`. */
export const dayInWords = (day: string) => day.split('-').toReversed().join('/');
