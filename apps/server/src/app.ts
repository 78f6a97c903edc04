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
import { handleUpgrades, type UpgradeHandler } from './http/upgrades.ts';
import { acceptLive } from './live/accept-live.ts';
import { type LiveHub, liveHub } from './live/live-hub.ts';
import { liveRoutes } from './live/routes.ts';
import { ticketOffice } from './live/tickets.ts';
import type { Telephony } from './telephony/telephony.ts';

/** What the web side needs from outside itself. */
export interface AppDeps {
  readonly db: Db;
  readonly log: FastifyBaseLogger;
  readonly serverKey: Buffer;
  readonly telephony: Pick<Telephony, 'agentStatus' | 'secretsChanged'>;
  readonly engine: {
    readonly status: () => EngineStatus;
    /** Takes over the socket of a phone that wants SIP over WebSocket (RFC 7118). */
    readonly acceptSip: UpgradeHandler;
  };
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
  readonly live: LiveHub;
}

/** Puts the features together: the one place where they meet. Opens nothing by itself. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const { db, now = Date.now } = deps;
  const sessions = sessionStore(db, now);
  const tickets = ticketOffice(now);
  const live = liveHub({
    onSeen: (caller) => {
      sessions.seen(caller).catch((error: unknown) => deps.log.warn({ err: error }, 'session was not kept'));
    },
  });
  sessions.onChange(async ({ kind, tenantId, sessionIds }) => {
    if (kind === 'ended') live.endSessions(tenantId, sessionIds);
    await deps.telephony.secretsChanged(tenantId);
  });
  const http = await buildHttp({
    ...deps,
    routes: [
      ...identityRoutes({
        db,
        sessions,
        passwords: passwordHasher(),
        throttle: signInThrottle(now),
        serverKey: deps.serverKey,
        onActivityChanged: ({ tenantId, extension }, status) => {
          if (extension !== null) deps.telephony.agentStatus(tenantId, extension, status);
        },
      }),
      ...organisationRoutes(db),
      ...systemSettingRoutes(db),
      ...liveRoutes(tickets),
    ],
    authenticate: sessions.authenticate,
    health: { db, engineStatus: deps.engine.status },
    consoleFolder: deps.consoleFolder ?? join(import.meta.dirname, '../../web/dist'),
  });
  handleUpgrades(http, { '/live': acceptLive(tickets, live), '/sip': deps.engine.acceptSip });
  http.addHook('preClose', async () => live.close());
  return { http, sessions, live };
}
