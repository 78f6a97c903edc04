import { beginTotp, confirmTotp, newRecoveryCodes, removeTotp, secondFactor } from '@alo/contract';

import { audit } from '../../../db/audit.ts';
import type { Trx } from '../../../db/database.ts';
import { type Route, route } from '../../../http/route.ts';
import { actorOf, type By } from '../../../kernel/by.ts';
import type { ServerKey } from '../../../kernel/key-ring.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { SessionStore } from '../sessions.ts';
import { type Factors, factorsOf, factorsToChange, hasSecondFactor } from './factors.ts';
import { type ProofDeps, prove } from './proof.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { newTotp, takeTotp } from './totp.ts';

export interface SecondFactorDeps extends ProofDeps {
  readonly sessions: SessionStore;
  readonly serverKey: ServerKey;
}

/** What somebody proves besides their password: an authenticator app and recovery codes. */
export function secondFactorRoutes(deps: SecondFactorDeps): Route[] {
  const { db, sessions, serverKey } = deps;
  return [
    route(secondFactor, ({ caller }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const { totpSince, recoveryCodesLeft, passkeys, required, requiredFrom } = await factorsOf(
          trx,
          caller.accountId,
        );
        return {
          totp_since: totpSince,
          recovery_codes_left: recoveryCodesLeft,
          passkeys,
          required,
          required_from: requiredFrom,
        };
      }),
    ),

    route(beginTotp, async ({ caller, body }) => {
      await prove(deps, caller, body.current_password);
      return db.inTenant(caller.tenantId, async (trx) => {
        const { totpSince } = await factorsToChange(trx, caller);
        if (totpSince !== null) throw Problem.duplicate({ code: 'Đã có ứng dụng xác thực, hãy gỡ nó trước' });
        const { email } = await trx
          .selectFrom('account')
          .where('id', '=', caller.accountId)
          .select('email')
          .executeTakeFirstOrThrow();
        return newTotp(trx, deps, { accountId: caller.accountId, label: `${caller.tenantCode} ${email}` });
      });
    }),

    route(confirmTotp, async (request) => {
      const { caller, body } = request;
      const recovery_codes = await db.inTenant(caller.tenantId, async (trx) => {
        // The secret stays the one that the code is of: another tab does not make a new one meanwhile.
        await factorsToChange(trx, caller);
        const right = await takeTotp(trx, deps, { accountId: caller.accountId, code: body.code, confirming: true });
        if (!right) throw Problem.wrongCode();
        await record(trx, request, 'second-factor-added', { kind: 'totp' });
        return firstRecoveryCodes(trx, serverKey, caller.accountId);
      });
      await sessions.setUp(caller);
      return { recovery_codes };
    }),

    route(removeTotp, async (request) => {
      const { caller, body } = request;
      await prove(deps, caller, body.current_password);
      await db.inTenant(caller.tenantId, async (trx) => {
        const before = await factorsToChange(trx, caller);
        refuseLast({ ...before, totpSince: null });
        await trx.deleteFrom('account_totp').where('account_id', '=', caller.accountId).execute();
        await record(trx, request, 'second-factor-removed', { kind: 'totp' });
      });
      return {};
    }),

    route(newRecoveryCodes, async (request) => {
      const { caller, body } = request;
      await prove(deps, caller, body.current_password);
      return db.inTenant(caller.tenantId, async (trx) => {
        if (!hasSecondFactor(await factorsOf(trx, caller.accountId))) throw Problem.notFound();
        await record(trx, request, 'recovery-codes-made', {});
        return { recovery_codes: await makeRecoveryCodes(trx, serverKey, caller.accountId) };
      });
    }),
  ];
}

/** Codes for who has just got their first second factor; none where they have some. */
export async function firstRecoveryCodes(trx: Trx, serverKey: ServerKey, accountId: string): Promise<string[]> {
  const { recoveryCodesLeft } = await factorsOf(trx, accountId);
  return recoveryCodesLeft > 0 ? [] : makeRecoveryCodes(trx, serverKey, accountId);
}

/** Who must have a second factor keeps one. */
export function refuseLast(left: Factors): void {
  if (left.required && !hasSecondFactor(left)) {
    throw Problem.invalid({ current_password: 'Công ty yêu cầu xác thực hai bước: hãy thêm cách khác trước khi gỡ' });
  }
}

export const record = (trx: Trx, by: By, action: string, after: object) =>
  audit(trx, actorOf(by), { action, subject: 'account', subjectId: by.caller.accountId, after });
