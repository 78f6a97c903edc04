import { type ParsedRequestOf, proveEmail, type ResultOf, signUp } from '@alo/contract';

import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/database.ts';
import { signUpIsOn } from '../../domain/installation-setting.ts';
import { whyNotPassword } from '../../domain/password-policy.ts';
import { publicRoute, type RequestContext, type Route } from '../../http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import { isItsCode, newProof, openProof, type ProofKeeper } from './proof.ts';
import { makeTrialCompany } from './trial-company.ts';

export interface SignUpDeps extends ProofKeeper {
  readonly db: Db;
  readonly hashPassword: (password: string) => Promise<string>;
  readonly sendMail: (letter: { to: string; subject: string; text: string }) => Promise<void>;
  readonly onMailFailed: (error: unknown) => void;
  /** Refuses who has asked for too many companies of late, from one network or all together. */
  readonly takeTry: (from: RequestContext) => Promise<void>;
  /** Refuses one letter too many to one address. */
  readonly takeLetter: (email: string) => Promise<void>;
  /** Refuses who has guessed at one code too often. */
  readonly takeGuess: (proofId: string) => Promise<void>;
  readonly startSession: (
    tenantId: string,
    accountId: string,
    from: RequestContext,
  ) => Promise<{ token: string; expiresAt: Date; user: ResultOf<typeof signUp>['user'] }>;
  /** There is a company that telephony does not know yet; waited for, so that its first call works. */
  readonly onMade: (tenantId: string) => Promise<void>;
}

/** Companies that try the product, where the operator lets strangers make them: the e-mail is proved before there is one. */
export function signUpRoutes(deps: SignUpDeps): Route[] {
  const { db, hashPassword, startSession, onMade, now } = deps;
  return [
    publicRoute(proveEmail, async ({ body, ...from }) => {
      await refuseClosed();
      await deps.takeTry(from);
      await check(body);
      await deps.takeLetter(body.email);
      const { code, proof, expiresAt } = newProof(deps, body.email);
      await deps.sendMail(letterWith(body.email, code)).catch((error: unknown) => {
        deps.onMailFailed(error);
        throw Problem.unavailable(30);
      });
      return { proof, expires_at: expiresAt };
    }),

    publicRoute(signUp, async ({ body, ...from }) => {
      const { company, ma_dn: code, name, email, password } = body;
      await refuseClosed();
      const held = openProof(deps, body.proof, email);
      if (held === undefined) throw wrongCode('Mã đã hết hạn, hãy xin mã mới');
      await deps.takeGuess(held.id);
      if (!isItsCode(held, body.code)) throw wrongCode('Mã không đúng');
      await check(body);
      const passwordHash = await hashPassword(password);
      const tenantId = held.id;
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
          if (violated(error) === 'tenant_pkey') throw wrongCode('Mã này đã dùng rồi, hãy xin mã mới');
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

  async function refuseClosed(): Promise<void> {
    if (!(await signUpIsOn(db))) throw Problem.signUpClosed();
  }

  async function check({ company, ma_dn: code, name, email, password }: Wish): Promise<void> {
    const why = whyNotPassword(password, { name, email, tenantCode: code, tenantName: company });
    const isTaken = (await db.directory.tenantByCode(code)) !== undefined;
    if (why !== undefined) throw Problem.invalid({ ...(isTaken && taken), password: why });
    if (isTaken) throw Problem.duplicate(taken);
  }
}

type Wish = ParsedRequestOf<typeof proveEmail>['body'];

const taken = { ma_dn: 'Mã doanh nghiệp này đã có người dùng' };
const wrongCode = (why: string) => Problem.invalid({ code: why });

/** Nothing that a stranger has written stands in it: it may come to somebody who has asked for nothing. */
const letterWith = (to: string, code: string) => ({
  to,
  subject: `${code} là mã xác nhận Alô của bạn`,
  text: `Chào bạn,\n\nMã để tạo công ty dùng thử trên Alô:\n\n${code}\n\nMã dùng được một lần, trong 30 phút. Nếu bạn không đăng ký, hãy bỏ qua thư này.\n`,
});

const violated = (error: unknown): string | undefined =>
  error instanceof Error && 'constraint' in error ? String(error.constraint) : undefined;

/** Somebody else was faster: the code, or the SIP domain that is made of it. */
const isOfOther = (error: unknown): boolean =>
  ['tenant_code_key', 'tenant_sip_domain_key'].includes(violated(error) ?? '');
