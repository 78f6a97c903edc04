import { overShareWords } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../db/database.ts';
import { tellOverShare } from '../db/over-share-told.ts';

/** Takes one of the letters that a company may send today, by UTC; false where it has sent them all, which its trail has. */
export async function takeLetter(trx: Trx): Promise<boolean> {
  const { rows } = await sql`update tenant
    set letters = ${letters} + 1, letters_asked = ${asked}, letters_on = current_date
    where most_letters is null or ${letters} < most_letters
    returning id`.execute(trx);
  if (rows.length === 0) await tellOverShare(trx, { share: 'letters' });
  return rows.length > 0;
}

/**
 * The same for a letter that anybody may ask for, who need not be of the company: all of these together have a quarter of its day, and the
 * first one of a day to a person may take of another quarter. So a stranger neither spends the letters of those who are signed in, nor those
 * of whoever has forgotten their password and was not written to today.
 */
export async function takeAskedLetter(trx: Trx, isFirstOfDay: boolean): Promise<boolean> {
  const part = sql`greatest(1, most_letters / ${isFirstOfDay ? 2 : 4})`;
  const { rows } = await sql`update tenant
    set letters = ${letters} + 1, letters_asked = ${asked} + 1, letters_on = current_date
    where most_letters is null or (${letters} < most_letters and ${asked} < ${part})
    returning id`.execute(trx);
  if (rows.length === 0) await tellOverShare(trx, { share: 'letters', message: noAskedLeft });
  return rows.length > 0;
}

/** How many were sent today. */
export const lettersToday = sql<number>`case when letters_on = current_date then letters else 0 end`;

const letters = lettersToday;
const asked = sql`case when letters_on = current_date then letters_asked else 0 end`;

export const noLettersLeft = overShareWords('letters');
const noAskedLeft =
  'Đã gửi hết phần thư quên mật khẩu trong ngày: ai cũng xin được, nên chúng chỉ dùng một phần của số thư được cấp';
