import type { LogFields, OpenPlant } from '@alo/engine-host/process';
import { guarded, StandingLag, type UncaughtMistake } from '@alo/engine-host/process';
import { randomToken } from '@alo/sip';
import { BotCarrier } from './bots/bot-carrier.ts';
import { BotDesk } from './bots/bot-desk.ts';
import { type MediaLog, mediaOnFreePort } from './media/index.ts';
import type { MediaWorkers, WorkersParts } from './media/workers/start-workers.ts';
import type { SipPlantOptions } from './plant-options.ts';
import { HeldBack } from './sockets/held-back.ts';
import { learnAddress } from './sockets/learn-address.ts';
import { LocalAddresses } from './sockets/local-address.ts';
import { SipSockets } from './sockets/sockets.ts';
import { Switch } from './switch/switch.ts';

/** So long a server must be late with everything: one that was just started, or collects garbage, is not. */
const serverStandingMs = 500;
/** How long a browser gets to hear that we go. */
const farewellMs = 100;

/** So often the server hears how the processes of the audio are. */
const audioToldMs = 5_000;

/** Our own switch, with its sockets, audio and bots. */
export const openSipPlant: OpenPlant<SipPlantOptions> = async (
  given,
  { emit, onSeen, onHeard, onAudio, botSays, log, takesCalls },
  before,
) => {
  const options = { ...given, before };
  const addresses = new LocalAddresses(options.bindAddress, options.publicAddresses);
  const learning = await learnAddress(addresses, options, log);
  const mediaLog: MediaLog = { warn: (fields, message) => log('warn', message, plain(fields)) };
  const publicAddresses = () => addresses.public;
  const mediaOptions = {
    bindAddress: options.bindAddress,
    ...(options.rtpPorts === null ? {} : { rtpPortRange: options.rtpPorts }),
    promptsFolder: options.files.promptsFolder,
    ...(options.files.companyPromptsFolder === undefined
      ? {}
      : { companyPromptsFolder: options.files.companyPromptsFolder }),
    recordingsFolder: options.files.recordingsFolder,
    hasOpus: options.opus !== 'never',
  };
  const own = await mediaOnFreePort(options.icePort, { ...mediaOptions, publicAddresses, log: mediaLog });
  const workers = await workersOf(options.mediaWorkers, {
    own,
    options: { ...mediaOptions, icePort: options.icePort },
    publicAddresses,
    log: mediaLog,
  });
  const media = workers?.plane ?? own;
  const telling = workers === null ? undefined : setInterval(() => onAudio(workers.processes), audioToldMs).unref();
  const closeMedia = () => (workers ?? own).close();
  const wrong = (what: string) => (mistake: UncaughtMistake) => log('error', what, { ...mistake });
  let exchange: Switch | undefined;
  // Until the tenants are known, a carrier is a stranger.
  const beforeOpen = new HeldBack(
    guarded((flow, bytes) => exchange?.receive(flow, bytes), wrong('a SIP message was not handled')),
  );
  let sockets: SipSockets;
  try {
    sockets = await SipSockets.open(options, addresses, {
      isPhonePage: (page) => exchange?.isPhonePage(page) ?? false,
      onOpened: guarded((flow) => exchange?.opened(flow), wrong('a connection was not handled')),
      onBytes: (flow, bytes) => beforeOpen.receive(flow, bytes),
      onClosed: guarded((flow) => {
        beforeOpen.drop(flow);
        exchange?.flowClosed(flow);
      }, wrong('the end of a connection was not handled')),
      onProblem: (transport, error) => log('warn', 'socket', { transport, reason: error.message }),
    });
  } catch (error) {
    learning.close();
    await closeMedia();
    throw error;
  }
  const here = sockets.addresses.towards('127.0.0.1');
  const botCarrier = await BotCarrier.open({ media: own, address: here });
  const botMark = randomToken();
  const { serverLagMs } = options.limits;
  const serverLag = new StandingLag({ targetMs: serverLagMs, standingMs: serverStandingMs });
  const firstLag = new StandingLag({ targetMs: serverLagMs / 2, standingMs: serverStandingMs });
  const theSwitch = new Switch({
    sockets,
    media,
    options,
    botCarrier,
    botMark,
    emit,
    onSeen,
    onHeard,
    takesCalls,
    isLate: () => firstLag.stands(performance.now()),
    isBehind: () => serverLag.stands(performance.now()) || sockets.isBehind || (workers?.isBehind ?? false),
    onShed: (shed) => log('warn', 'too much SIP: messages were left out, or waited', { ...shed }),
  });
  exchange = theSwitch;
  const target = { address: here, port: sockets.listening.sipPort };
  const bots = new BotDesk({ media: own, target, mark: botMark, tell: botSays });
  return {
    listening: sockets.listening,
    open() {
      beforeOpen.release();
      theSwitch.open();
    },
    perform: (tenant, call, command) => theSwitch.perform(tenant, call, command),
    opens: (keys) => media.opens(keys),
    provision: (tenant) => theSwitch.provision(tenant),
    change: (tenant, revision, changes) => theSwitch.change(tenant, revision, changes),
    // How a leg's audio was is told with its end.
    forget(tenant) {
      theSwitch.forget(tenant);
      return media.settled();
    },
    snapshot: () => theSwitch.snapshot(),
    settled: () => media.settled(),
    acceptWebSocket: (upgrade, socket) => sockets.acceptWebSocket(upgrade, socket),
    served: (isServed) => media.served(isServed),
    serverTook(lagMs) {
      for (const lag of [firstLag, serverLag]) lag.noted(lagMs, performance.now());
    },
    startBot: (bot) => bots.start(bot),
    stopBot: (id) => bots.stop(id),
    async close() {
      learning.close();
      clearInterval(telling);
      bots.close();
      botCarrier.close();
      theSwitch.close();
      // What it ended is told, with the recordings of it, before the audio goes.
      await media.settled();
      await closeMedia();
      sockets.close();
      await new Promise((resolve) => setTimeout(resolve, farewellMs));
    },
  };
};

/** The processes of its audio, for an engine that has some: what starts them is read then. */
async function workersOf(count: number, parts: Omit<WorkersParts, 'count'>): Promise<MediaWorkers | null> {
  if (count === 0) return null;
  const { startWorkers } = await import('./media/workers/start-workers.ts');
  return startWorkers({ ...parts, count });
}

/** Log fields as the server takes them. */
function plain(fields: Readonly<Record<string, unknown>>): LogFields {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : String(value),
  ]);
  return Object.fromEntries(entries);
}
