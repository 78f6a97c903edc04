import { addConsentOfNumber, messages } from '@alo/contract';
import { sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { consentLinesIn, consentsWithin, presentConsent } from '../../domain/consent-lines.ts';
import { canonical } from '../../domain/customer-search.ts';
import type { NumberBudget } from '../../domain/number-budget.ts';
import { numberView } from '../../domain/number-view.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { reachOf } from '../../kernel/reach.ts';
import type { AnnounceChange } from '../../resource/announce.ts';

interface Deps {
  readonly db: Pick<Db, 'inTenant'>;
  readonly announce: AnnounceChange;
  readonly budget: NumberBudget;
}

/** What whoever has a number said elsewhere: of each card with it, or of the number alone where there is none. */
export const consentOfNumberRoutes = ({ db, announce, budget }: Deps): Route[] => [
  route(addConsentOfNumber, async (request) => {
    const { caller, body } = request;
    const { phone, ...said } = body;
    const number = canonical(phone);
    if (number === undefined) throw Problem.invalid({ phone: messages.phone });
    await budget.spend(request, phone);
    return db.inTenant(caller.tenantId, async (trx) => {
      const cards = await cardsWith(trx, number);
      const lines = (cards.length === 0 ? [null] : cards).map((customer_id) => ({ id: newId(), customer_id }));
      await trx
        .insertInto('consent')
        .values(
          lines.map((line) => ({
            ...line,
            ...said,
            number,
            played_sha256:
              said.played === '' ? '' : sql<string>`encode(sha256(convert_to(${said.played}, 'UTF8')), 'hex')`,
            created_by: caller.accountId,
          })),
        )
        .execute();
      // Of a refusal the law knows no data scope: every card with the number follows.
      if (said.purpose === 'marketing' && cards.length > 0) {
        await sql`update customer set do_not_call = ${!said.given}, version = version + 1, updated_at = now(),
            updated_by = ${caller.accountId}
          where id = any(${[...cards]}::uuid[]) and do_not_call = ${said.given}`.execute(trx);
      }
      const entries = lines.map(({ id }) => ({ action: 'create', subject: 'consent', subjectId: id, after: said }));
      await audit(trx, actorOf(request), ...entries);
      if (cards.length > 0) await announce(trx, { tenantId: caller.tenantId, subject: 'customer', ids: cards });
      const rows = await consentLinesIn(trx)
        .where(
          'consent.id',
          'in',
          lines.map(({ id }) => id),
        )
        .where(consentsWithin(reachOf(caller)))
        .execute();
      const view = await numberView(trx, caller);
      return { lines: rows.map((row) => presentConsent(row, view)) };
    });
  }),
];

/** Locked, so that nobody makes two of one meanwhile. */
async function cardsWith(trx: Trx, number: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select customer.id from customer where customer.id in (select customer_id from customer_phone where e164 = ${number})
    order by customer.id for update`.execute(trx);
  return rows.map(({ id }) => id);
}
