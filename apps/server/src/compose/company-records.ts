import type { Bus } from '../bus/bus.ts';
import type { Db } from '../db/database.ts';
import { kindOfCustomer } from '../domain/customer-kinds.ts';
import { proved } from '../domain/pins.ts';
import { noteCalledAnyway, whatThen } from '../domain/refusing-customers.ts';
import type { SystemAsker } from '../features/call-paths/ask-system.ts';
import { ownerOf } from '../features/customers/owner-of.ts';
import { keepSaidByKey } from '../features/customers/said-by-key.ts';
import { setByPhone } from '../features/feature-codes/set-by-phone.ts';
import { markMessage } from '../features/mailboxes/mark-message.ts';
import { openBox } from '../features/mailboxes/open-box.ts';
import { keepAnswer, keepAsked } from '../features/surveys/by-keys.ts';
import type { CompanyData } from '../telephony/company-data.ts';

interface Deps {
  readonly db: Pick<Db, 'inTenant'>;
  readonly bus: Pick<Bus, 'publish'>;
  /** Whether a PIN is the one whose hash is kept. */
  readonly matches: (stored: string | undefined, pin: string) => Promise<boolean>;
  /** Where there is none, no company's system is asked. */
  readonly askSystem?: SystemAsker;
}

const noSystem: SystemAsker = async (_, { question }) => ({
  kind: 'code',
  question,
  says: { is: 'nothing', because: 'không hỏi được hệ thống của công ty' },
});

/** The reads and writes of calls in the database besides their own rows; consoles are told of the writes. */
export function companyDataOf({ db, bus, matches, askSystem = noSystem }: Deps): CompanyData {
  const open = openBox({ db, matches });
  return {
    async ask(tenantId, question) {
      if (question.kind === 'open-box') return await open(tenantId, question);
      if (question.kind === 'owner') {
        const extension = await db.inTenant(tenantId, (trx) => ownerOf(trx, question.number));
        return { kind: 'owner', extension };
      }
      if (question.kind === 'code') return await askSystem(tenantId, question);
      if (question.kind === 'customer') {
        return await db.inTenant(tenantId, (trx) => kindOfCustomer(trx, question));
      }
      if (question.kind === 'refuses') {
        return { kind: 'refuses', then: await db.inTenant(tenantId, (trx) => whatThen(trx, question)) };
      }
      const is = await proved({ db, matches }, tenantId, ['time_condition', question.condition], question.pin);
      // Whose PIN was taken away meanwhile asks for none any more.
      return { kind: 'proof', is: is === 'open' ? 'right' : is === 'needs-pin' ? 'wrong' : is };
    },
    async keep(tenantId, keeping) {
      if (keeping.kind === 'message') {
        const box = await db.inTenant(tenantId, (trx) => markMessage(trx, keeping));
        if (box !== null) bus.publish('messages-changed', tenantId, [box]);
        return;
      }
      if (keeping.kind === 'called-anyway') {
        await db.inTenant(tenantId, (trx) => noteCalledAnyway(trx, keeping));
        return;
      }
      if (keeping.kind === 'refused-by-key' || keeping.kind === 'agreed-by-key') {
        const changed = await db.inTenant(tenantId, (trx) => keepSaidByKey(trx, keeping));
        if (changed.length > 0) bus.publish('resource-changed', tenantId, ['customer', ...changed]);
        return;
      }
      if (keeping.kind === 'survey-asked' || keeping.kind === 'survey-answer') {
        const answers = await db.inTenant(tenantId, (trx) =>
          keeping.kind === 'survey-asked' ? keepAsked(trx, keeping) : keepAnswer(trx, keeping),
        );
        if (answers === null) return;
        bus.publish('resource-changed', tenantId, ['survey-answers', answers.survey]);
        if (answers.customer !== null) bus.publish('resource-changed', tenantId, ['customer', answers.customer]);
        return;
      }
      const changed = await db.inTenant(tenantId, (trx) => setByPhone(trx, keeping));
      // Call control reads its plan again by the same word.
      if (changed !== null) bus.publish('resource-changed', tenantId, [changed.subject, changed.id]);
    },
  };
}
