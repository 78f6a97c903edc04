import {
  type ActivityStatus,
  allPermissions,
  changePassword,
  login,
  loginTenant,
  logout,
  me,
  permissionLabel,
  permissions,
  updateActivityStatus,
} from '@alo/contract';

import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/database.ts';
import { publicRoute, type RequestContext, type Route, route } from '../../http/route.ts';
import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { PasswordHasher } from './passwords.ts';
import { accountToSignIn, readMe, setActivity } from './queries.ts';
import type { SessionStore } from './sessions.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';
import { sipPassword } from './sip-secrets.ts';

export interface IdentityDeps {
  readonly db: Db;
  readonly sessions: SessionStore;
  readonly passwords: PasswordHasher;
  readonly throttle: SignInThrottle;
  readonly serverKey: Buffer;
  /** Told after a person's activity status has changed. */
  readonly onActivityChanged: (caller: Caller, status: ActivityStatus) => void;
}

export function identityRoutes(deps: IdentityDeps): Route[] {
  const { db, sessions, passwords, throttle, serverKey, onActivityChanged } = deps;
  return [
    publicRoute(loginTenant, ({ body, ...from }) => signIn(deps, body, from)),
    publicRoute(login, ({ body, ...from }) => signIn(deps, { ...body, ma_dn: from.maDn }, from)),

    route(logout, async ({ caller }) => {
      await sessions.end(caller);
      return {};
    }),

    route(me, async ({ caller }) => {
      const row = await db.inTenant(caller.tenantId, (trx) => readMe(trx, caller.accountId));
      const { id, name, email, code, tenant_name, status_activity, status_reason, status_since, features } = row;
      return {
        ...{ id, name, email, ma_dn: code, tenant_name, status_activity, status_reason, status_since, features },
        roles: [{ name: row.role_name, permissions: row.permissions }],
        softphone:
          row.extension === null
            ? null
            : softphone(row.extension, row.sip_domain, sipPassword(serverKey, caller.sessionId)),
      };
    }),

    route(allPermissions, async () => ({
      data: permissions.map((name) => ({ name, label: permissionLabel(name), screen: name.replace(/\..*$/, '') })),
    })),

    route(changePassword, async ({ caller, body, network, requestId }) => {
      const key = `change-password ${caller.accountId}`;
      await takeTry(throttle, key);
      const { password_hash } = await db.inTenant(caller.tenantId, (trx) =>
        trx.selectFrom('account').select('password_hash').where('id', '=', caller.accountId).executeTakeFirstOrThrow(),
      );
      if (!(await passwords.matches(password_hash ?? undefined, body.current_password))) {
        throw Problem.invalid({ current_password: 'Mật khẩu hiện tại không đúng' });
      }
      await throttle.forgive(key);
      if (body.new_password === body.current_password) {
        throw Problem.invalid({ new_password: 'Mật khẩu mới phải khác mật khẩu hiện tại' });
      }
      const changed = await passwords.hash(body.new_password);
      const ended = await db.inTenant(caller.tenantId, async (trx) => {
        await trx
          .updateTable('account')
          .set({ password_hash: changed, updated_at: new Date(), updated_by: caller.accountId })
          .where('id', '=', caller.accountId)
          .execute();
        const actor = { accountId: caller.accountId, network, requestId };
        await audit(trx, actor, { action: 'change-password', subject: 'account', subjectId: caller.accountId });
        return sessions.endOthers(trx, caller);
      });
      await sessions.announceEnded(caller.tenantId, ended);
      return {};
    }),

    route(updateActivityStatus, async ({ caller, body }) => {
      const now = await db.inTenant(caller.tenantId, (trx) => setActivity(trx, caller.accountId, body));
      onActivityChanged(caller, now.status_activity);
      return now;
    }),
  ];
}

/** Unknown company, unknown name and wrong password cost the same time and get the same answer. */
async function signIn(
  { db, sessions, passwords, throttle }: IdentityDeps,
  { ma_dn, username, password }: { ma_dn: string; username: string; password: string },
  from: RequestContext,
) {
  const key = `sign-in ${ma_dn} ${username.normalize('NFC').toLowerCase()} ${from.network}`;
  await takeTry(throttle, key);
  const tenant = await db.directory.tenantByCode(ma_dn);
  const account = await db.inTenant(tenant?.id ?? newId(), (trx) => accountToSignIn(trx, username));
  const right = await passwords.matches(account?.password_hash ?? undefined, password);
  if (tenant === undefined || account === undefined || !right) throw Problem.wrongCredentials();
  await throttle.forgive(key);
  const { token, expiresAt } = await sessions.start(tenant.id, account.id, from);
  return { token, ma_dn: tenant.code, tenant_name: tenant.name, expires_at: expiresAt };
}

async function takeTry(throttle: SignInThrottle, key: string): Promise<void> {
  const waitSeconds = Math.ceil((await throttle.take(key)) / 1_000);
  if (waitSeconds > 0) {
    throw Problem.tooManyRequests(waitSeconds, `Bạn đã thử sai nhiều lần, vui lòng thử lại sau ${waitSeconds} giây`);
  }
}

/** Both shapes of the specification, of the same account. */
const softphone = (extension: string, domain: string, password: string) => ({
  username_telecom: extension,
  domain_telecom: domain,
  password_telecom: password,
  extentions_number: extension,
  tenant_domain: domain,
  extension_password: password,
  shop_key: '',
});
