import { join } from 'node:path';
import { type ConsoleConfig, monitor } from '@alo/contract';
import { parsePhone } from '@alo/phone-number';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { openSounds, type Sounds } from '../audio/sounds.ts';
import type { Bus } from '../bus/bus.ts';
import type { Db } from '../db/database.ts';
import { mayPass } from '../db/row-fault.ts';
import { unlessAway } from '../domain/calls-now.ts';
import { numberBudget } from '../domain/number-budget.ts';
import { whyNotPassword } from '../domain/password-policy.ts';
import { accountRoutes } from '../features/accounts/routes.ts';
import { keyCallers } from '../features/api-keys/key-callers.ts';
import { apiKeyRoutes } from '../features/api-keys/routes.ts';
import { isSecret } from '../features/api-keys/secrets.ts';
import { audioRoutes } from '../features/audio/routes.ts';
import { refusalRecorder } from '../features/audit/record-refusals.ts';
import { auditRoutes } from '../features/audit/routes.ts';
import { botCallRoutes } from '../features/bot-calls/routes.ts';
import { myCallsRoutes } from '../features/call-control/my-calls.ts';
import { callControlRoutes } from '../features/call-control/routes.ts';
import { callFlowRoute } from '../features/call-flow/call-flow.ts';
import { queue } from '../features/call-paths/queues.ts';
import { ringGroup } from '../features/call-paths/ring-groups.ts';
import { callPathRoutes } from '../features/call-paths/routes.ts';
import { callReportRoutes } from '../features/call-reports/routes.ts';
import { statusTimesRoutes } from '../features/call-reports/status-routes.ts';
import { callAnnouncer } from '../features/calls/announce-calls.ts';
import { callRoutes } from '../features/calls/routes.ts';
import { campaignRoutes } from '../features/campaigns/routes.ts';
import { customerRoutes } from '../features/customers/routes.ts';
import { presenceAnnouncer } from '../features/dashboard/announce-presence.ts';
import { dashboardRoutes } from '../features/dashboard/routes.ts';
import type { PhoneDoor } from '../features/devices/device-settings.ts';
import { deviceRoutes, serveDeviceFiles } from '../features/devices/routes.ts';
import { featureCodeRoutes } from '../features/feature-codes/routes.ts';
import { hotlineRoutes } from '../features/hotlines/routes.ts';
import { passwordHasher } from '../features/identity/passwords.ts';
import { callerOfAccount, signedInUser } from '../features/identity/people.ts';
import { identityRoutes } from '../features/identity/routes.ts';
import { type SessionStore, sessionStore } from '../features/identity/sessions.ts';
import { callerOfShopKey, isShopKey } from '../features/identity/shop-keys.ts';
import { waitProblem } from '../features/identity/sign-in.ts';
import { type CountedBy, signInThrottle } from '../features/identity/sign-in-throttle.ts';
import { forgetTries } from '../features/identity/unlock.ts';
import { jobAnnouncer } from '../features/jobs/announce-jobs.ts';
import { jobRoutes } from '../features/jobs/routes.ts';
import { onceInDatabase } from '../features/kept-answers/once.ts';
import { kpiRoutes } from '../features/kpi/routes.ts';
import { lineRoutes } from '../features/lines/routes.ts';
import { acceptLive } from '../features/live/accept-live.ts';
import { liveRoutes } from '../features/live/routes.ts';
import { ticketOffice } from '../features/live/tickets.ts';
import { mailboxRoutes } from '../features/mailboxes/routes.ts';
import { tellByMail } from '../features/mailboxes/tell-by-mail.ts';
import { type BoardAnnouncer, boardAnnouncer } from '../features/monitor/announce-board.ts';
import { monitorRoutes } from '../features/monitor/routes.ts';
import { bellAnnouncer } from '../features/notifications/announce-bell.ts';
import { notificationRoutes } from '../features/notifications/routes.ts';
import { forgotPasswordRoutes } from '../features/one-use-links/forgot-password.ts';
import { oneUseLinkRoutes } from '../features/one-use-links/routes.ts';
import { operatorRoutes } from '../features/operators/routes.ts';
import { organisationRoutes } from '../features/organisation/routes.ts';
import { pinRoutes } from '../features/pins/routes.ts';
import { inboundRule } from '../features/routing/inbounds.ts';
import { routingRoutes } from '../features/routing/routes.ts';
import { tryCallRoutes } from '../features/routing/try-call.ts';
import { alsoInDraft, onlyLive } from '../features/routing-versions/drafted.ts';
import { replayRoutes } from '../features/routing-versions/replay.ts';
import { routingVersionRoutes } from '../features/routing-versions/routes.ts';
import { savedViewRoutes } from '../features/saved-views/routes.ts';
import { sheetRoutes } from '../features/sheets/routes.ts';
import { sheetKeySealer } from '../features/sheets/service-account.ts';
import { signUpRoutes } from '../features/sign-up/routes.ts';
import { surveyRoutes } from '../features/surveys/routes.ts';
import { switchboardRoutes } from '../features/switchboards/routes.ts';
import { systemPromptRoutes } from '../features/system-prompts/routes.ts';
import { systemSettingRoutes } from '../features/system-setting/routes.ts';
import { condition } from '../features/times/conditions.ts';
import { timeRoutes } from '../features/times/routes.ts';
import { timeGroup } from '../features/times/time-groups.ts';
import { limitRoutes } from '../features/trunks/limits.ts';
import { serviceNumber } from '../features/trunks/numbers.ts';
import { trunkRoutes } from '../features/trunks/routes.ts';
import { otpRoutes } from '../features/voice-otp/routes.ts';
import { callFollower, tellingWebhooks } from '../features/webhooks/deliveries.ts';
import { webhookRoutes } from '../features/webhooks/routes.ts';
import type { Metrics } from '../http/metrics.ts';
import { buildHttp } from '../http/server.ts';
import { handleUpgrades } from '../http/upgrades.ts';
import type { JobKey } from '../jobs/queue.ts';
import { gathered } from '../kernel/gathered.ts';
import { newId } from '../kernel/new-id.ts';
import { Problem } from '../kernel/problem.ts';
import { type LiveHub, liveHub } from '../live/live-hub.ts';
import type { Mailer } from '../mail/mailer.ts';
import { type AnnounceChange, resourceAnnouncer } from '../resource/announce.ts';
import { bulkRoutes } from '../resource/bulk/bulk-routes.ts';
import { importRoutes } from '../resource/importing/import-routes.ts';
import type { CallsRead } from '../resource/resource.ts';
import type { DiskReport } from '../storage/disk-watch.ts';
import type { FileStore } from '../storage/file-store.ts';
import { sealer } from '../storage/sealed.ts';
import type { EngineAccess, Switchboard } from '../switchboard/switchboard.ts';
import { loadTelephonyConfig } from '../telephony/routing-plan.ts';
import { allResources } from './resources.ts';

/** What the web side needs from outside itself. */
export interface AppDeps {
  readonly db: Db;
  /** Between this process and the others. */
  readonly bus: Bus;
  readonly log: FastifyBaseLogger;
  readonly serverKey: Buffer;
  readonly telephony: Switchboard;
  readonly engine: EngineAccess;
  /** Recordings, exports, what was uploaded. */
  readonly files: FileStore;
  readonly mail: Mailer;
  /** Where people open the console, without a slash at the end: links in letters begin with it. */
  readonly consoleUrl: () => string;
  readonly consoleFolder?: string;
  readonly sipWssPort?: number;
  /** Where phones reach us that do not come by the console; the usual ports where it is absent. */
  readonly phonePorts?: () => Omit<PhoneDoor, 'host'>;
  readonly demo?: ConsoleConfig['demo'];
  readonly trustedProxies?: readonly string[];
  /** See `HttpOptions`. */
  readonly metrics?: Metrics;
  /** What makes sounds that calls can play; the one that is built in where it is left out. */
  readonly sounds?: Sounds;
  /** Where the product's own sounds are; beside these sources where it is left out. */
  readonly promptsFolder?: string;
  /** How the data folder's disk is; nobody looks where it is absent. */
  readonly disk?: () => DiskReport;
  /** See `HttpOptions`. */
  readonly overloadDelayMs?: number;
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
  const { db, bus, now = Date.now } = deps;
  const sessions = sessionStore(db, now);
  const tickets = ticketOffice({ db, callerOf: sessions.callerOf, now });
  const passwords = passwordHasher();
  const throttle = signInThrottle(db.directory, now);
  const takeRequest = async (counted: readonly CountedBy[]) => {
    const outcome = await throttle.take(counted);
    if (outcome.kind === 'wait') throw waitProblem(outcome.ms);
  };
  const live = liveHub({
    onSeen: (caller) => {
      sessions.seen(caller).catch((error: unknown) => deps.log.warn({ err: error }, 'session was not kept'));
    },
    onBegun: (topic, listener) => {
      if (topic === 'monitor') boards.begun(listener);
    },
  });
  const onError = (error: unknown) => deps.log.warn({ err: error }, 'a change was not announced');
  const boards = boardAnnouncer({ db, live, calls: deps.telephony, now, onError });
  sessions.onChange(async ({ kind, tenantId, sessionIds }) => {
    if (kind === 'ended') bus.publish('sessions-ended', tenantId, sessionIds);
    // Who signs in waits for this, so that the phone is known when it registers; an engine that is down learns it later.
    await deps.telephony.secretsChanged(tenantId, sessionIds).catch((error: unknown) => {
      deps.log.warn({ err: error, tenant: tenantId }, 'the engine did not take the phone secrets');
    });
  });
  // What was saved is saved: an engine that does not take it now gets it when it comes back.
  const configChanged = (tenantId: string) =>
    deps.telephony.configChanged(tenantId).catch((error: unknown) => {
      deps.log.warn({ err: error, tenant: tenantId }, 'telephony did not take the new configuration');
    });
  const announce = tellingWebhooks(
    resourceAnnouncer((tenantId, ids) => bus.publish('resource-changed', tenantId, ids)),
  );
  const keys = keyCallers({ db, callerOf: callerOfAccount, now });
  const announceJob = ({ tenantId, jobId }: JobKey) => bus.publish('job-changed', tenantId, [jobId]);
  const messagesChanged = (tenantId: string, box: string) => bus.publish('messages-changed', tenantId, [box]);
  const importables = allResources.map(({ importable }) => importable);
  const bulkables = () => allResources.map(({ bulkable }) => bulkable);
  const budget = numberBudget({ db, now, onNotice: (tenantId, id) => bus.publish('notice-added', tenantId, [id]) });
  const ofKind = (kind: (typeof kinds)[CallsRead]) => allResources.filter(({ calls }) => kinds[calls] === kind);
  const resourceRoutesOf = (resources: typeof allResources, of: Pick<AppDeps, 'db'> & { announce: AnnounceChange }) =>
    resources.flatMap(({ routes }) => routes({ ...of, announceJob, bulkables }));
  const phoneSystem = (of: { db: Db; announce: AnnounceChange }) => [
    ...resourceRoutesOf(ofKind('drafted'), of),
    ...routingRoutes({ ...of, announceJob, bulkables, files: deps.files, importables }),
    ...tryCallRoutes(async (tenantId, numbers) => {
      const canonical = numbers.flatMap((number) => {
        const read = parsePhone(number);
        return read.ok ? [read.phone.canonical] : [];
      });
      return (await loadTelephonyConfig(of.db.inTenant, tenantId, undefined, canonical)).plan;
    }),
    ...hotlineRoutes({
      ...of,
      bulkables,
      now,
      resources: hotlineParts,
      // Nobody in particular calls.
      planOf: async (tenantId) => (await loadTelephonyConfig(of.db.inTenant, tenantId, undefined, [])).plan,
    }),
    ...timeRoutes({ ...of, now }),
    ...callPathRoutes(of.db),
    callFlowRoute(of.db, bulkables),
  ];
  const doorFor = (host: string) => ({ host, ...(deps.phonePorts?.() ?? { sip: 5060, tls: 5061, wss: 4443 }) });
  const http = await buildHttp({
    ...deps,
    routes: [
      ...identityRoutes({
        db,
        sessions,
        passwords,
        throttle,
        serverKey: deps.serverKey,
        log: deps.log,
        now,
        onPreferencesChanged: ({ tenantId, accountId }) => deps.bus.publish('me-changed', tenantId, [accountId]),
        onActivityChanged: async ({ tenantId, accountId, extension }, { status, reason }) => {
          deps.bus.publish('me-changed', tenantId, [accountId]);
          if (extension === null) return;
          deps.telephony.agentStatus(tenantId, { extension, activity: status, reason: reason === '' ? null : reason });
          if (status !== 1) return;
          // It is meant by whoever chose it before, too: a call is written up, a pause that nobody chose is over.
          const what = { kind: 'ready', extension } as const;
          await deps.telephony.request(tenantId, { id: newId(), by: extension, what }).catch(unlessAway);
        },
      }),
      ...accountRoutes({
        db,
        sessions,
        announce,
        bulkables,
        now,
        consoleUrl: deps.consoleUrl,
        sendMail: deps.mail.send,
        forgetTries: (whose) => forgetTries({ db, throttle, now }, whose),
        onMailFailed: (error) => deps.log.warn({ err: error }, 'a letter was not sent'),
      }),
      ...oneUseLinkRoutes({
        db,
        sessions,
        now,
        hashPassword: (password, owner) => {
          const why = whyNotPassword(password, owner);
          if (why !== undefined) throw Problem.invalid({ new_password: why });
          return passwords.hash(password);
        },
      }),
      ...forgotPasswordRoutes({
        db,
        now,
        consoleUrl: deps.consoleUrl,
        sendMail: deps.mail.send,
        takeTry: ({ network }, whom) =>
          takeRequest([
            { kind: 'request', name: `link for ${whom}` },
            { kind: 'network', name: `link from ${network}` },
          ]),
        onFailed: (error) => deps.log.warn({ err: error }, 'a link for a forgotten password was not sent'),
      }),
      ...signUpRoutes({
        db,
        now,
        hashPassword: passwords.hash,
        onMade: configChanged,
        takeTry: ({ network }) => takeRequest([{ kind: 'request', name: `sign-up from ${network}` }]),
        startSession: async (tenantId, accountId, from) => ({
          ...(await sessions.start(tenantId, accountId, from)),
          user: await signedInUser(db, tenantId, accountId),
        }),
      }),
      ...auditRoutes(db),
      ...alsoInDraft({ db, announce }, phoneSystem),
      ...onlyLive(alsoInDraft({ db, announce }, (of) => trunkRoutes({ ...of, serverKey: deps.serverKey, now }))),
      ...onlyLive(resourceRoutesOf(ofKind('live'), { db, announce })),
      ...resourceRoutesOf(ofKind('other'), { db, announce }),
      ...routingVersionRoutes({ db, announce, bulkables }),
      ...replayRoutes({ db, announceJob }),
      ...deviceRoutes({
        db,
        announce,
        bulkables,
        now,
        serverKey: deps.serverKey,
        // Who sets a phone up waits for this, so that it is known when it registers; an engine that is down learns it later.
        told: (tenantId) =>
          deps.telephony.devicesChanged(tenantId).catch((error: unknown) => {
            deps.log.warn({ err: error, tenant: tenantId }, 'the engine did not take a desk phone');
          }),
        doorFor,
      }),
      ...switchboardRoutes({
        db,
        calls: deps.telephony,
        disk: deps.disk,
        doorFor,
        engineStatus: deps.engine.status,
        isDraining: deps.engine.isDraining,
      }),
      ...organisationRoutes(db),
      ...operatorRoutes({
        db,
        now,
        disk: deps.disk,
        engineStatus: deps.engine.status,
        isDraining: deps.engine.isDraining,
        onLicensed: (tenantId) => bus.publish('rights-changed', tenantId, [tenantId]),
      }),
      ...onlyLive([
        ...featureCodeRoutes({ db, announce }),
        ...mailboxRoutes({ db, messagesChanged }),
        ...pinRoutes({ db, announce, hash: passwords.hash }),
        ...systemPromptRoutes({ db, announce, promptsFolder: deps.promptsFolder ?? productPrompts }),
      ]),
      ...audioRoutes({ db, files: deps.files, sounds: deps.sounds ?? openSounds() }),
      ...onlyLive(limitRoutes(db, configChanged)),
      ...systemSettingRoutes(db, configChanged, now),
      ...callRoutes({
        db,
        files: deps.files,
        serverKey: deps.serverKey,
        announceJob,
        budget,
        now,
        consoleUrl: deps.consoleUrl,
        messagesChanged,
        calls: deps.telephony,
      }),
      ...callReportRoutes({ db, announceJob, now }),
      ...statusTimesRoutes({ db, announceJob, now }),
      ...myCallsRoutes({ db, calls: deps.telephony }),
      ...callControlRoutes({ db, calls: deps.telephony, serverKey: deps.serverKey }),
      ...customerRoutes({
        db,
        announce,
        announceJob,
        bulkables,
        budget,
        calls: deps.telephony,
        told: (tenantId, callId) => bus.publish('outcome-kept', tenantId, [callId]),
      }),
      ...campaignRoutes({ db, announce, now }),
      ...surveyRoutes({ db, announce, now }),
      ...otpRoutes({
        db,
        announce,
        announceJob,
        budget,
        now,
        serverKey: deps.serverKey,
        asked: (tenantId, id) => bus.publish('otp-asked', tenantId, [id]),
      }),
      ...kpiRoutes({ db, announce }),
      ...dashboardRoutes({ db, now, calls: deps.telephony }),
      ...lineRoutes({ db, now, calls: deps.telephony }),
      ...monitorRoutes({ db, now, calls: deps.telephony }),
      // Whose rows a file is of only its job reads.
      ...onlyLive(importRoutes({ db, announceJob, files: deps.files, importables })),
      ...sheetRoutes({ db, announceJob }, sheetKeySealer(deps.serverKey)),
      ...bulkRoutes({ db, announceJob }),
      ...notificationRoutes(db, now, deps.disk),
      ...jobRoutes({ db, files: deps.files, announce: announceJob }),
      ...savedViewRoutes(db),
      ...apiKeyRoutes(db, keys),
      ...webhookRoutes(db, deps.serverKey),
      ...botCallRoutes(db, deps.engine.startBotCall),
      ...liveRoutes(tickets),
    ],
    authenticate: (token) => {
      if (isSecret(token)) return keys.authenticate(token);
      return isShopKey(token) ? callerOfShopKey(token, { ...deps, ...sessions }) : sessions.authenticate(token);
    },
    onRefused: refusalRecorder({ db, now, log: deps.log }),
    admit: (caller) => keys.admit(caller),
    once: onceInDatabase({ inTenant: db.inTenant, sealer: sealer(deps.serverKey, 'alo kept answer'), now }),
    health: {
      db,
      engineStatus: deps.engine.status,
      isDraining: deps.engine.isDraining,
      diskWords: () => deps.disk?.().words ?? '',
    },
    consoleFolder: deps.consoleFolder ?? join(import.meta.dirname, '../../../web/dist'),
  });
  serveDeviceFiles(http, { db, now, serverKey: deps.serverKey });
  handleUpgrades(http, {
    '/live': acceptLive({ tickets, hub: live, callerOf: sessions.callerOf, onError }),
    '/sip': deps.engine.acceptSip,
  });
  http.addHook('preClose', async () => live.close());
  http.addHook('preClose', async () => boards.close());
  const { ringBell } = listenToBus({ ...deps, sessions, live, boards, onError });
  let remindedUntil = new Date(now());
  const reminding = setInterval(() => {
    const until = new Date(now());
    for (const tenantId of live.tenants()) ringBell.reminders(tenantId, remindedUntil, until);
    remindedUntil = until;
  }, remindEveryMs).unref();
  http.addHook('preClose', async () => clearInterval(reminding));
  const letters = tellByMail({
    db,
    bus,
    files: deps.files,
    send: deps.mail.send,
    consoleUrl: deps.consoleUrl,
    onError: (error) => deps.log.warn({ err: error }, 'a letter about a voice message was not sent'),
  });
  http.addHook('preClose', () => letters.close());
  return { http, sessions, live };
}

/** What a hotline is made of, each a feature’s own. */
const hotlineParts = {
  number: serviceNumber,
  rule: inboundRule,
  hours: timeGroup,
  condition,
  group: ringGroup,
  queue,
};

const productPrompts = join(import.meta.dirname, '../../prompts');

/** Whether rows are of the draft, or of the phone system and not of the draft, or neither. */
const kinds = {
  drafted: 'drafted',
  rules: 'drafted',
  live: 'live',
  'block-lists': 'live',
  phones: 'live',
  none: 'other',
} as const satisfies Record<CallsRead, string>;

/** Whose time has come is told so soon. */
const remindEveryMs = 2_000;

/** Changes of what people may do that come this close together are looked at as one. */
const rightsGatherMs = 50;
/** While the database does not say who may do what, it is asked again so soon. */
const rightsAgainMs = 1_000;

/** Whose names stand on the live board. */
const shownOnBoard: ReadonlySet<string> = new Set<string>(monitor.rowsOf);

/** Pushes what any process reports to the screens that are open here, as each of them may see it. */
function listenToBus({
  db,
  bus,
  telephony,
  sessions,
  live,
  boards,
  onError,
}: Pick<AppDeps, 'db' | 'bus' | 'telephony'> &
  Omit<App, 'http'> & { boards: BoardAnnouncer; onError: (error: unknown) => void }) {
  const announceCalls = callAnnouncer({ db, live, onError });
  const ringBell = bellAnnouncer({ db, live, onError });
  const announceJobs = jobAnnouncer({ db, live, onError });
  const announcePresence = presenceAnnouncer({ db, live, calls: telephony, onError });

  const refresh = (tenantId: string) => live.refresh(tenantId, (sessionId) => sessions.callerOf(tenantId, sessionId));
  const rightsChanged = gathered(rightsGatherMs, (tenantId) => {
    const upTo = boards.rightsOf(tenantId);
    // Who may not sign in any more is signed out everywhere; the phone stops with the session.
    sessions
      .endOfInactive(tenantId)
      .then(() => refresh(tenantId))
      .then(() => boards.rightsKnown(tenantId, upTo))
      .catch((error: unknown) => {
        onError(error);
        // Nobody says it again, and whoever is to hear no more would go on hearing.
        if (mayPass(error)) setTimeout(() => rightsChanged(tenantId), rightsAgainMs).unref();
      });
  });

  for (const topic of ['my-calls-changed', 'my-queues-changed'] as const) {
    bus.subscribe(topic, (tenantId, extensions) => {
      const word = {};
      live.publish(tenantId, topic, ({ extension }) =>
        extension !== null && extensions.includes(extension) ? word : undefined,
      );
    });
  }
  bus.subscribe('me-changed', (tenantId, accountIds) => {
    const word = {};
    live.publish(tenantId, 'me-changed', ({ accountId }) => (accountIds.includes(accountId) ? word : undefined));
    boards.companyChanged(tenantId);
  });
  bus.subscribe('calls-written', callFollower(db, onError));
  bus.subscribe('calls-written', (tenantId, callIds) => {
    announceCalls(tenantId, callIds);
    ringBell.calls(tenantId, callIds);
  });
  bus.subscribe('outcome-kept', announceCalls);
  const presenceChanged = (tenantId: string, extensions: readonly string[]) => {
    if (!live.isWatched(tenantId)) return;
    for (const extension of extensions) announcePresence(tenantId, extension);
  };
  bus.subscribe('phones-changed', presenceChanged);
  // Queues that call somebody no more, or again.
  bus.subscribe('my-queues-changed', presenceChanged);
  bus.subscribe('board-changed', boards.changed);
  bus.subscribe('plan-changed', boards.companyChanged);
  bus.subscribe('resource-changed', (tenantId, [subject = '', ...ids]) => {
    const changed = { subject, ids };
    live.publish(tenantId, 'resource-changed', () => changed);
    if (shownOnBoard.has(subject)) boards.companyChanged(tenantId);
  });
  bus.subscribe('messages-changed', (tenantId, boxes) => {
    const changed = { subject: 'voicemail-boxes', ids: [...boxes] };
    live.publish(tenantId, 'resource-changed', () => changed);
  });
  bus.subscribe('job-changed', (tenantId, jobIds) => {
    announceJobs(tenantId, jobIds);
    ringBell.jobs(tenantId, jobIds);
  });
  bus.subscribe('notice-added', ringBell.notices);
  bus.subscribe('sessions-ended', (tenantId, sessionIds) => {
    sessions.forget(({ sessionId }) => sessionIds.includes(sessionId));
    live.endSessions(tenantId, sessionIds);
  });
  bus.subscribe('rights-changed', (tenantId) => {
    sessions.forget((caller) => caller.tenantId === tenantId);
    boards.rightsChanged(tenantId);
    rightsChanged(tenantId);
  });
  // What was not heard may have been any of these.
  bus.onGap(() => {
    sessions.forget(() => true);
    live.skip();
    for (const tenantId of live.tenants()) rightsChanged(tenantId);
  });
  return { ringBell };
}
