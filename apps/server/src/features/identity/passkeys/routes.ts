import { addPasskey, loginPasskey, loginPasskeyOptions, passkeyOptions, removePasskey } from '@alo/contract';

import { publicRoute, type Route, route } from '../../../http/route.ts';
import { newId } from '../../../kernel/new-id.ts';
import { Problem } from '../../../kernel/problem.ts';
import { factorsOf, factorsToChange } from '../second-factor/factors.ts';
import { prove } from '../second-factor/proof.ts';
import { firstRecoveryCodes, record, refuseLast, type SecondFactorDeps } from '../second-factor/routes.ts';
import type { signInDesk } from '../sign-in.ts';
import { checkedRegistration, registrationOptions, signInOptions } from './passkeys.ts';

/** Passkeys: made and taken away by who is signed in, and good for signing in without anything else. */
export function passkeyRoutes(deps: SecondFactorDeps & { desk: ReturnType<typeof signInDesk> }): Route[] {
  const { db, sessions, serverKey, now, desk } = deps;
  return [
    route(passkeyOptions, async ({ caller, body, origin }) => {
      const host = hostOf(origin);
      await prove(deps, caller, body.current_password);
      return db.inTenant(caller.tenantId, async (trx) => {
        const person = await trx
          .selectFrom('account')
          .where('id', '=', caller.accountId)
          .select(['name', 'email'])
          .executeTakeFirstOrThrow();
        const options = await registrationOptions(trx, deps, { ...caller, ...person, host });
        return { options: { ...options } };
      });
    }),

    route(addPasskey, async (request) => {
      const { caller, body } = request;
      const host = hostOf(request.origin);
      const row = await db.inTenant(caller.tenantId, async (trx) => {
        const { accountId } = caller;
        await factorsToChange(trx, caller);
        const checked = await checkedRegistration(trx, deps, { accountId, host, answer: body.answer });
        if (checked === undefined) throw Problem.invalid({ answer: 'Khoá truy cập không hợp lệ, hãy thử lại' });
        const id = newId();
        await trx
          .insertInto('passkey')
          .values({ ...checked, id, name: body.name, account_id: accountId, created_at: new Date(now()) })
          .execute();
        await record(trx, request, 'second-factor-added', { kind: 'passkey', name: body.name });
        const recovery_codes = await firstRecoveryCodes(trx, serverKey, accountId);
        return { id, name: body.name, created_at: new Date(now()), last_used_at: null, recovery_codes };
      });
      await sessions.setUp(caller);
      return row;
    }),

    route(removePasskey, async (request) => {
      const { caller, body, params } = request;
      const own = await db.inTenant(caller.tenantId, (trx) => factorsOf(trx, caller.accountId));
      if (!own.passkeys.some(({ id }) => id === params.id)) throw Problem.notFound();
      await prove(deps, caller, body.current_password);
      await db.inTenant(caller.tenantId, async (trx) => {
        const before = await factorsToChange(trx, caller);
        refuseLast({ ...before, passkeys: before.passkeys.filter(({ id }) => id !== params.id) });
        const gone = await trx
          .deleteFrom('passkey')
          .where('id', '=', params.id)
          .where('account_id', '=', caller.accountId)
          .returning('name')
          .executeTakeFirst();
        if (gone === undefined) throw Problem.notFound();
        await record(trx, request, 'second-factor-removed', { kind: 'passkey', name: gone.name });
      });
      return {};
    }),

    publicRoute(loginPasskeyOptions, async ({ origin }) => ({
      options: { ...(await signInOptions(deps, hostOf(origin))) },
    })),
    publicRoute(loginPasskey, ({ body, ...from }) => desk.byPasskey(body.passkey, from)),
  ];
}

/** Passkeys belong to a host name with any port (WebAuthn §5.1.2, RP ID). */
const hostOf = (origin: string) => new URL(origin).hostname;
