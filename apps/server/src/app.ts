import { join } from 'node:path';
import type { ConsoleConfig } from '@alo/contract';
import type { EngineStatus } from '@alo/engine';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

import type { Db } from './db/database.ts';
import { passwordHasher } from './features/identity/passwords.ts';
import { identityRoutes } from './features/identity/routes.ts';
import { type SessionStore, sessionStore } from './features/identity/sessions.ts';
import { signInThrottle } from './features/identity/sign-in-throttle.ts';
import { organisationRoutes } from './features/organisation/routes.ts';
import { systemSettingRoutes } from './features/system-setting/routes.ts';
import { buildHttp } from './http/server.ts';

/** What the web side needs from outside itself. */
export interface AppDeps {
  readonly db: Db;
  readonly log: FastifyBaseLogger;
  readonly serverKey: Buffer;
  readonly telephony: { readonly status: () => EngineStatus };
  readonly consoleFolder?: string;
  readonly sipWssPort?: number;
  readonly demo?: ConsoleConfig['demo'];
  readonly trustedProxies?: readonly string[];
  /** Milliseconds since 1970; tests turn it. */
  readonly now?: () => number;
}

export interface App {
  readonly http: FastifyInstance;
  readonly sessions: SessionStore;
}

/** Puts the features together: the one place where they meet. Opens nothing by itself. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const { db, now = Date.now } = deps;
  const sessions = sessionStore(db, now);
  const http = await buildHttp({
    ...deps,
    routes: [
      ...identityRoutes({
        db,
        sessions,
        passwords: passwordHasher(),
        throttle: signInThrottle(now),
        serverKey: deps.serverKey,
        onActivityChanged: () => undefined,
      }),
      ...organisationRoutes(db),
      ...systemSettingRoutes(db),
    ],
    authenticate: sessions.authenticate,
    health: { db, engineStatus: deps.telephony.status },
    consoleFolder: deps.consoleFolder ?? join(import.meta.dirname, '../../web/dist'),
  });
  return { http, sessions };
}
