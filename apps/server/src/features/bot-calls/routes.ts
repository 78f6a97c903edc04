import { type BotScript, botNumbers, startBotCall } from '@alo/contract';
import { parsePhone } from '@alo/phone-number';

import { audit } from '../../db/audit.ts';
import { mostOf } from '../../db/company-shares.ts';
import type { Db } from '../../db/database.ts';
import { isActive } from '../../domain/number-states.ts';
import { numberView } from '../../domain/number-view.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';

/** What a bot caller is told; telephony's part of "khách thử". Numbers are in the form that people dial. */
export interface BotCallOrder {
  readonly tenantId: string;
  readonly from: string;
  readonly to: string;
  readonly script: BotScript;
  /** Bots at once that the operator lets the company have, where they have said so. */
  readonly most?: number | undefined;
}

/** Starts a bot call and answers its id. Rejects with `Problem.unavailable` while telephony is down. */
export type StartBotCall = (order: BotCallOrder) => Promise<string>;

const shownCallers = 20;

export const botCallRoutes = (db: Db, start: StartBotCall): Route[] => [
  route(botNumbers, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const view = await numberView(trx, caller);
      const numbers = await trx
        .selectFrom('service_number')
        .where('enabled', '=', true)
        .where(isActive)
        .orderBy('name')
        .select(['number', 'name'])
        .execute();
      const customers = await trx
        .selectFrom('customer_phone')
        .innerJoin('customer', 'customer.id', 'customer_phone.customer_id')
        .where('customer_phone.position', '=', 1)
        .orderBy('customer.name')
        .select(['customer_phone.e164', 'customer.name'])
        .limit(shownCallers)
        .execute();
      return {
        numbers: numbers.map(({ number, name }) => ({ number: nationalForm(number), name })),
        callers: customers.map(({ e164, name }) => ({ number: view.show(e164), name })),
      };
    }),
  ),

  route(startBotCall, async (request) => {
    const { caller, body } = request;
    const to = parsePhone(body.to);
    const most = await db.inTenant(caller.tenantId, async (trx) => {
      const own = await trx
        .selectFrom('service_number')
        .where('enabled', '=', true)
        .where(isActive)
        .where('number', 'in', [body.to, to.ok ? to.phone.canonical : body.to])
        .select('id')
        .executeTakeFirst();
      if (own === undefined) throw Problem.invalid({ to: 'Chỉ gọi được vào đầu số của công ty' });
      await audit(trx, actorOf(request), { action: 'bot-call', subject: 'service_number', subjectId: own.id });
      return mostOf(trx, 'bots');
    });
    const { from, script } = body;
    const order = { tenantId: caller.tenantId, from, to: nationalForm(body.to), script };
    return { id: await start({ ...order, ...(most !== null && { most }) }) };
  }),
];

function nationalForm(number: string): string {
  const read = parsePhone(number);
  return read.ok ? read.phone.national : number;
}
