import {
  beginSignInElsewhere,
  finishSignInElsewhere,
  getSignInProvider,
  type ResultOf,
  setSignInProvider,
  signInWays,
  trySignInProvider,
} from '@alo/contract';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { tellInside } from '../../db/refused-told.ts';
import { accountOf, hasRole } from '../../domain/person-from-elsewhere.ts';
import { refusedTargetIn } from '../../http/guarded-request.ts';
import { publicRoute, type RequestContext, type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { keptProvider, providerAddress, secretSealer } from './kept-provider.ts';
import { placeToLeave, placeToSignIn, type Round, tryProvider, whoSignedIn } from './provider.ts';
import { openRound, sealRound } from './round.ts';
import { whatFailed, whatToDo } from './what-failed.ts';

export interface SingleSignOnDeps {
  readonly db: Db;
  readonly serverKey: ServerKey;
  readonly consoleUrl: () => string;
  /** Hosts that the operator trusts inside our own network. */
  readonly allowed: readonly string[];
  readonly startSession: (
    tenantId: string,
    accountId: string,
    from: RequestContext,
  ) => Promise<{ token: string; expiresAt: Date; user: ResultOf<typeof finishSignInElsewhere>['user'] }>;
  /** Refuses who begins too often: each beginning asks somebody else's server. */
  readonly takeTry: (from: RequestContext) => Promise<void>;
  readonly onFailed: (error: unknown) => void;
  /** What the directory is called whose passwords a company's sign-in takes, by its code. */
  readonly directoryOf: (code: string) => Promise<string | undefined>;
  readonly now: () => number;
}

/** Where the provider leads back to, a page of the console. */
const backAt = (consoleUrl: string): string => `${consoleUrl}/login/elsewhere`;

/** People sign in by accounts that their company has elsewhere (OpenID Connect, authorization code with PKCE). */
export function singleSignOnRoutes(deps: SingleSignOnDeps): Route[] {
  const { db, serverKey, consoleUrl, allowed, now } = deps;
  const seals = secretSealer(serverKey);

  const shown = async (trx: Trx) => {
    const kept = await keptProvider(trx);
    return {
      name: kept?.name ?? '',
      issuer: kept?.issuer ?? '',
      client_id: kept?.client_id ?? '',
      active: kept?.active ?? true,
      create_people: kept?.create_people ?? false,
      role_id: kept?.role_id ?? null,
      has_secret: kept?.secret != null,
      version: kept?.version ?? 0,
      redirect_uri: backAt(consoleUrl()),
    };
  };

  /** The company of a code with its provider, where people may sign in there now. */
  async function activeOf(code: string) {
    const tenant = await db.directory.tenantByCode(code);
    const kept = tenant && (await db.inTenant(tenant.id, keptProvider));
    return tenant !== undefined && kept?.active === true ? { tenant, kept } : undefined;
  }

  const failed = (error: unknown): Problem => {
    if (error instanceof Problem) return error;
    deps.onFailed(error);
    return Problem.providerFailed(whatToDo(error));
  };

  return [
    route(getSignInProvider, ({ caller }) => db.inTenant(caller.tenantId, shown)),

    route(setSignInProvider, async (request) => {
      const { caller, body } = request;
      const { client_secret: secret, version, ...values } = body;
      if (values.create_people && values.role_id === null) throw Problem.invalid({ role_id: 'Chọn vai trò' });
      return db.inTenant(caller.tenantId, async (trx) => {
        const before = await shown(trx);
        if (before.version !== version) throw Problem.conflict(before);
        const there = values.role_id === null ? true : await hasRole(trx, values.role_id);
        if (!there) throw Problem.noSuchChoice({ role_id: 'Vai trò này không còn nữa' });
        const sealed = secret === '' ? {} : { secret: seals.seal(caller.tenantId, secret) };
        const kept = { ...values, ...sealed, updated_by: caller.accountId };
        await trx
          .insertInto('sign_in_provider')
          .values({ id: newId(), ...kept, created_by: caller.accountId })
          .onConflict((row) =>
            row.column('tenant_id').doUpdateSet((current) => ({
              ...kept,
              // The secret of another provider, or of another client, is not told to this one.
              ...(secret === '' && (before.issuer !== values.issuer || before.client_id !== values.client_id)
                ? { secret: null }
                : {}),
              updated_at: new Date(now()),
              version: current(current.ref('sign_in_provider.version'), '+', 1),
            })),
          )
          .execute();
        const after = await shown(trx);
        const entry = { action: 'update', subject: 'sign_in_provider', subjectId: caller.tenantId };
        await audit(trx, actorOf(request), { ...entry, before, after });
        return after;
      });
    }),

    route(trySignInProvider, async (by) => {
      const { caller } = by;
      const kept = await db.inTenant(caller.tenantId, keptProvider);
      if (kept === undefined) throw Problem.notFound();
      try {
        await tryProvider(providerAddress(seals, caller.tenantId, kept), allowed);
        return { ok: true, words: 'Nhà cung cấp trả lời đúng' };
      } catch (error) {
        deps.onFailed(error);
        const inside = refusedTargetIn(error);
        if (inside !== undefined) {
          const after = { address: kept.issuer, message: inside.message };
          const refused = { subject: 'sign_in_provider', subjectId: caller.tenantId, after };
          await db.inTenant(caller.tenantId, (trx) => tellInside(trx, actorOf(by), refused));
        }
        return { ok: false, words: sentence(whatFailed(error)) };
      }
    }),

    publicRoute(signInWays, async ({ body }) => {
      const active = await activeOf(body.ma_dn);
      const directory = await deps.directoryOf(body.ma_dn);
      return {
        provider: active === undefined ? null : { name: active.kept.name },
        directory: directory === undefined ? null : { name: directory },
      };
    }),

    publicRoute(beginSignInElsewhere, async ({ body, ...from }) => {
      await deps.takeTry(from);
      const active = await activeOf(body.ma_dn);
      if (active === undefined) throw Problem.providerFailed('Công ty này không đăng nhập bằng tài khoản riêng');
      const { tenant, kept } = active;
      const round: Round = {
        state: randomState(),
        nonce: randomNonce(),
        verifier: randomPKCECodeVerifier(),
        redirectUri: backAt(consoleUrl()),
      };
      try {
        const url = await placeToSignIn(providerAddress(seals, tenant.id, kept), round, allowed);
        return { url, flow: sealRound(serverKey, tenant.id, round, now()) };
      } catch (error) {
        throw failed(error);
      }
    }),

    publicRoute(finishSignInElsewhere, async ({ body, ...from }) => {
      await deps.takeTry(from);
      const round = openRound(serverKey, body.flow, now());
      if (round === undefined) throw Problem.providerFailed('Lần đăng nhập này đã quá lâu. Hãy bắt đầu lại');
      const { tenantId } = round;
      const tenant = await db.directory.tenantById(tenantId);
      const kept = tenant && (await db.inTenant(tenantId, keptProvider));
      if (tenant === undefined || kept?.active !== true) {
        throw Problem.providerFailed('Công ty này không đăng nhập bằng tài khoản riêng');
      }
      try {
        const claims = await whoSignedIn(providerAddress(seals, tenantId, kept), round, body.answer, allowed);
        if (claims === undefined) throw Problem.providerFailed('Nhà cung cấp không cho biết email');
        if (!claims.email_verified) throw Problem.providerFailed('Nhà cung cấp không nói rằng đã xác nhận email này');
        const accountId = await db.inTenant(tenantId, (trx) => accountOf(trx, claims, kept, from));
        const { token, expiresAt, user } = await deps.startSession(tenantId, accountId, from);
        return {
          token,
          ma_dn: tenant.code,
          tenant_name: tenant.name,
          user,
          expires_at: expiresAt,
          must_set_up_second_factor: false,
        };
      } catch (error) {
        const entry = { action: 'sign-in-elsewhere-failed', subject: 'sign_in_provider', subjectId: tenantId };
        const why = error instanceof Problem ? error.message : whatFailed(error);
        await db.inTenant(tenantId, (trx) => audit(trx, { ...from, accountId: null }, { ...entry, after: { why } }));
        throw failed(error);
      }
    }),
  ];
}

/** Where a session that began at the provider is ended there; null for any other, and where the provider does not answer. */
export async function leaveProvider(
  {
    db,
    serverKey,
    consoleUrl,
    allowed,
    onFailed,
  }: Omit<SingleSignOnDeps, 'startSession' | 'takeTry' | 'directoryOf' | 'now'>,
  { tenantId, sessionId }: Caller,
): Promise<string | null> {
  const kept = await db.inTenant(tenantId, async (trx) => {
    const session = await trx
      .selectFrom('session')
      .where('id', '=', sessionId)
      .select('by_provider')
      .executeTakeFirst();
    return session?.by_provider === true ? keptProvider(trx) : undefined;
  });
  if (kept?.active !== true) return null;
  try {
    const address = providerAddress(secretSealer(serverKey), tenantId, kept);
    return await placeToLeave(address, `${consoleUrl()}/login`, allowed);
  } catch (error) {
    onFailed(error);
    return null;
  }
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
