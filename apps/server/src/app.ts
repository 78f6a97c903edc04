import { join } from 'node:path';
import type { ConsoleConfig } from '@alo/contract';
import type { EngineStatus } from '@alo/engine';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

import type { Db } from './db/database.ts';
import { botCallRoutes, type StartBotCall } from './features/bot-calls/routes.ts';
import { callAnnouncer } from './features/calls/announce-calls.ts';
import { callRoutes } from './features/calls/routes.ts';
import { customerRoutes } from './features/customers/routes.ts';
import type { PhoneState } from './features/dashboard/people.ts';
import { dashboardRoutes } from './features/dashboard/routes.ts';
import { passwordHasher } from './features/identity/passwords.ts';
import { identityRoutes } from './features/identity/routes.ts';
import { type SessionStore, sessionStore } from './features/identity/sessions.ts';
import { signInThrottle } from './features/identity/sign-in-throttle.ts';
import { notificationRoutes } from './features/notifications/routes.ts';
import { organisationRoutes } from './features/organisation/routes.ts';
import { systemSettingRoutes } from './features/system-setting/routes.ts';
import { buildHttp } from './http/server.ts';
import { handleUpgrades, type UpgradeHandler } from './http/upgrades.ts';
import { acceptLive } from './live/accept-live.ts';
import { type LiveHub, liveHub } from './live/live-hub.ts';
import { liveRoutes } from './live/routes.ts';
import { ticketOffice } from './live/tickets.ts';
import { recordingFiles } from './storage/recordings.ts';
import type { Telephony } from './telephony/telephony.ts';

/** What the web side needs from outside itself. */
export interface AppDeps {
  readonly db: Db;
  readonly log: FastifyBaseLogger;
  readonly serverKey: Buffer;
  readonly telephony: Pick<Telephony, 'agentStatus' | 'secretsChanged'> & {
    readonly status: () => EngineStatus;
    /** Takes over the socket of a phone that wants SIP over WebSocket (RFC 7118). */
    readonly acceptSip: UpgradeHandler;
    readonly startBotCall: StartBotCall;
    /** What is known of an extension's phones; undefined where none was ever seen. */
    readonly phoneOf: (tenantId: string, extension: string) => PhoneState | undefined;
  };
  /** Where the engine writes recordings. */
  readonly recordingsFolder: string;
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
  /** To be told after a conversation's row has changed: pushes it to whoever listens. */
  readonly announceCall: (tenantId: string, callId: string) => void;
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
      ...callRoutes({ db, recordings: recordingFiles(deps.recordingsFolder), serverKey: deps.serverKey }),
      ...customerRoutes(db),
      ...dashboardRoutes({ db, now, phoneOf: deps.telephony.phoneOf }),
      ...notificationRoutes(db, now),
      ...botCallRoutes(db, deps.telephony.startBotCall),
      ...liveRoutes(tickets),
    ],
    authenticate: sessions.authenticate,
    health: { db, engineStatus: deps.telephony.status },
    consoleFolder: deps.consoleFolder ?? join(import.meta.dirname, '../../web/dist'),
  });
  handleUpgrades(http, { '/live': acceptLive(tickets, live), '/sip': deps.telephony.acceptSip });
  http.addHook('preClose', async () => live.close());
  const onError = (error: unknown) => deps.log.warn({ err: error }, 'a call was not announced');
  return {
    http,
    sessions,
    live,
    announceCall: callAnnouncer({ db, live, onError }),
  };
}
