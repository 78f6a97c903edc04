import { sql } from 'kysely';

import type { Trx } from '../db/database.ts';

/** Takes one of the letters that a company may send today, by UTC; false where it has sent them all. */
export async function takeLetter(trx: Trx): Promise<boolean> {
  const { rows } = await sql`update tenant
    set letters = case when letters_on = current_date then letters else 0 end + 1, letters_on = current_date
    where most_letters is null or letters_on is distinct from current_date or letters < most_letters
    returning id`.execute(trx);
  return rows.length > 0;
}

export const noLettersLeft =
  'Doanh nghiệp đã gửi hết số thư được cấp trong ngày. Hãy thử lại vào ngày mai, hoặc nhờ đơn vị vận hành cấp thêm';
