import { sql } from 'kysely';

import type { JobWork } from '../../background/job-work.ts';
import type { Trx } from '../../db/database.ts';
import { newId } from '../../kernel/new-id.ts';

/**
 * The trail forgets what it says of a person, and is proved as before; see the migration `audit-forgets`. Month by month, for all of it
 * is read: they may stand in what was done to others, too. So do jobs, by which they may have come.
 */
export async function forgottenInTrail({
  work,
  customerId,
  requestId,
  numbers,
}: {
  work: Pick<JobWork, 'inTenant'>;
  customerId: string;
  requestId: string;
  numbers: readonly string[];
}): Promise<void> {
  const { ids, marks, since } = await work.inTenant(async (trx) => {
    const cards = [customerId, ...(await mergedInto(trx, customerId))];
    return { ids: [...cards, ...(await belongings(trx, cards))], ...(await marksOf(trx, cards, numbers)) };
  });
  await work.inTenant((trx) => forgottenInJobs(trx, marks));
  for (let month = since; month < new Date(); month = monthAfter(month)) {
    await work.inTenant((trx) =>
      sql`select forget_in_audit(${newId()}, ${[...ids, requestId]}::text[], ${marks}, ${month}, ${monthAfter(month)})`.execute(
        trx,
      ),
    );
  }
}

/** What jobs keep of rows, to tell of them and to take them back; those that are under way keep what they need until they end. */
async function forgottenInJobs(trx: Trx, marks: string): Promise<void> {
  const batches = { import_batch: ['changed', 'bad'], bulk_batch: ['removed', 'changed', 'kept'] };
  for (const [table, columns] of Object.entries(batches)) {
    for (const column of columns) {
      const kept = sql.ref(column);
      await sql`update ${sql.table(table)} set ${kept} = (
          select coalesce(jsonb_agg(one order by place), '[]') from jsonb_array_elements(${kept}) with ordinality as its (one, place)
          where not one::text ~* ${marks})
        where ${kept}::text ~* ${marks}`.execute(trx);
    }
  }
  // What a receiver answered that was told of them.
  await sql`update webhook_delivery set answer = '' where answer ~* ${marks}`.execute(trx);
  for (const column of ['report', 'input']) {
    const kept = sql.ref(column);
    await sql`update job set ${kept} = (
        select coalesce(jsonb_object_agg(its.key, without_person(its.value, ${marks})), '{}') from jsonb_each(${kept}) as its)
      where state not in ('queued', 'running') and ${kept}::text ~* ${marks}`.execute(trx);
  }
}

const monthAfter = (month: Date) => new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));

/** Cards that became this one. */
async function mergedInto(trx: Trx, customerId: string): Promise<string[]> {
  const merges = await trx
    .selectFrom('customer_merge')
    .where('kept_id', '=', customerId)
    .select(sql<string>`other ->> 'id'`.as('id'))
    .execute();
  return merges.map(({ id }) => id);
}

/** Rows that are of nobody else, of which the trail may speak without naming the customer. */
async function belongings(trx: Trx, cards: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from disposition where customer_id = any (${cards}::uuid[])
    union all select id from consent where customer_id = any (${cards}::uuid[])
    union all select id from task where customer_id = any (${cards}::uuid[])
    union all select id from survey_response where customer_id = any (${cards}::uuid[])
    union all select id from data_request where customer_id = any (${cards}::uuid[])`.execute(trx);
  return rows.map(({ id }) => id);
}

/** By what a person is known wherever they are spoken of, as one pattern; and since when there may be anything of them. */
async function marksOf(trx: Trx, cards: readonly string[], numbers: readonly string[]) {
  const { rows: letters } = await sql<{ email: string }>`
    select email from customer where id = any (${cards}::uuid[]) and email <> ''`.execute(trx);
  const [first] = await trx.selectFrom('audit').orderBy('at').limit(1).select('at').execute();
  const marks = [
    ...cards,
    ...patternsOf(numbers),
    ...letters.map(({ email }) => email.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')),
  ].join('|');
  return { marks, since: first === undefined ? new Date() : new Date(first.at) };
}

/** Whether a text has one of these numbers in it, however it is written. */
export const isOfNumber = (numbers: readonly string[], text: string): boolean =>
  patternsOf(numbers).some((pattern) => new RegExp(pattern).test(text));

const patternsOf = (numbers: readonly string[]) => numbers.filter((number) => /\d{3}/.test(number)).map(numberPattern);

/** Their number as it is kept, dialled and written. */
function numberPattern(number: string): string {
  const digits = number.replace(/\D/g, '');
  const own = digits.startsWith('84') ? `(84|0)?${digits.slice(2)}` : digits;
  return `(^|[^0-9])\\+?${own}($|[^0-9])`;
}
