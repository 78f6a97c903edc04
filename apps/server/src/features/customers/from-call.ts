import { addNumberFromCall, customerFromCall } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { NumberBudget } from '../../domain/number-budget.ts';
import { numberView } from '../../domain/number-view.ts';
import { type Route, route } from '../../http/route.ts';
import type { By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import { reading } from '../../resource/reading.ts';
import { type ResourceDeps, resourceStore } from '../../resource/store.ts';
import { numberMeant } from './customer-card.ts';
import { customer } from './customers.ts';
import type { DispositionDeps } from './dispositions.ts';
import { giveNotesTo } from './keep-call-note.ts';

interface FromCallDeps extends ResourceDeps, Pick<DispositionDeps, 'said'> {
  readonly budget: NumberBudget;
}

const read = reading(customer);

/** Whoever calls becomes a customer, or is found to be one: their number is that of the call, whoever may see it. */
export function fromCallRoutes({ budget, said, ...deps }: FromCallDeps): Route[] {
  const { db } = deps;
  const store = resourceStore(deps, customer);

  async function numberOf(request: By, phone: string): Promise<string | undefined> {
    const { caller } = request;
    await budget.spend(request, phone);
    return db.inTenant(caller.tenantId, async (trx) =>
      numberMeant(trx, phone, { view: await numberView(trx, caller), extension: caller.extension }),
    );
  }

  /** What was written and said of calls with the number before is the customer's from now on. */
  async function takeOver(tenantId: string, number: string, id: string): Promise<void> {
    const given = await db.inTenant(tenantId, async (trx) => {
      await takeOverSaid(trx, tenantId, number, id);
      return giveNotesTo(trx, { number, customerId: id });
    });
    for (const { account, call } of given) said(tenantId, { account, call, customer: id });
  }

  return [
    route(customerFromCall, async (request) => {
      const { caller, body } = request;
      const number = await numberOf(request, body.phone);
      const { name, status, note } = body;
      const input = checked({ name, status, phone: number ?? '', note_in_calling: note });
      const added = await store.insert(request, { ...input, user_id: caller.accountId });
      if (number !== undefined) await takeOver(caller.tenantId, number, added.id);
      return added;
    }),

    route(addNumberFromCall, async (request) => {
      const { caller, body, params } = request;
      const [before] = await db.inTenant(caller.tenantId, (trx) => read.byIds(trx, [params.id]));
      if (before === undefined) throw Problem.notFound();
      const number = await numberOf(request, body.phone);
      if (number === undefined) throw Problem.invalid({ phone: 'Không biết số của cuộc gọi này' });
      const input = checked({ ...before, phones: [...(before.phones ?? []), number] });
      const changed = await store.update(request, params.id, input, before.version);
      if (changed === undefined) throw Problem.notFound();
      await takeOver(caller.tenantId, number, params.id);
      return changed;
    }),
  ];
}

function checked(row: object) {
  const input = customer.contract.input.safeParse(row);
  if (input.success) return input.data;
  throw Problem.invalid(Object.fromEntries(input.error.issues.map(({ path, message }) => [String(path[0]), message])));
}

async function takeOverSaid(trx: Trx, tenantId: string, number: string, id: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('disposition')
    .set({ customer_id: id })
    .where('customer_id', 'is', null)
    .where('call_id', 'in', trx.selectFrom('call').where('outside_number', '=', number).select('id'))
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await sql`select keep_promise(${tenantId}, ${id})`.execute(trx);
}
