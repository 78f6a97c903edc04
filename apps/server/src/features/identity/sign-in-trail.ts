import type { FastifyBaseLogger } from 'fastify';

import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/database.ts';
import type { Actor } from '../../kernel/by.ts';
import type { CountedBy } from './sign-in-throttle.ts';

/** Whom a failure is told of: of what is no company nobody is. */
interface Whose {
  readonly company: { readonly id: string } | undefined;
  readonly account: { readonly id: string } | undefined;
}

type From = Omit<Actor, 'accountId'>;
type Failure = 'sign-in-failed' | 'second-factor-failed' | 'passkey-failed';

/** Writes down who was not let in, where their company reads it. */
export function signInTrail({ db, log }: { readonly db: Pick<Db, 'inTenant'>; readonly log: FastifyBaseLogger }) {
  async function tell(action: Failure | 'guessing-noticed', whose: readonly Whose[], from: From, after?: object) {
    for (const { company, account } of whose) {
      if (company === undefined) continue;
      const entry = { action, subject: 'account', subjectId: account?.id ?? '', after };
      await db.inTenant(company.id, (trx) => audit(trx, { ...from, accountId: null }, entry));
    }
  }

  return {
    /** What the name was is not kept: people type passwords into the wrong field. */
    recordFailure: (action: Failure, whose: readonly Whose[], from: From) => tell(action, whose, from),

    async noticeGuessing(usedUp: readonly CountedBy[], whose: readonly Whose[], from: From) {
      for (const { kind } of usedUp) {
        log.warn({ limit: kind, network: from.network }, 'sign-in: too many wrong tries, the next ones have to wait');
        await tell('guessing-noticed', whose, from, { limit: kind });
      }
    },
  };
}
