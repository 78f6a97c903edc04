import { callerInCrm, crmSecretState, renewCrmSecret, tryCrm } from '@alo/contract';
import { parsePhone } from '@alo/phone-number';

import { audit } from '../../../db/audit.ts';
import type { Db } from '../../../db/database.ts';
import { tellInside } from '../../../db/refused-told.ts';
import { type NumberView, numberView } from '../../../domain/number-view.ts';
import { type Route, route } from '../../../http/route.ts';
import { actorOf, type By } from '../../../kernel/by.ts';
import type { ServerKey } from '../../../kernel/key-ring.ts';
import { newId } from '../../../kernel/new-id.ts';
import { Problem } from '../../../kernel/problem.ts';
import { newSigningSecret } from '../../../kernel/signature.ts';
import type { WhomOneAsksAbout } from '../whom-one-asks-about.ts';
import { type CrmLookUp, type CrmSaid, crmSealer, readCrmSetting } from './look-up.ts';
import { crmPageOf } from './page-of.ts';

export interface CrmDeps {
  readonly db: Db;
  readonly serverKey: ServerKey;
  readonly lookUp: CrmLookUp;
  readonly whom: WhomOneAsksAbout;
}

const nothing = { found: null, because: '', page: null };

/** What the company's own CRM says of who calls, and its page of them. */
export const crmRoutes = ({ db, serverKey, lookUp, whom }: CrmDeps): Route[] => [
  route(callerInCrm, async (request) => {
    const { caller, query } = request;
    const asked = await whom(request, query.phone);
    const known = await db.inTenant(caller.tenantId, async (trx) => {
      const setting = await readCrmSetting(trx);
      if (setting.lookupUrl === '' && setting.pageUrl === '') return undefined;
      const view = await numberView(trx, caller);
      const number = await asked.number(trx, view);
      if (number === undefined || !(await asked.isTold(trx, number))) return undefined;
      const shown =
        query.customer === undefined
          ? undefined
          : await trx.selectFrom('customer').where('id', '=', query.customer).select('code').executeTakeFirst();
      return { setting, number, code: shown?.code ?? '', view };
    });
    if (known === undefined) return nothing;
    const { setting, number, view } = known;
    const call = query.call ?? null;
    const said = await lookUp({ tenantId: caller.tenantId, setting, number, call, extension: caller.extension });
    if (said.is === 'no-answer' && said.refused === true)
      await tellRefusedTarget(db, request, { address: setting.lookupUrl, message: said.because });
    const page = crmPageOf(setting.pageUrl, {
      phone: view.masked ? undefined : view.show(number),
      id: said.is !== 'found' ? '' : view.masked && spells(said.who.id, number) ? undefined : said.who.id,
      code: known.code,
      call: call ?? '',
      extension: caller.extension ?? '',
    });
    return { ...shownOf(said, view), page };
  }),

  route(crmSecretState, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => ({ has_secret: (await readCrmSetting(trx)).sealedSecret !== null })),
  ),

  route(renewCrmSecret, async (request) => {
    const { caller } = request;
    const secret = newSigningSecret();
    await db.inTenant(caller.tenantId, async (trx) => {
      const sealed = crmSealer(serverKey).seal(caller.tenantId, secret);
      await trx
        .insertInto('crm_secret')
        .values({ id: newId(), sealed_secret: sealed })
        .onConflict((row) => row.column('tenant_id').doUpdateSet({ sealed_secret: sealed }))
        .execute();
      await audit(trx, actorOf(request), {
        action: 'renew-secret',
        subject: 'system_setting',
        subjectId: caller.tenantId,
      });
    });
    return { secret };
  }),

  route(tryCrm, async (by) => {
    const { caller, body } = by;
    const read = parsePhone(body.phone);
    if (!read.ok) throw Problem.invalid({ phone: 'Nhập một số điện thoại' });
    const setting = await db.inTenant(caller.tenantId, readCrmSetting);
    if (setting.lookupUrl === '') return { ok: false, words: 'Chưa lưu địa chỉ tra cứu' };
    const { tenantId, extension } = caller;
    const said = await lookUp({ tenantId, setting, number: read.phone.canonical, call: null, extension });
    if (said.is === 'no-answer') {
      if (said.refused === true) await tellRefusedTarget(db, by, { address: setting.lookupUrl, message: said.because });
      return { ok: false, words: said.because };
    }
    if (said.is === 'nobody') return { ok: true, words: 'CRM trả lời, và không biết số này' };
    return { ok: true, words: `CRM trả lời: ${said.who.name}` };
  }),
];

/** The company's own CRM is where nobody is asked: its trail has it, also where it is a call that asked. */
const tellRefusedTarget = (db: Pick<Db, 'inTenant'>, by: By, after: { address: string; message: string }) =>
  db.inTenant(by.caller.tenantId, (trx) =>
    tellInside(trx, actorOf(by), { subject: 'system_setting', subjectId: by.caller.tenantId, after }),
  );

/** What another system wrote may have the number that is hidden from who reads it. */
function shownOf(said: CrmSaid, view: NumberView) {
  if (said.is === 'nobody') return { found: null, because: '' };
  if (said.is === 'no-answer') return { found: null, because: said.because };
  const facts = said.who.facts.map(({ label, value }) => ({
    label: view.showName(label),
    value: view.showName(value),
  }));
  return {
    found: {
      name: view.showName(said.who.name),
      facts: facts.filter(({ label, value }) => label !== '' && value !== ''),
    },
    because: '',
  };
}

/** Whether a name of another system is the number itself, or has it in it. */
const spells = (text: string, number: string): boolean =>
  text.replace(/\D/g, '').includes(number.replace(/\D/g, '').slice(-8));
