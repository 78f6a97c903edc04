import { join } from 'node:path';
import { calmClock, type EngineStatus, type TelephonyEngine } from '@alo/engine';
import type { FastifyBaseLogger } from 'fastify';
import { bringFiles } from '../background/bring-files.ts';
import { sealRecordings } from '../background/seal-recordings.ts';
import type { DirectBus } from '../bus/bus.ts';
import { serveLinks } from '../bus/link-server.ts';
import { linkAddressOf } from '../bus/link-wire.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { codeSecretSealer, systemAsker } from '../features/call-paths/ask-system.ts';
import { campaignDialler } from '../features/campaigns/dialler.ts';
import { endMachine } from '../features/campaigns/end-machines.ts';
import { deviceMemory } from '../features/devices/device-memory.ts';
import { watchMessages } from '../features/devices/waiting-messages.ts';
import { passwordHasher } from '../features/identity/passwords.ts';
import { sessionStore } from '../features/identity/sessions.ts';
import { sayingHearer } from '../features/network-sayings/hear-sayings.ts';
import { otpSealer } from '../features/voice-otp/codes.ts';
import { otpDialler } from '../features/voice-otp/dialler.ts';
import { tellOfOtp } from '../features/webhooks/deliveries.ts';
import type { ServerKey } from '../kernel/key-ring.ts';
import { installationId } from '../storage/installation-id.ts';
import { folderPlaceOf, nodeHolder } from '../storage/node.ts';
import { sealer } from '../storage/sealed.ts';
import { openDialled } from '../storage/sealed-number.ts';
import type { SealedStore } from '../storage/sealed-store.ts';
import { openText } from '../storage/sealed-text.ts';
import { floorOn, traceOn } from '../switchboard/calls-on-board.ts';
import { followBus } from '../switchboard/follow-bus.ts';
import { answersByLink } from '../switchboard/questions.ts';
import { reportCalls } from '../switchboard/report-calls.ts';
import type { EngineAccess } from '../switchboard/switchboard.ts';
import { type BotEngine, botCaller } from '../telephony/bot-caller.ts';
import { systemClock } from '../telephony/clock.ts';
import { keepTenantsOpen } from '../telephony/keep-tenants-open.ts';
import { nodeStore } from '../telephony/placement/node-store.ts';
import { placedHere } from '../telephony/placement/placed-here.ts';
import { measureRecording, recordingPath } from '../telephony/recording-file.ts';
import { createTelephony, type Telephony } from '../telephony/telephony.ts';
import type { TelephonyStore } from '../telephony/telephony-options.ts';
import { telephonyStore } from '../telephony/telephony-store.ts';
import { companyDataOf } from './company-records.ts';
import { credentialsOf } from './phone-credentials.ts';
import { callsReadAfter } from './resources.ts';
import type { Files } from './start-files.ts';

/** Null where nobody listens. */
type SipPorts = { readonly sipPort: number; readonly tlsPort: number | null; readonly wssPort: number | null };

/** Calls as the rest of the process sees them. */
export interface Calls {
  readonly telephony: Telephony;
  readonly engine: EngineAccess;
  /** Where SIP is listened for; undefined before that. */
  listening(): SipPorts | undefined;
  /** The processes that carry the audio, where several do: how many parties each has, and what it needs of its core. */
  audio(): readonly { readonly legs: number; readonly load: number }[];
  /** Takes no new calls from now on; resolves when the last one has ended. */
  drain(): Promise<void>;
  /** Says what becomes of them when this process closes: an engine that runs beside it can go on with them. */
  atClose(calls: 'end' | 'leave'): void;
}

/** What is written of trunks and limits is told to the bells. */
const tellingBells = (store: TelephonyStore, bus: Pick<DirectBus, 'publish'>): TelephonyStore => ({
  ...store,
  async trunkIs(tenantId, event) {
    await store.trunkIs(tenantId, event);
    bus.publish('notice-added', tenantId, []);
  },
  async alarmed(tenantId, alarms) {
    await store.alarmed(tenantId, alarms);
    bus.publish('notice-added', tenantId, []);
  },
});

/** Who takes a company is told that it is free, and phones in browsers that their company is somewhere else. */
function tellingOfPlaces(
  telephony: Pick<Telephony, 'boardOf' | 'open' | 'move'>,
  bus: Pick<DirectBus, 'publish'>,
  { hasOwnAddress }: { readonly hasOwnAddress: boolean },
): Pick<Telephony, 'open' | 'move'> {
  return {
    async open(tenant) {
      const ran = telephony.boardOf(tenant.id) !== undefined;
      const runs = await telephony.open(tenant);
      // Where all machines are behind the console's own address nobody has to go anywhere.
      if (runs && !ran && hasOwnAddress) bus.publish('company-taken', tenant.id, []);
      return runs;
    },
    async move(tenantId, to) {
      const moved = await telephony.move(tenantId, to);
      if (moved) bus.publish('company-let-go', tenantId, [to]);
      return moved;
    },
  };
}

type Engine = TelephonyEngine &
  BotEngine & {
    readonly audio: ReturnType<Calls['audio']>;
    acceptWebSocket: EngineAccess['acceptSip'];
    readonly listening: SipPorts | null;
    /** Takes no new calls; resolves when the last one has ended. */
    drain(): Promise<void>;
    /** Lets go of an engine that runs beside us, with its calls. */
    leave(): void;
  };

/** An engine may wait for a switch that somebody has yet to start. */
async function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** The role `telephony`: decides about the calls of every tenant that no other process has. Closed by `opened`. */
export async function startCalls({
  engine,
  db,
  bus,
  key,
  files,
  brought: { copies, folder, bucket },
  config,
  log,
  opened,
  signal,
}: {
  engine: Engine;
  db: Db;
  bus: DirectBus;
  /** The installation's secret. */
  key: ServerKey;
  files: SealedStore;
  /** Where the files that calls play come from, where they are not here. */
  brought: Pick<Files, 'copies' | 'folder' | 'bucket'>;
  config: Pick<
    Config,
    | 'dataFolder'
    | 'engineBeside'
    | 'graceMs'
    | 'maxCalls'
    | 'node'
    | 'nodeSip'
    | 'nodeLink'
    | 'nodeWs'
    | 'sealsRecordings'
    | 'webhookHosts'
  >;
  log: FastifyBaseLogger;
  opened: AsyncDisposableStack;
  /** Given while the engine is waited for, it is waited for no longer. */
  signal: AbortSignal;
}): Promise<Calls> {
  let isDraining = false;
  // A start that fails costs the calls of an engine beside us nothing.
  let callsAtClose: 'end' | 'leave' = config.engineBeside === undefined ? 'end' : 'leave';
  /** The next server of this folder goes on with the companies, too. */
  let comesBack = false;
  let status: EngineStatus = 'starting';
  let awaySince: number | undefined = performance.now();
  engine.onStatus((now) => {
    status = now;
    awaySince = now === 'up' ? undefined : (awaySince ?? performance.now());
  });
  const sessions = sessionStore(db);
  const recordingsFolder = join(config.dataFolder, 'recordings');
  const devices = deviceMemory({ db, onError: (error) => log.warn({ err: error }, 'what was seen of phones is lost') });
  opened.defer(() => devices.close());
  const sayings = sayingHearer({ db, onError: (error) => log.warn({ err: error }, 'what a network said is lost') });
  opened.defer(() => sayings.close());
  let isBusy = (): boolean => false;
  const holder = await nodeHolder(config.dataFolder, await installationId(config.dataFolder, key.all()), config.node);
  const telephony = createTelephony({
    engine,
    clock: { ...systemClock, now: calmClock(() => isBusy()) },
    store: tellingBells(
      telephonyStore(db, (tenantId, sealed) => openText(key, tenantId, sealed)),
      bus,
    ),
    dataFolder: config.dataFolder,
    sealer: sealer(key, 'alo pressed keys'),
    measure: (tenant, recording) => measureRecording(recordingPath(recordingsFolder, tenant, recording)),
    holder,
    place: await folderPlaceOf(config.dataFolder),
    devices,
    onHeard: (tenantId, heard) => {
      if (heard.what === 'said') return sayings.hear(tenantId, heard);
      endMachine({ db, request: telephony.request }, tenantId, heard).catch((error: unknown) =>
        log.warn({ err: error }, 'a call that a machine has goes on'),
      );
    },
    companyData: companyDataOf({
      db,
      bus,
      matches: passwordHasher().matches,
      askSystem: systemAsker({ db, sealer: codeSecretSealer(key), allowed: config.webhookHosts }),
    }),
    secretsOf: credentialsOf({ db, sessions, serverKey: key }),
    readDialled: (tenantId, dialled) => openDialled(key, tenantId, dialled),
    graceMs: config.graceMs,
    log,
  });
  isBusy = () => telephony.isBusy();
  opened.defer(() => telephony.close({ comesBack }));
  await unlessAborted(telephony.enter(), signal);
  const nodes = nodeStore(db);
  const { node: name, nodeSip: sip, nodeWs: ws = '', nodeLink: link = '', maxCalls: capacity } = config;
  await nodes.enter({ holder, name, sip, ws, link, capacity });
  const { tenants } = db.directory;
  reportCalls(telephony, bus);
  followBus({
    bus,
    telephony,
    tenants,
    inTenant: db.inTenant,
    readAfter: callsReadAfter,
    onError: (error) => log.warn({ err: error }, 'telephony did not take what another process told'),
  });
  if (link !== '') {
    const answers = () => answersByLink(telephony);
    const linked = await serveLinks({ at: linkAddressOf(link), key, bus, answers, log });
    opened.defer(() => linked.close());
  }
  await unlessAborted(engine.start(), signal);
  opened.defer(async () => {
    if (callsAtClose === 'leave') engine.leave();
    else await engine.close();
    await telephony.acted();
  });
  const messages = watchMessages({
    db,
    bus,
    changed: (tenantId) => telephony.devicesChanged(tenantId),
    runsHere: () => telephony.figures().keys(),
    onError: (error) => log.warn({ err: error }, 'waiting messages are not told'),
  });
  opened.defer(() => messages.close());
  const placed = placedHere({ store: nodes, holder, runsHere: () => telephony.figures().keys() });
  const told = tellingOfPlaces(telephony, bus, { hasOwnAddress: ws !== '' });
  const keeper = await keepTenantsOpen({
    telephony: told,
    tenants: placed.tenants,
    moves: placed.moves,
    afterwards: async () => {
      if (!placed.isAlone()) await telephony.takeTails();
    },
    clock: systemClock,
    log,
  });
  opened.defer(() => keeper.close());
  bus.subscribe('company-let-go', (_tenantId, [to]) => {
    if (to === holder) keeper.look();
  });
  bus.subscribe('plan-changed', (tenantId) => {
    if (telephony.boardOf(tenantId) === undefined) keeper.look();
  });
  const dialler = otpDialler({
    db,
    bus,
    sealer: otpSealer(key),
    tellOfEnd: tellOfOtp,
    request: telephony.request,
    runsHere: () => telephony.figures().keys(),
    hasCall(tenantId) {
      const board = telephony.boardOf(tenantId);
      return board && ((callId) => traceOn(board, callId) !== undefined);
    },
    onError: (error) => log.warn({ err: error }, 'one-time passwords are not said'),
  });
  opened.defer(() => dialler.close());
  const campaigns = campaignDialler({
    db,
    bus,
    request: telephony.request,
    runsHere: () => telephony.figures().keys(),
    floorOf(tenantId) {
      const board = telephony.boardOf(tenantId);
      return board && floorOn(board);
    },
    onError: (error) => log.warn({ err: error }, 'campaigns do not call'),
  });
  opened.defer(() => campaigns.close());
  if (config.sealsRecordings) {
    const runsHere = () => telephony.figures().keys();
    const onWritten = (told: (tenantId: string, callIds: readonly string[]) => void) =>
      bus.subscribe('calls-written', told);
    const sealing = sealRecordings({ db, onWritten, files, recordingsFolder, runsHere, log });
    opened.defer(() => sealing.close());
  }
  if (bucket !== undefined) {
    const runsHere = () => telephony.figures().keys();
    const bringing = bringFiles({ db, dataFolder: config.dataFolder, folder, copies, bucket, files, runsHere, log });
    opened.defer(() => bringing.close());
    bus.subscribe('plan-changed', (tenantId) => bringing.saved(tenantId));
  }
  const bots = botCaller(engine, config);
  await engine.open();
  dialler.lookAtAll();
  campaigns.lookAtAll();
  return {
    telephony,
    engine: {
      status: () => status,
      awayMs: () => (awaySince === undefined ? 0 : performance.now() - awaySince),
      isDraining: () => isDraining,
      isFollowed: () => telephony.isFollowed(),
      isEmptied: () => placed.isEmptied(),
      acceptSip: (request, socket, head) => engine.acceptWebSocket(request, socket, head),
      startBotCall: bots.start,
      botsOf: bots.countOf,
    },
    listening: () => engine.listening ?? undefined,
    audio: () => engine.audio,
    drain() {
      isDraining = true;
      return engine.drain();
    },
    atClose(calls) {
      callsAtClose = calls;
      comesBack = calls === 'leave';
    },
  };
}
