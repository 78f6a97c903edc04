import {
  type ActivityStatus,
  allPermissions,
  changePassword,
  changePreferences,
  getShopKey,
  login,
  loginTenant,
  logout,
  me,
  permissionLabel,
  permissionMeaning,
  permissions,
  setDensity,
  updateActivityStatus,
} from '@alo/contract';

import { audit } from '../../db/audit.ts';
import { whyNotPassword } from '../../domain/password-policy.ts';
import { publicRoute, type Route, route } from '../../http/route.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { shownRoles } from './account-callers.ts';
import { ownSessionRoutes } from './own-sessions.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { keepPreferences, readMe, setActivity } from './queries.ts';
import { type IceServer, iceServersFor, type Relays } from './relays.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';
import { shopKey } from './shop-keys.ts';
import { type SignInDeps, signInDesk, waitProblem } from './sign-in.ts';
import { sipPassword } from './sip-secrets.ts';
import { viewAsRoutes } from './view-as.ts';

export interface IdentityDeps extends SignInDeps {
  /** Told after a person's activity status has changed, or was chosen again. */
  readonly onActivityChanged: (
    caller: Caller,
    chosen: { readonly status: ActivityStatus; readonly reason: string },
  ) => Promise<void>;
  /** Where a session that began at the company's provider is ended there; null for any other. */
  readonly leaveProvider: (caller: Caller) => Promise<string | null>;
  /** Relays for the audio of browsers; none where it is left out. */
  readonly relays?: Relays | undefined;
  /** Told after somebody has their console otherwise: their other pages follow. */
  readonly onPreferencesChanged: (caller: Caller) => void;
}

export function identityRoutes(deps: IdentityDeps): Route[] {
  const { db, sessions, passwords, throttle, serverKey, onActivityChanged, onPreferencesChanged, leaveProvider } = deps;
  const { relays, now } = deps;
  const desk = signInDesk(deps);
  return [
    publicRoute(loginTenant, ({ body, ...from }) => desk.byPassword(body, from)),
    publicRoute(login, ({ body, ...from }) => desk.byPassword({ ...body, ma_dn: from.maDn }, from)),

    route(logout, async (request) => {
      const leaveAt = await leaveProvider(request.caller);
      await sessions.end(request);
      return { leave_at: leaveAt };
    }),

    ...ownSessionRoutes(deps),
    ...viewAsRoutes(deps),
    ...secondFactorRoutes(deps),
    ...passkeyRoutes({ ...deps, desk }),

    route(me, async ({ caller }) => {
      const row = await readMe(db, caller);
      const { id, name, email, phone, code, tenant_name, features } = row;
      const { status_activity, status_reason, status_since, status_by } = row;
      return {
        id,
        name,
        email,
        phone,
        ma_dn: code,
        tenant_name,
        status_activity,
        status_reason,
        status_since,
        status_by: status_by ?? '',
        features,
        trial_until: row.trial_until,
        carriers: row.carriers,
        density: row.density,
        preferences: row.preferences,
        time_zone: row.time_zone,
        must_set_up_second_factor: caller.mustSetUp,
        second_factor_from: caller.lookedAs === undefined ? row.second_factor_from : null,
        roles: shownRoles(caller.role),
        operates: caller.operates,
        looked_as: lookOf(caller, name),
        softphone:
          // Who looks through somebody's eyes does not answer their phone.
          row.extension === null || caller.lookedAs !== undefined
            ? null
            : softphone(row.extension, row.sip_domain, {
                password: sipPassword(serverKey, caller.sessionId),
                key: shopKey(serverKey, caller),
                iceServers: iceServersFor(relays, id, now()),
                address: row.sip_address ?? '',
              }),
      };
    }),

    route(getShopKey, async ({ caller }) => {
      // A program has a key of its own, and no session that this one could be of.
      if (caller.apiKeyId !== undefined) throw Problem.refused('forbidden');
      return { data: shopKey(serverKey, caller) };
    }),

    route(allPermissions, async () => ({
      data: permissions.map((name) => ({
        name,
        label: permissionLabel(name),
        meaning: permissionMeaning(name),
        screen: name.replace(/\..*$/, ''),
      })),
    })),

    route(changePassword, async ({ caller, body, network, requestId }) => {
      const counted = [{ kind: 'pair', name: `change-password ${caller.accountId}` }] as const;
      const outcome = await throttle.take(counted);
      if (outcome.kind === 'wait') throw waitProblem(outcome.ms);
      const { password_hash, ...person } = await db.inTenant(caller.tenantId, (trx) =>
        trx
          .selectFrom('account')
          .innerJoin('tenant', 'tenant.id', 'account.tenant_id')
          .select(['account.password_hash', 'account.name', 'account.email'])
          .select(['tenant.code as tenantCode', 'tenant.name as tenantName'])
          .where('account.id', '=', caller.accountId)
          .executeTakeFirstOrThrow(),
      );
      if (!(await passwords.matches(password_hash ?? undefined, body.current_password))) {
        throw Problem.invalid({ current_password: 'Mật khẩu hiện tại không đúng' });
      }
      await throttle.forgive(counted);
      if (body.new_password === body.current_password) {
        throw Problem.invalid({ new_password: 'Mật khẩu mới phải khác mật khẩu hiện tại' });
      }
      const why = whyNotPassword(body.new_password, person);
      if (why !== undefined) throw Problem.invalid({ new_password: why });
      const changed = await passwords.hash(body.new_password);
      const ended = await db.inTenant(caller.tenantId, async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('account')
          .set({ password_hash: changed, updated_at: new Date(), updated_by: caller.accountId })
          .where('id', '=', caller.accountId)
          .where('password_hash', '=', password_hash)
          .executeTakeFirst();
        // It was set anew meanwhile, as by a link: whoever knows only the old one does not take that back.
        if (numUpdatedRows === 0n) throw Problem.invalid({ current_password: 'Mật khẩu hiện tại không đúng' });
        const actor = { accountId: caller.accountId, network, requestId };
        await audit(trx, actor, { action: 'change-password', subject: 'account', subjectId: caller.accountId });
        return sessions.endOthers(trx, caller);
      });
      await sessions.announceEnded(caller.tenantId, ended);
      return {};
    }),

    route(updateActivityStatus, async ({ caller, body }) => {
      const now = await db.inTenant(caller.tenantId, (trx) => setActivity(trx, caller.accountId, body));
      await onActivityChanged(caller, { status: now.status_activity, reason: now.status_reason });
      return now;
    }),

    route(setDensity, async ({ caller, body: { density } }) => {
      await db.inTenant(caller.tenantId, (trx) =>
        trx.updateTable('account').set({ density }).where('id', '=', caller.accountId).execute(),
      );
      return { density };
    }),

    route(changePreferences, async ({ caller, body }) => {
      const now = await db.inTenant(caller.tenantId, (trx) => keepPreferences(trx, caller.accountId, body));
      onPreferencesChanged(caller);
      return now;
    }),
  ];
}

/** Through whose eyes somebody looks, as they are told it: a person's, or those of whoever has a role. */
const lookOf = ({ lookedAs, accountId, role }: Caller, name: string) =>
  lookedAs === undefined
    ? null
    : {
        name: accountId === lookedAs.by.accountId ? `vai trò ${role.name}` : name,
        by: lookedAs.by.name,
        until: lookedAs.until,
      };

/** Both shapes of the specification, of the same account. */
const softphone = (
  extension: string,
  domain: string,
  {
    password,
    key,
    iceServers,
    address,
  }: { password: string; key: string; iceServers: readonly IceServer[]; address: string },
) => ({
  username_telecom: extension,
  domain_telecom: domain,
  password_telecom: password,
  extentions_number: extension,
  tenant_domain: domain,
  extension_password: password,
  shop_key: key,
  sip_address: address,
  ice_servers: [...iceServers],
});
