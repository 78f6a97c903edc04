import { customerDuplicates } from '@alo/contract';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/database.ts';
import { canonical } from '../../domain/customer-search.ts';
import type { NumberBudget } from '../../domain/number-budget.ts';
import { type Route, route } from '../../http/route.ts';
import { reading } from '../../resource/reading.ts';
import { customer } from './customers.ts';

const shownAtMost = 5;
const read = reading(customer);

/** Who may be the person that somebody writes down: the same number in any spelling first, then e-mail, then name. */
export const duplicatesRoute = (db: Db, budget: NumberBudget): Route =>
  route(customerDuplicates, async (request) => {
    const { caller, query } = request;
    await budget.spend(request, query.phone);
    return db.inTenant(caller.tenantId, async (trx) => {
      const by = new Map([
        ...(await named(trx, query.name)).map((id) => [id, 'name'] as const),
        ...(await withEmail(trx, query.email)).map((id) => [id, 'email'] as const),
        ...(await withNumber(trx, query.phone)).map((id) => [id, 'phone'] as const),
      ]);
      if (query.except !== undefined) by.delete(query.except);
      if (by.size === 0) return { data: [] };
      const show = (await customer.mask?.(request)?.(trx)) ?? ((row) => row);
      const rows = await read.seen(trx, request, [...by.keys()]);
      const data = rows.flatMap((row) => {
        const why = by.get(row.id);
        return why === undefined ? [] : [{ customer: show(row), by: why }];
      });
      const rank = { phone: 0, email: 1, name: 2 };
      return { data: data.toSorted((a, b) => rank[a.by] - rank[b.by]).slice(0, shownAtMost) };
    });
  });

async function withNumber(trx: Trx, phone: string): Promise<string[]> {
  const number = canonical(phone);
  if (number === undefined) return [];
  const found = await trx.selectFrom('customer_phone').where('e164', '=', number).select('customer_id').execute();
  return found.map(({ customer_id }) => customer_id);
}

async function withEmail(trx: Trx, email: string): Promise<string[]> {
  return email.includes('@') ? candidates(trx, email, 'email') : [];
}

/** One word is the name of thousands. */
async function named(trx: Trx, name: string): Promise<string[]> {
  return /\S\s+\S/.test(name) ? candidates(trx, name, 'name') : [];
}

/** The index brings who has these words somewhere; of those the text must be the same, accents aside. */
async function candidates(trx: Trx, text: string, column: 'name' | 'email'): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select customer.id from find_customer(${text.split(/\s+/)}::text[], 200) as found
      join customer on customer.id = found.id
    where fold(trim(${sql.ref(`customer.${column}`)})) = fold(trim(${text})) limit ${shownAtMost}`.execute(trx);
  return rows.map(({ id }) => id);
}
