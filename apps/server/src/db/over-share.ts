import pg from 'pg';

import { Problem } from '../kernel/problem.ts';

/** What the database says where a company has all that it may have, by the rule that says it. */
const words: Readonly<Record<string, string>> = {
  rows_share:
    'Doanh nghiệp đã dùng hết số dòng dữ liệu được cấp. Hãy xoá bớt dữ liệu, hoặc nhờ đơn vị vận hành cấp thêm',
  block_list_most: 'Danh sách chặn có nhiều nhất 200.000 số, vào và ra cộng lại. Hãy xoá bớt số cũ',
};

/** A statement of a company that would have more than its share, in words; undefined for other errors. */
export function overShare(error: unknown): Problem | undefined {
  const said = error instanceof pg.DatabaseError ? words[error.constraint ?? ''] : undefined;
  return said === undefined ? undefined : Problem.overShare(said);
}
