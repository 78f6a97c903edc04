import { type BulkReport, bulkReport, type Job } from '@alo/contract';

import { count } from '../../kit/format/numbers.ts';

/** The report of a change of many rows; undefined for any other job, and for one that has not begun. */
export function bulkReportOf({ kind, report }: Pick<Job, 'kind' | 'report'>): BulkReport | undefined {
  const known = kind === 'bulk' ? bulkReport.safeParse(report) : undefined;
  return known?.success === true ? known.data : undefined;
}

const actionWords = {
  delete: { done: 'xoá', kept: 'giữ lại', same: 'đã đúng từ trước' },
  set: { done: 'sửa', kept: 'giữ lại', same: 'đã đúng từ trước' },
  put: { done: 'thêm', kept: 'không thêm được', same: 'đã có từ trước' },
  'take-off': { done: 'bỏ ra', kept: 'giữ lại', same: 'vốn không có' },
} as const satisfies Record<BulkReport['action'], object>;

/** What a change of many rows has come to: "Đã xoá 1.234 dòng, giữ lại 3". */
export function bulkWords({ action, step, counts, undone }: BulkReport): string {
  if (step === 'undo' && undone !== undefined) {
    return listed([`Đã hoàn tác ${count(undone.restored)} dòng`, [undone.kept, 'không khôi phục được']]);
  }
  const words = actionWords[action];
  return listed([
    `Đã ${words.done} ${count(counts.done)} dòng`,
    [counts.kept, words.kept],
    [counts.same, words.same],
    [counts.gone, 'không còn'],
  ]);
}

const listed = ([first, ...rest]: [string, ...(readonly [number, string])[]]): string =>
  [first, ...rest.flatMap(([many, word]) => (many === 0 ? [] : [`${word} ${count(many)}`]))].join(', ');
