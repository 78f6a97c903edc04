import { adherenceReport } from '@alo/contract';
import { z } from 'zod';

import type { Exportable } from '../../resource/exporting.ts';
import type { Cell } from '../../resource/sheet/cell.ts';
import { readAdherence } from './read-adherence.ts';

/** With what still goes on until then. */
const asked = z.object(adherenceReport.query.shape).extend({ at: z.coerce.date() });

/** Planned days of people, a line for each. */
export const adherenceExport: Exportable = {
  subject: 'roster',
  permission: 'roster.export',
  title: 'Tuân thủ lịch',
  trail: 'call',
  headings: async () => [
    'Ngày',
    'Nhân viên',
    'Máy nhánh',
    'Nhóm',
    'Ca',
    'Bắt đầu',
    'Kết thúc',
    'Tuân thủ (%)',
    'Giờ làm (giây)',
    'Đã làm (giây)',
    'Vắng',
    'Muộn (giây)',
    'Về sớm (giây)',
    'Nghỉ quá (giây)',
  ],
  count: async (trx, { caller }, query) => {
    const { at, ...filter } = asked.parse(query);
    return (await readAdherence(trx, caller, filter, at.getTime())).length;
  },
  async *pieces(trx, { caller }, query) {
    const { at, ...filter } = asked.parse(query);
    const rows = await readAdherence(trx, caller, filter, at.getTime());
    yield rows.map((row): Cell[] => [
      dayInWords(row.day),
      row.name,
      row.extension,
      row.team_name,
      row.shift_name,
      new Date(row.starts_at),
      new Date(row.ends_at),
      row.adherence,
      row.planned_seconds,
      row.worked_seconds,
      row.absences === 1 ? 'Vắng' : '',
      row.late_seconds,
      row.early_seconds,
      row.over_break_seconds,
    ]);
  },
};

const dayInWords = (day: string): string => day.split('-').toReversed().join('/');
