import { createCallLink, createHistoriesCall, isAllowed, type RefusesAdvertising } from '@alo/contract';
import { numberIn } from '@alo/phone-number';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { whyNotAtThisHour, whyNotToThem } from '../../domain/advertising-law.ts';
import { type CompanyClock, clockIn } from '../../domain/company-clock.ts';
import type { NumberBudget } from '../../domain/number-budget.ts';
import { numberView } from '../../domain/number-view.ts';
import { askedAbout, isLetThrough, letThrough, type Refusing } from '../../domain/refusing-customers.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { openNumber, sealNumber } from '../../storage/sealed-number.ts';
import { openLink, sealLink } from './call-link.ts';
import { hiddenNumber, prepareCall } from './dial.ts';

export interface DialDeps {
  readonly db: Db;
  readonly serverKey: ServerKey;
  /** Of whoever sees masked numbers. */
  readonly budget: NumberBudget;
  readonly now: () => number;
  /** Where people open the console, without a slash at the end. */
  readonly consoleUrl: () => string;
}

/** What a phone has to dial for what somebody asked for, once nothing speaks against calling them. */
export function dialPreparer({ db, serverKey, budget, now }: Omit<DialDeps, 'consoleUrl'>) {
  return async (by: By, { phone, anyway }: { readonly phone: string; readonly anyway: boolean }) => {
    const { caller } = by;
    const { tenantId } = caller;
    // Whoever asks for too many is not told whose number it is, and may call it all the same.
    const named = await budget.take(by, phone);
    const link = openLink(serverKey, tenantId, phone);
    if (link !== undefined && link.until < now()) throw Problem.deadLink();
    return db.inTenant(tenantId, async (trx) => {
      const prepared = await prepareCall(trx, phone, {
        caller,
        view: await numberView(trx, caller),
        seal: (number, preparedFor, showing) => sealNumber(serverKey, tenantId, number, preparedFor, showing),
        open: (text) => link?.number ?? openNumber(serverKey, tenantId, text),
      });
      if (prepared.customer_id !== null) {
        const isNamed = named === 'granted';
        await askFirst(trx, by, { customerId: prepared.customer_id, anyway, isNamed, at: now() });
      }
      if (link !== undefined) {
        await audit(trx, actorOf(by), { action: 'use', subject: 'call-link', subjectId: link.id });
      }
      return named === 'granted' ? prepared : { ...prepared, name: null, customer_id: null };
    });
  };
}

/** What a phone has to dial, and links that have it dialled. */
export const dialRoutes = ({ consoleUrl, ...deps }: DialDeps): Route[] => [
  route(createHistoriesCall, (request) => dialPreparer(deps)(request, request.body)),

  route(createCallLink, async (request) => {
    const { caller, body } = request;
    const { tenantId } = caller;
    const { db, serverKey, now } = deps;
    return db.inTenant(tenantId, async (trx) => {
      const open = (text: string) => openNumber(serverKey, tenantId, text);
      const number = (await hiddenNumber(trx, body.phone, { caller, open })) ?? numberIn(body.phone);
      if (number === null) throw Problem.invalid({ phone: 'Định dạng số điện thoại sai' });
      const expires = new Date(now() + body.expires_in_seconds * 1_000);
      const link = { id: newId(), number: number.canonical, until: expires.getTime() };
      await audit(trx, actorOf(request), {
        action: 'create',
        subject: 'call-link',
        subjectId: link.id,
        after: { expires_at: expires.toISOString() },
      });
      const token = sealLink(serverKey, tenantId, link);
      return { url: `${consoleUrl()}/dashboard?call=${encodeURIComponent(token)}`, expires_at: expires };
    });
  }),
];

interface Asked {
  readonly customerId: string;
  readonly anyway: boolean;
  /** Whoever asks is told whose number it is. */
  readonly isNamed: boolean;
  readonly at: number;
}

/** Whoever refuses advertising is not called before somebody who may has said that it is for something else. */
async function askFirst(trx: Trx, by: By, { customerId, anyway, isNamed, at }: Asked): Promise<void> {
  const refusing = await askedAbout(trx, customerId);
  if (refusing === undefined) return;
  const { accountId, role, timeZone } = by.caller;
  if (await isLetThrough(trx, accountId, customerId)) return;
  const may = isAllowed(role, 'customer.call-anyway');
  if (may && anyway) {
    await letThrough(trx, accountId, customerId);
    await audit(trx, actorOf(by), { action: 'call-anyway', subject: 'customer', subjectId: customerId });
    return;
  }
  const words = 'Khách hàng này đã yêu cầu không gọi quảng cáo';
  throw Problem.refusesAdvertising(may ? words : `${words}, và bạn không có quyền vẫn gọi`, {
    since: refusing.since?.toISOString() ?? null,
    why: isNamed ? refusing.why : '',
    also: unlawfulNow(refusing, clockIn(at, timeZone)),
    may,
  } satisfies RefusesAdvertising);
}

/** What else the law has against an advertising call to them now. */
function unlawfulNow({ advertised }: Refusing, clock: CompanyClock): string[] {
  const last = { refuses: false, advertised: advertised?.getTime() ?? null };
  return [whyNotAtThisHour(clock), whyNotToThem(last, clock)].flatMap((rule) => rule?.words ?? []);
}
