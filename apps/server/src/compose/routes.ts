import type { Sounds } from '../audio/sounds.ts';
import { letterKeeper } from '../background/letters-again.ts';
import { presentCall } from '../domain/call-records.ts';
import { numberBudget } from '../domain/number-budget.ts';
import { accountRoutes } from '../features/accounts/routes.ts';
import { apiKeyRoutes } from '../features/api-keys/routes.ts';
import { audioRoutes, speaker } from '../features/audio/routes.ts';
import { auditRoutes } from '../features/audit/routes.ts';
import { automationRoutes } from '../features/automations/routes.ts';
import { botCallRoutes } from '../features/bot-calls/routes.ts';
import { myCallsRoutes } from '../features/call-control/my-calls.ts';
import { callControlRoutes } from '../features/call-control/routes.ts';
import { callOutcomeRoutes } from '../features/call-outcomes/routes.ts';
import { codeSecretRoutes } from '../features/call-paths/ask-system.ts';
import { callReportRoutes } from '../features/call-reports/routes.ts';
import { statusTimesRoutes } from '../features/call-reports/status-routes.ts';
import { callTagRoutes } from '../features/call-tags/routes.ts';
import { dialPreparer } from '../features/calls/dial-routes.ts';
import { readCalls } from '../features/calls/find-calls.ts';
import { callRoutes } from '../features/calls/routes.ts';
import { callsToReturnRoutes } from '../features/calls-to-return/routes.ts';
import { contactRoutes } from '../features/campaigns/contact-routes.ts';
import { messageRoutesOf } from '../features/campaigns/message-routes.ts';
import { rehearsalRoutes } from '../features/campaigns/rehearsal/routes.ts';
import { campaignRoutes } from '../features/campaigns/routes.ts';
import { consentRoutes } from '../features/consents/routes.ts';
import type { ConsoleMistakes } from '../features/console-mistakes/console-mistakes.ts';
import { consoleMistakeRoutes } from '../features/console-mistakes/routes.ts';
import { crmLookUp, crmSealer } from '../features/customers/crm/look-up.ts';
import { type CustomerDeps, customerRoutes } from '../features/customers/routes.ts';
import { dashboardRoutes } from '../features/dashboard/routes.ts';
import { portOf } from '../features/devices/device-settings.ts';
import { addDeviceIn, deviceRoutes } from '../features/devices/routes.ts';
import { directoryRoutes } from '../features/directory/routes.ts';
import type { EventHeads } from '../features/events/event-heads.ts';
import { eventRoutes } from '../features/events/routes.ts';
import { featureCodeRoutes } from '../features/feature-codes/routes.ts';
import { firstStepRoutes } from '../features/first-steps/routes.ts';
import { callerOfAccount, signedInUser } from '../features/identity/account-callers.ts';
import type { passwordHasher } from '../features/identity/passwords.ts';
import { setActivity } from '../features/identity/queries.ts';
import { identityRoutes } from '../features/identity/routes.ts';
import type { SessionStore } from '../features/identity/sessions.ts';
import { waitProblem } from '../features/identity/sign-in.ts';
import type { CountedBy, signInThrottle } from '../features/identity/sign-in-throttle.ts';
import { forgetTries } from '../features/identity/unlock.ts';
import { jobRoutes } from '../features/jobs/routes.ts';
import { kpiRoutes } from '../features/kpi/routes.ts';
import { companyDirectories } from '../features/ldap/company-directory.ts';
import { ldapRoutes } from '../features/ldap/routes.ts';
import { addRangeRoute } from '../features/lines/add-range.ts';
import { lineRoutes } from '../features/lines/routes.ts';
import { liveRoutes } from '../features/live/routes.ts';
import type { ticketOffice } from '../features/live/tickets.ts';
import { mailboxRoutes } from '../features/mailboxes/routes.ts';
import { reportLinkRoutes } from '../features/mailed-reports/link-routes.ts';
import { mailedReportRoutes } from '../features/mailed-reports/routes.ts';
import { messageRoutes } from '../features/messages/routes.ts';
import { type BoardActionDeps, boardActionRoutes } from '../features/monitor/board-actions.ts';
import { monitorRoutes } from '../features/monitor/routes.ts';
import { wallRoutes } from '../features/monitor/wall-routes.ts';
import { networkSayingRoutes } from '../features/network-sayings/routes.ts';
import { notificationRoutes } from '../features/notifications/routes.ts';
import { numberProofRoutes } from '../features/number-proofs/routes.ts';
import { forgotPasswordRoutes } from '../features/one-use-links/forgot-password.ts';
import { oneUseLinkRoutes } from '../features/one-use-links/routes.ts';
import { operatorRoutes } from '../features/operators/routes.ts';
import type { InUse } from '../features/operators/shares.ts';
import { organisationRoutes } from '../features/organisation/routes.ts';
import { partnerBaseRoutes } from '../features/partner-base/routes.ts';
import { pinRoutes } from '../features/pins/routes.ts';
import { programCallRoutes } from '../features/program-calls/routes.ts';
import { qualityRoutes } from '../features/quality/routes.ts';
import { adherenceRoutes } from '../features/roster/adherence-routes.ts';
import { rosterRoutes } from '../features/roster/routes.ts';
import { shiftSwapRoutes } from '../features/roster/shift-swaps.ts';
import { extension } from '../features/routing/extensions.ts';
import { alsoInDraft, onlyLive } from '../features/routing-versions/drafted.ts';
import { replayRoutes } from '../features/routing-versions/replay.ts';
import { routingVersionRoutes } from '../features/routing-versions/routes.ts';
import { savedViewRoutes } from '../features/saved-views/routes.ts';
import { sheetRoutes } from '../features/sheets/routes.ts';
import { sheetKeySealer } from '../features/sheets/service-account.ts';
import { signUpRoutes } from '../features/sign-up/routes.ts';
import { leaveProvider, singleSignOnRoutes } from '../features/single-sign-on/routes.ts';
import { replayThread } from '../features/staffing/replay-threads.ts';
import { staffingRoutes } from '../features/staffing/routes.ts';
import { surveyLinkRoutes } from '../features/surveys/by-link.ts';
import { responseRoutes } from '../features/surveys/response-routes.ts';
import { surveyRoutes } from '../features/surveys/routes.ts';
import { switchboardRoutes } from '../features/switchboards/routes.ts';
import { companyVoiceRoutes } from '../features/system-prompts/company-voice.ts';
import { systemPromptRoutes } from '../features/system-prompts/routes.ts';
import { systemSettingRoutes } from '../features/system-setting/routes.ts';
import { limitRoutes } from '../features/trunks/limits.ts';
import { numberCaseRoutes } from '../features/trunks/number-case.ts';
import { trunkRoutes } from '../features/trunks/routes.ts';
import { otpCodes } from '../features/voice-otp/codes.ts';
import { otpRoutes } from '../features/voice-otp/routes.ts';
import { webhookRoutes } from '../features/webhooks/routes.ts';
import { siteOf } from '../http/network.ts';
import type { Route } from '../http/route.ts';
import type { JobKey } from '../jobs/queue.ts';
import type { AnnounceChange } from '../resource/announce.ts';
import { bulkRoutes } from '../resource/bulk/bulk-routes.ts';
import { importRoutes } from '../resource/importing/import-routes.ts';
import { setActivityOf } from '../switchboard/tell-activity.ts';
import { tellWrittenUp } from '../switchboard/written-up.ts';
import type { AppDeps } from './app-deps.ts';
import { callReports } from './job-kinds.ts';
import { draftedRoutes, draftedSetUpRoutes, routesOfKind } from './phone-system.ts';
import { allResources } from './resources.ts';

/** The parts of the web half, for its list of routes. */
export interface Parts
  extends Pick<
      AppDeps,
      | 'db'
      | 'bus'
      | 'log'
      | 'serverKey'
      | 'telephony'
      | 'engine'
      | 'files'
      | 'mail'
      | 'consoleUrl'
      | 'disk'
      | 'crmHosts'
      | 'offersTranscripts'
      | 'oidcHosts'
      | 'ldapHosts'
      | 'relays'
    >,
    Pick<AppDeps, 'phonePorts'> {
  readonly now: () => number;
  readonly mistakes: ConsoleMistakes;
  readonly sounds: Sounds;
  readonly promptsFolder: string;
  readonly sessions: SessionStore;
  readonly tickets: ReturnType<typeof ticketOffice>;
  readonly throttle: ReturnType<typeof signInThrottle>;
  readonly passwords: ReturnType<typeof passwordHasher>;
  readonly announce: AnnounceChange;
  readonly heads: EventHeads;
  readonly inUse: InUse;
  readonly writeRefusals: () => Promise<void>;
}

/** Every route of the API, a line for each feature. */
export function routesOf(parts: Parts): Route[] {
  const { db, bus, log, serverKey, telephony, engine, files, mail, consoleUrl, disk, now } = parts;
  const { sounds, promptsFolder, sessions, tickets, throttle, passwords, announce, heads, inUse, writeRefusals } =
    parts;
  const announceJob = ({ tenantId, jobId }: JobKey) => bus.publish('job-changed', tenantId, [jobId]);
  const messagesChanged = (tenantId: string, box: string) => bus.publish('messages-changed', tenantId, [box]);
  const outcomeKept = (tenantId: string, callId: string) => bus.publish('outcome-kept', tenantId, [callId]);
  const callSaid: CustomerDeps['said'] = (tenantId, { account, call, customer }) =>
    bus.publish('call-said', tenantId, customer === null ? [account, call] : [account, call, customer]);
  const importables = allResources.map(({ importable }) => importable);
  const bulkables = () => allResources.map(({ bulkable }) => bulkable);
  const budget = numberBudget({ db, now, onNotice: (tenantId, id) => bus.publish('notice-added', tenantId, [id]) });
  const doorFor = (host: string) => ({ host, ...(parts.phonePorts?.() ?? { sip: 5060, tls: 5061, wss: 4443 }) });
  const takeRequest = async (counted: readonly CountedBy[]) => {
    const outcome = await throttle.take(counted);
    if (outcome.kind === 'wait') throw waitProblem(outcome.ms);
  };
  // What was saved is saved: an engine that does not take it now gets it when it comes back.
  const configChanged = (tenantId: string) =>
    telephony.configChanged(tenantId).catch((error: unknown) => {
      log.warn({ err: error, tenant: tenantId }, 'telephony did not take the new configuration');
    });
  // Who sets a phone up waits for this, so that it is known when it registers; an engine that is down learns it later.
  const devicesChanged = (tenantId: string) =>
    telephony.devicesChanged(tenantId).catch((error: unknown) => {
      log.warn({ err: error, tenant: tenantId }, 'the engine did not take a desk phone');
    });
  const activitySet: BoardActionDeps['onActivitySet'] = async (person, chosen, by) => {
    bus.publish('me-changed', person.tenantId, [person.accountId]);
    await setActivityOf(telephony, person, { ...chosen, by });
  };
  const elsewhere = {
    db,
    serverKey,
    consoleUrl,
    allowed: parts.oidcHosts ?? [],
    onFailed: (error: unknown) => log.warn({ err: error }, "a company's own sign-in failed"),
  };
  const directories = companyDirectories({
    db,
    serverKey,
    trusts: parts.ldapHosts ?? [],
    onFailed: (error) => log.warn({ err: error }, "a company's directory did not answer a sign-in"),
  });
  const codes = otpCodes(serverKey);
  return [
    ...identityRoutes({
      db,
      directories,
      sessions,
      passwords,
      throttle,
      serverKey,
      log,
      now,
      relays: parts.relays,
      leaveProvider: (caller) => leaveProvider(elsewhere, caller),
      onPreferencesChanged: ({ tenantId, accountId }) => bus.publish('me-changed', tenantId, [accountId]),
      onActivityChanged: (caller, chosen) => activitySet(caller, chosen, caller.extension),
    }),
    ...accountRoutes({
      db,
      serverKey,
      sessions,
      announce,
      bulkables,
      now,
      consoleUrl,
      sendMail: mail.send,
      keepsMail: mail.keeps,
      forgetTries: (whose) => forgetTries({ db, throttle, now }, whose),
      onMailFailed: (error) => log.warn({ err: error }, 'a letter was not sent'),
    }),
    ...oneUseLinkRoutes({
      db,
      serverKey,
      sessions,
      now,
      hashPassword: passwords.hash,
    }),
    ...forgotPasswordRoutes({
      db,
      serverKey,
      now,
      consoleUrl,
      keepLetter: letterKeeper({
        inTenant: db.inTenant,
        send: mail.send,
        key: serverKey,
        onFailed: (error) =>
          log.warn({ err: error }, 'a link for a forgotten password was not taken; it is sent again'),
      }),
      takeTry: ({ network }, whom) =>
        takeRequest([
          { kind: 'request', name: `link for ${whom}` },
          { kind: 'network', name: `link from ${siteOf(network)}` },
        ]),
      onFailed: (error) => log.warn({ err: error }, 'a link for a forgotten password was not sent'),
    }),
    ...signUpRoutes({
      db,
      now,
      serverKey,
      hashPassword: passwords.hash,
      sendMail: mail.send,
      onMailFailed: (error) => log.warn({ err: error }, 'a code for a sign-up was not sent'),
      onMade: configChanged,
      takeTry: ({ network }) =>
        takeRequest([
          { kind: 'request', name: `sign-up from ${siteOf(network)}` },
          { kind: 'company', name: 'all' },
        ]),
      takeLetter: (email) =>
        takeRequest([{ kind: 'request', name: `sign-up for ${email.normalize('NFC').toLowerCase()}` }]),
      takeGuess: (id) => takeRequest([{ kind: 'pair', name: `sign-up code ${id}` }]),
      startSession: async (tenantId, accountId, from) => ({
        ...(await sessions.start(tenantId, accountId, from)),
        user: await signedInUser(db, tenantId, accountId),
      }),
    }),
    ...singleSignOnRoutes({
      ...elsewhere,
      now,
      takeTry: ({ network }) => takeRequest([{ kind: 'network', name: `elsewhere from ${siteOf(network)}` }]),
      directoryOf: async (code) => {
        const tenant = await db.directory.tenantByCode(code);
        return tenant && directories.nameOf(tenant.id);
      },
      startSession: async (tenantId, accountId, from) => ({
        ...(await sessions.startByProvider(tenantId, accountId, from)),
        user: await signedInUser(db, tenantId, accountId),
      }),
    }),
    ...ldapRoutes({
      db,
      serverKey,
      directories,
      now,
      takeTry: ({ network }) => takeRequest([{ kind: 'network', name: `directory tried from ${siteOf(network)}` }]),
    }),
    ...directoryRoutes({ db, consoleUrl, now }),
    ...auditRoutes({ db, announceJob }),
    ...consoleMistakeRoutes(parts.mistakes),
    ...alsoInDraft({ db, announce }, (of) => draftedRoutes({ ...of, announceJob, files, now, promptsFolder })),
    ...onlyLive(alsoInDraft({ db, announce }, (of) => trunkRoutes({ ...of, serverKey, now }))),
    ...onlyLive(routesOfKind('live', { db, announce, announceJob })),
    ...routesOfKind('other', { db, announce, announceJob }),
    ...routingVersionRoutes({ db, announce, bulkables }),
    ...draftedSetUpRoutes({ db, announce, speak: speaker({ db, files, sounds }) }),
    ...replayRoutes({ db, announceJob }),
    ...staffingRoutes({ db, now, thread: replayThread() }),
    ...deviceRoutes({
      db,
      announce,
      bulkables,
      now,
      serverKey,
      told: devicesChanged,
      doorFor,
    }),
    ...onlyLive(numberCaseRoutes({ db, announce, serverKey })),
    ...onlyLive([
      addRangeRoute({
        db,
        announce,
        bulkables,
        extension,
        addPhone: addDeviceIn({ db, announce, bulkables, serverKey }),
        doorOf: (host, transport) => {
          const door = doorFor(host);
          return { server: door.host, port: portOf(door, transport) };
        },
        phonesAdded: devicesChanged,
      }),
    ]),
    ...switchboardRoutes({
      db,
      calls: telephony,
      disk,
      doorFor,
      engineStatus: engine.status,
      isDraining: engine.isDraining,
    }),
    ...callOutcomeRoutes(db),
    ...callTagRoutes({ db, calls: telephony, announce, told: outcomeKept }),
    ...organisationRoutes(db),
    ...operatorRoutes({
      db,
      calls: telephony,
      now,
      serverKey,
      inUse,
      writeRefusals,
      disk,
      engineStatus: engine.status,
      isDraining: engine.isDraining,
      onCallsChanged: configChanged,
      onLicensed: (tenantId) => bus.publish('rights-changed', tenantId, [tenantId]),
    }),
    ...onlyLive([
      ...featureCodeRoutes({ db, announce }),
      ...mailboxRoutes({ db, messagesChanged }),
      ...pinRoutes({ db, announce, hash: passwords.hash }),
      ...systemPromptRoutes({ db, announce, promptsFolder }),
      ...companyVoiceRoutes({ db, announce, files, sounds, promptsFolder }),
      ...networkSayingRoutes({
        db,
        announce,
        onError: (error) => log.warn({ err: error }, 'campaigns do not know yet what a network said'),
      }),
    ]),
    ...audioRoutes({ db, files, sounds: sounds }),
    ...onlyLive(limitRoutes(db, configChanged)),
    ...systemSettingRoutes(
      db,
      {
        onChanged: configChanged,
        onPages: (tenantId) => bus.publish('resource-changed', tenantId, ['setting', tenantId]),
      },
      now,
    ),
    ...partnerBaseRoutes({
      db,
      readCalls: async (query, caller) => {
        const { records, view, total } = await readCalls(db, query, caller);
        return { data: records.map((record) => presentCall(record, view, caller)), total };
      },
    }),
    ...callRoutes({
      db,
      files,
      serverKey,
      announceJob,
      budget,
      now,
      consoleUrl,
      messagesChanged,
      calls: telephony,
      callerOf: callerOfAccount,
      recognisers: { offered: parts.offersTranscripts === true, allowed: parts.crmHosts ?? [] },
    }),
    ...qualityRoutes({
      db,
      announceJob,
      now,
      announce,
      callerOf: callerOfAccount,
      told: (tenantId, ids) => bus.publish('scores-changed', tenantId, ids),
    }),
    ...callsToReturnRoutes({ db, now, budget, announce }),
    ...callReportRoutes({ db, announceJob, now }),
    ...statusTimesRoutes({ db, announceJob, now }),
    ...myCallsRoutes({ db, calls: telephony }),
    ...callControlRoutes({ db, calls: telephony, serverKey }),
    ...programCallRoutes({
      db,
      calls: telephony,
      serverKey,
      prepare: dialPreparer({ db, serverKey, budget, now }),
    }),
    ...customerRoutes({
      db,
      announce,
      announceJob,
      bulkables,
      budget,
      calls: telephony,
      told: outcomeKept,
      said: callSaid,
      writtenUp: (tenantId, said) => tellWrittenUp(telephony, tenantId, said),
      crm: { serverKey, lookUp: crmLookUp({ sealer: crmSealer(serverKey), allowed: parts.crmHosts ?? [], now }) },
    }),
    ...consentRoutes({ db, announceJob, budget, now, serverKey }),
    ...campaignRoutes({ db, announce, now }),
    ...rehearsalRoutes({ db, now }),
    ...contactRoutes({ db, announceJob, budget, now }),
    ...messageRoutesOf({ db, files, sounds, promptsFolder, now }),
    ...surveyLinkRoutes({ db, announce, consoleUrl, now }),
    ...surveyRoutes({ db, announce, now, files, sounds }),
    ...automationRoutes({ db, now }),
    ...mailedReportRoutes({ db, exportables: callReports, now }),
    ...reportLinkRoutes({ db, exportables: callReports, now, consoleUrl }),
    ...messageRoutes({ db, serverKey, announce, budget, now, consoleUrl }),
    ...responseRoutes({ db, announceJob }),
    ...otpRoutes({
      db,
      announce,
      announceJob,
      budget,
      now,
      codes,
      asked: (tenantId, id) => bus.publish('otp-asked', tenantId, [id]),
    }),
    ...numberProofRoutes({
      db,
      now,
      codes,
      asked: (tenantId, id) => bus.publish('otp-asked', tenantId, [id]),
      onCallsChanged: configChanged,
    }),
    ...kpiRoutes({ db, announce }),
    ...adherenceRoutes({ db, announceJob, now }),
    ...rosterRoutes({ db, now, announce, onCallsChanged: configChanged }),
    ...shiftSwapRoutes({
      db,
      now,
      announce,
      onCallsChanged: configChanged,
      told: (tenantId, ids) => bus.publish('swaps-changed', tenantId, ids),
    }),
    ...firstStepRoutes({ db }),
    ...dashboardRoutes({ db, now, calls: telephony }),
    ...lineRoutes({ db, now, calls: telephony }),
    ...monitorRoutes({ db, now, calls: telephony }),
    ...wallRoutes({ db, now, calls: telephony, callerOf: callerOfAccount, consoleUrl }),
    ...boardActionRoutes({
      db,
      calls: telephony,
      sessions,
      setActivity,
      onActivitySet: (person, chosen, by) => activitySet(person, chosen, by),
    }),
    // Whose rows a file is of only its job reads.
    ...onlyLive(importRoutes({ db, announceJob, files, importables })),
    ...sheetRoutes({ db, announceJob }, sheetKeySealer(serverKey)),
    ...bulkRoutes({ db, announceJob }),
    ...notificationRoutes(db, now, disk),
    ...jobRoutes({ db, files, announce: announceJob }),
    ...savedViewRoutes(db),
    ...apiKeyRoutes(db, bus),
    ...webhookRoutes(db, serverKey),
    ...codeSecretRoutes(db, serverKey),
    ...botCallRoutes(db, engine.startBotCall),
    ...liveRoutes(tickets),
    ...eventRoutes(db, heads),
  ];
}
