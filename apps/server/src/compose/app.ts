import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { clientAddresses } from '@alo/net';
import type { FastifyInstance } from 'fastify';
import { openSounds } from '../audio/sounds.ts';
import { letterKeeper } from '../background/letters-again.ts';
import { nobody } from '../db/over-share-told.ts';
import { tellRefused } from '../db/refused-told.ts';
import { signUpIsOn } from '../domain/installation-setting.ts';
import { mayShowPhone } from '../domain/system-setting.ts';
import { account } from '../features/accounts/accounts.ts';
import { keyCallers } from '../features/api-keys/key-callers.ts';
import { isSecret } from '../features/api-keys/secrets.ts';
import { overShareRecorder, refusalRecorder, triedRecorder } from '../features/audit/record-refusals.ts';
import { refusalTally } from '../features/audit/refusal-tally.ts';
import { automationDriver } from '../features/automations/drive.ts';
import { followMessages } from '../features/campaigns/speak-messages.ts';
import { consoleMistakes } from '../features/console-mistakes/console-mistakes.ts';
import { serveDeviceFiles } from '../features/devices/routes.ts';
import { serveScim } from '../features/directory/serve-scim.ts';
import { acceptEvents } from '../features/events/accept-events.ts';
import { eventHeads } from '../features/events/event-heads.ts';
import { followEvents } from '../features/events/follow-events.ts';
import { callerOfAccount } from '../features/identity/account-callers.ts';
import { passwordHasher } from '../features/identity/passwords.ts';
import { type SessionStore, sessionStore } from '../features/identity/sessions.ts';
import { callerOfShopKey, isShopKey } from '../features/identity/shop-keys.ts';
import { waitProblem } from '../features/identity/sign-in.ts';
import { signInThrottle } from '../features/identity/sign-in-throttle.ts';
import { isToken } from '../features/identity/tokens.ts';
import { answerSealer, onceInDatabase } from '../features/kept-answers/once.ts';
import { targetsBehind } from '../features/kpi/targets-behind.ts';
import { acceptLive } from '../features/live/accept-live.ts';
import { ticketOffice } from '../features/live/tickets.ts';
import { tellByMail } from '../features/mailboxes/tell-by-mail.ts';
import { boardAnnouncer } from '../features/monitor/announce-board.ts';
import { bellAnnouncer } from '../features/notifications/announce-bell.ts';
import { ringReminders } from '../features/notifications/ring-reminders.ts';
import type { InUse } from '../features/operators/shares.ts';
import { department } from '../features/organisation/departments.ts';
import { followQuestions } from '../features/surveys/follow-questions.ts';
import { tellingWebhooks } from '../features/webhooks/deliveries.ts';
import { knownTokens } from '../http/known-tokens.ts';
import { networkOf, siteOf } from '../http/network.ts';
import { buildHttp } from '../http/server.ts';
import { openShares } from '../http/shares.ts';
import { handleUpgrades } from '../http/upgrades.ts';
import { shareOf, whoIs } from '../kernel/by.ts';
import type { Caller } from '../kernel/caller.ts';
import { type LiveHub, liveHub, socketsOfSession } from '../live/live-hub.ts';
import { resourceAnnouncer } from '../resource/announce.ts';
import { resourceStore } from '../resource/store.ts';
import type { AppDeps } from './app-deps.ts';
import { processBus } from './processors.ts';
import { allResources } from './resources.ts';
import { routesOf } from './routes.ts';

export interface App {
  readonly http: FastifyInstance;
  readonly sessions: SessionStore;
  readonly live: LiveHub;
  /** Runs what is due now, for who does not wait for it. */
  readonly automations: { tick(): Promise<void> };
}

/** Puts the features together: the one place where they meet. Opens nothing by itself. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const { db, bus, now = Date.now } = deps;
  const tokens = knownTokens<Caller>(async (token) => {
    if (isSecret(token)) return keys.authenticate(token);
    if (isShopKey(token)) return callerOfShopKey(token, { ...deps, ...sessions });
    return isToken(token) ? sessions.authenticate(token) : undefined;
  }, now);
  const sessions = sessionStore(db, now, tokens.expect);
  const tickets = ticketOffice({ db, callerOf: sessions.callerOf, now });
  const passwords = passwordHasher();
  const throttle = signInThrottle(db.directory, now);
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
  const announce = tellingWebhooks(
    resourceAnnouncer((tenantId, ids) => bus.publish('resource-changed', tenantId, ids)),
  );
  const bulkables = () => allResources.map(({ bulkable }) => bulkable);
  const keys = keyCallers({
    db,
    callerOf: callerOfAccount,
    now,
    tell: (tenantId, uses) => bus.publish('keys-used', tenantId, uses),
  });
  bus.subscribe('keys-used', (_tenantId, uses, from) => {
    if (from === 'elsewhere') keys.heard(uses);
  });
  const sounds = deps.sounds ?? openSounds();
  followQuestions({ db, files: deps.files, sounds, bus, onError });
  followMessages({ db, files: deps.files, sounds, bus, onError });
  const heads = eventHeads({ bus, inTenant: db.inTenant, onError });
  const shares = deps.shares ?? openShares();
  const refusals = refusalTally({ db, log: deps.log });
  const isOver = overShareRecorder({ inTenant: db.inTenant, now, log: deps.log });
  /** What this process knows of what a company uses; a machine that runs no calls knows of no bots. */
  const inUse: InUse = ({ id }) => ({
    requests: shares.requests.countOf(id),
    uploads: shares.uploads.countOf(id),
    sounds: sounds.countOf?.(id) ?? null,
    sockets: live.countOf(id),
    event_sockets: programs.countOf(id) + heads.countOf(id),
    bots: deps.engine.botsOf?.(id) ?? null,
  });
  const http = await buildHttp({
    ...deps,
    shares,
    routes: routesOf({
      ...deps,
      now,
      sounds,
      mistakes: deps.mistakes ?? consoleMistakes({ log: deps.log, now }),
      promptsFolder: deps.promptsFolder ?? productPrompts,
      sessions,
      tickets,
      throttle,
      passwords,
      announce,
      heads,
      inUse,
      writeRefusals: refusals.write,
    }),
    authenticate: tokens.find,
    onRefused: refusalRecorder({ db, now, log: deps.log }),
    onRefusal: refusals.count,
    onOverShare: isOver.ofRequest,
    onTried: triedRecorder({ inTenant: db.inTenant, now, log: deps.log }),
    admit: (caller) => keys.admit(caller),
    signUpIsOn: () => signUpIsOn(db),
    mayShowPhone: (page) => mayShowPhone(db, page),
    once: onceInDatabase({ inTenant: db.inTenant, sealer: answerSealer(deps.serverKey), now }),
    health: {
      db,
      engineStatus: deps.engine.status,
      engineAwayMs: deps.engine.awayMs,
      isDraining: deps.engine.isDraining,
      isFollowed: deps.engine.isFollowed,
      isEmptied: deps.engine.isEmptied,
      diskWords: () => deps.disk?.().words ?? '',
      ...(deps.historyBehind === undefined ? {} : { historyBehind: deps.historyBehind }),
    },
    consoleFolder: deps.consoleFolder ?? join(import.meta.dirname, '../../../web/dist'),
  });
  serveScim(http, {
    db,
    now,
    announce,
    consoleUrl: deps.consoleUrl,
    people: resourceStore({ db, announce, bulkables }, account),
    departments: resourceStore({ db, announce, bulkables }, department),
  });
  serveDeviceFiles(http, {
    db,
    now,
    serverKey: deps.serverKey,
    takeTry: async (network) => {
      const counted = [{ kind: 'network', name: `phone settings from ${siteOf(network)}` }] as const;
      const outcome = await throttle.take(counted);
      if (outcome.kind === 'wait') throw waitProblem(outcome.ms);
      return () => throttle.forgive(counted);
    },
  });
  const addressOf = clientAddresses(deps.trustedProxies ?? []);
  const socketRefused = (asked: string) => (request: IncomingMessage, caller?: Caller) =>
    refusals.count({
      tenantId: caller?.tenantId ?? null,
      who: caller === undefined ? null : (caller.apiKeyId ?? whoIs(caller)),
      kind: caller === undefined ? 'sign_in' : 'too_much',
      asked,
      network: networkOf(addressOf(request)),
    });
  const programs = acceptEvents(http, {
    authenticate: tokens.find,
    follow: followEvents({
      inTenant: db.inTenant,
      heads,
      inShare: (caller, work) => shares.requests.take(shareOf(caller), work),
    }),
    trustedProxies: deps.trustedProxies ?? [],
    isRefused: socketRefused('GET /live/events'),
    isOver: ({ tenantId, most }) => isOver.ofCompany(tenantId, 'event_sockets', most?.event_sockets),
  });
  handleUpgrades(
    http,
    {
      '/live': acceptLive({
        tickets,
        isRefused: socketRefused('GET /live'),
        hub: live,
        callerOf: sessions.callerOf,
        endedBy: sessions.endedBy,
        isOver: ({ tenantId, most }) => isOver.ofCompany(tenantId, 'sockets', most?.sockets),
        hasAll: ({ tenantId, accountId }) => {
          const refused = { subject: 'live', subjectId: 'GET /live', after: { sockets: socketsOfSession } };
          db.inTenant(tenantId, (trx) => tellRefused(trx, { ...nobody, accountId }, refused)).catch(onError);
        },
        onError,
      }),
      '/live/events': programs.accept,
      '/sip': deps.engine.acceptSip,
    },
    { path: '/sip', consoleUrl: deps.consoleUrl },
  );
  http.addHook('preClose', async () => live.close());
  http.addHook('preClose', async () => {
    programs.close();
    heads.close();
  });
  http.addHook('preClose', async () => boards.close());
  http.addHook('onClose', () => refusals.write());
  const ringBell = bellAnnouncer({ db, live, onError });
  processBus({ ...deps, sessions, keys, live, boards, ringBell, onError });
  const reminders = ringReminders({ live, ring: ringBell.reminders, now });
  http.addHook('preClose', async () => reminders.close());
  const letters = tellByMail({
    db,
    bus,
    files: deps.files,
    send: deps.mail.send,
    consoleUrl: deps.consoleUrl,
    onError: (error) => deps.log.warn({ err: error }, 'a letter about a voice message was not sent'),
  });
  http.addHook('preClose', () => letters.close());
  const automations = automationDriver({
    db,
    consoleUrl: deps.consoleUrl,
    bus,
    calls: deps.telephony,
    disk: deps.disk ?? (() => ({ state: 'ok', since: 0, words: '' })),
    targetsBehind,
    now,
    everyMs: deps.automationsEveryMs,
    announce,
    keepLetter: letterKeeper({
      inTenant: db.inTenant,
      send: deps.mail.send,
      key: deps.serverKey,
      onFailed: (error) => deps.log.warn({ err: error }, 'a letter of an automation was not taken; it is sent again'),
    }),
    onNotice: (tenantId, id) => bus.publish('notice-added', tenantId, [id]),
    onError: (error) => deps.log.warn({ err: error }, 'an automation was not run'),
  });
  http.addHook('preClose', async () => automations.close());
  return { http, sessions, live, automations };
}

const productPrompts = join(import.meta.dirname, '../../prompts');
