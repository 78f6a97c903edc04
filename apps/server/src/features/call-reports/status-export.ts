import { type StatusTimes, statusTimesReport } from '@alo/contract';
import { z } from 'zod';

import type { Cell } from '../../resource/sheet/cell.ts';
import { dayInWords, exported, whole } from './export-reports.ts';
import { pageIn } from './page-in.ts';
import { daysOf } from './parties.ts';
import { statusTimesOf } from './status-report.ts';
import { statusRows } from './status-rows.ts';
import { statusSums } from './status-spans.ts';

const figures: readonly (readonly [heading: string, cell: (times: StatusTimes) => Cell])[] = [
  ['Đăng nhập (giây)', (times) => times.signed_in],
  ['Sẵn sàng (giây)', (times) => times.ready],
  ['Trong cuộc gọi (giây)', (times) => times.on_a_call],
  ['Sau cuộc gọi (giây)', (times) => times.wrapping_up],
  ['Nghỉ (giây)', (times) => times.on_a_break],
  ['Nghỉ theo lý do', (times) => times.breaks.map(breakInWords).join('; ')],
  ['Tạm dừng (giây)', (times) => times.paused],
  ['Tạm dừng tự động (giây)', (times) => times.auto_paused],
  ['Không làm phiền (giây)', (times) => times.do_not_disturb],
  ['Trình duyệt ngủ (giây)', (times) => times.asleep],
  ['Hiệu suất sử dụng (%)', (times) => times.occupancy],
  ['Vào lần đầu', (times) => moment(times.first_at)],
  ['Ra lần cuối', (times) => moment(times.last_at)],
];

const breakInWords = ({ reason, seconds }: StatusTimes['breaks'][number]) =>
  `${reason === '' ? 'Không nêu lý do' : reason}: ${seconds}`;

const moment = (at: string | null) => (at === null ? null : new Date(at));

/** With what still goes on until then. */
const asked = z.object(statusTimesReport.query.shape).extend({ at: z.coerce.date() });

/** People, each with all the days together and with each day. */
export const statusExport = exported(
  { subject: 'history-by-status', permission: 'history-by-status.export', title: 'Thời gian trạng thái' },
  ['Nhân viên', 'Máy nhánh', 'Phòng ban', 'Nhóm', 'Ngày', ...figures.map(([heading]) => heading)],
  async (trx, { caller }, query) => {
    const { at: now, ...filter } = asked.parse(query);
    const days = await daysOf(trx, filter, caller, now);
    const { rows } = await statusRows(trx, caller, filter, { days, now });
    const people = pageIn(rows, { ...filter, ...whole }).data;
    const ids = people.map(({ id }) => id);
    const sums = await statusSums(trx, ids, days, { slot: 'day', now, timeZone: caller.timeZone });
    const its = Map.groupBy(sums, ({ account }) => account);
    return people.flatMap((person) => {
      const line = (day: string, times: StatusTimes): Cell[] => [
        person.name,
        person.extension,
        person.department_name,
        person.team_name,
        day,
        ...figures.map(([, cell]) => cell(times)),
      ];
      const each = [...Map.groupBy(its.get(person.id) ?? [], ({ slot }) => slot)].toSorted(([one], [other]) =>
        one < other ? -1 : 1,
      );
      return [line('', person), ...each.map(([day, some]) => line(dayInWords(day), statusTimesOf(some)))];
    });
  },
);
