import { type CallCounts, callQuality, callsByDepartment, callsByQueue, type QueueCounts } from '@alo/contract';
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
const cells = (counts: CallCounts) => figures.map(([, cell]) => cell(counts));

const queueFigures: readonly (readonly [heading: string, cell: (counts: QueueCounts) => Cell])[] = [
  ['Lượt vào hàng', ({ total }) => total],
  ['Đã nghe', ({ answered }) => answered],
  ['Nghe đúng hạn', ({ in_time: inTime }) => inTime],
  ['Mức dịch vụ (%)', ({ service_level: level }) => level],
  ['Bỏ cuộc', ({ abandoned }) => abandoned],
  ['Bỏ cuộc ngay', ({ abandoned_soon: soon }) => soon],
  ['Tỷ lệ bỏ cuộc (%)', ({ abandon_rate: rate }) => rate],
  ['Hết giờ chờ', ({ timed_out: timedOut }) => timedOut],
  ['Đi nơi khác', ({ left_elsewhere: left }) => left],
  ['Hẹn gọi lại', ({ called_back: calledBack }) => calledBack],
  ['Không vào được', ({ turned_away: turnedAway }) => turnedAway],
  ['Chờ trung bình (giây)', ({ wait_average: seconds }) => seconds],
  ['Chờ lâu nhất (giây)', ({ wait_longest: seconds }) => seconds],
];
const queueCells = (counts: QueueCounts) => queueFigures.map(([, cell]) => cell(counts));

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
  ['Phòng ban', 'Nhóm', 'Nhân viên', 'Máy nhánh', ...figures.map(([heading]) => heading)],
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
  ['Máy nhánh', 'Nhân viên', 'Phòng ban', 'Nhóm', ...figures.map(([heading]) => heading)],
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
  ['Hàng đợi', 'Ngày', 'Khung giờ', ...queueFigures.map(([heading]) => heading)],
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
