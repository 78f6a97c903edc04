import { type ResultOf, signUp } from '@alo/contract';

import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/database.ts';
import { whyNotPassword } from '../../domain/password-policy.ts';
import { publicRoute, type RequestContext, type Route } from '../../http/route.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { makeTrialCompany } from './trial-company.ts';

export interface SignUpDeps {
  readonly db: Db;
  readonly hashPassword: (password: string) => Promise<string>;
  /** Refuses who has asked for too many companies of late. */
  readonly takeTry: (from: RequestContext) => Promise<void>;
  readonly startSession: (
    tenantId: string,
    accountId: string,
    from: RequestContext,
  ) => Promise<{ token: string; expiresAt: Date; user: ResultOf<typeof signUp>['user'] }>;
  /** There is a company that telephony does not know yet; waited for, so that its first call works. */
  readonly onMade: (tenantId: string) => Promise<void>;
  readonly now: () => number;
}

/** Companies that try the product. */
export const signUpRoutes = ({ db, hashPassword, takeTry, startSession, onMade, now }: SignUpDeps): Route[] => [
  publicRoute(signUp, async ({ body, ...from }) => {
    const { company, ma_dn: code, name, email, password } = body;
    await takeTry(from);
    const why = whyNotPassword(password, { name, email, tenantCode: code, tenantName: company });
    const isTaken = (await db.directory.tenantByCode(code)) !== undefined;
    if (why !== undefined) throw Problem.invalid({ ...(isTaken && taken), password: why });
    if (isTaken) throw Problem.duplicate(taken);
    const passwordHash = await hashPassword(password);
    const tenantId = newId();
    const accountId = await db
      .inTenant(tenantId, async (trx) => {
        const made = await makeTrialCompany(trx, {
          tenantId,
          code,
          company,
          now: now(),
          person: { name, email, passwordHash },
        });
        const entry = { action: 'sign-up', subject: 'tenant', subjectId: tenantId, after: { code, name: company } };
        await audit(trx, { ...from, accountId: made }, entry);
        return made;
      })
      .catch((error: unknown) => {
        throw isOfOther(error) ? Problem.duplicate(taken) : error;
      });
    await onMade(tenantId);
    const { token, expiresAt, user } = await startSession(tenantId, accountId, from);
    return {
      token,
      ma_dn: code,
      tenant_name: company,
      user,
      expires_at: expiresAt,
      must_set_up_second_factor: false,
    };
  }),
];

const taken = { ma_dn: 'Mã doanh nghiệp này đã có người dùng' };

/** Somebody else was faster: the code, or the SIP domain that is made of it. */
const isOfOther = (error: unknown): boolean =>
  error instanceof Error &&
  'constraint' in error &&
  ['tenant_code_key', 'tenant_sip_domain_key'].includes(String(error.constraint));
