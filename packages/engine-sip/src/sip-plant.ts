import type { LogFields, OpenPlant } from '@alo/engine-host/process';
import { guarded, StandingLag, type UncaughtMistake } from '@alo/engine-host/process';
import { randomToken } from '@alo/sip';
import { BotCarrier } from './bots/bot-carrier.ts';
import { BotDesk } from './bots/bot-desk.ts';
import { createMediaPlane, type MediaPlane, type MediaPlaneOptions } from './media/index.ts';
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

/** Our own switch, with its sockets, audio and bots. */
export const openSipPlant: OpenPlant<SipPlantOptions> = async (
  given,
  { emit, onSeen, botSays, log, takesCalls },
  before,
) => {
  const options = { ...given, before };
  const addresses = new LocalAddresses(options.bindAddress, options.publicAddresses);
  const learning = await learnAddress(addresses, options, log);
  const media = await mediaOnFreePort(options.icePort, log, {
    bindAddress: options.bindAddress,
    publicAddresses: () => addresses.public,
    ...(options.rtpPorts === null ? {} : { rtpPortRange: options.rtpPorts }),
    promptsFolder: options.files.promptsFolder,
    companyPromptsFolder: options.files.companyPromptsFolder,
    recordingsFolder: options.files.recordingsFolder,
    hasOpus: options.opus !== 'never',
    log: { warn: (fields, message) => log('warn', message, plain(fields)) },
  });
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
    await media.close();
    throw error;
  }
  const here = sockets.addresses.towards('127.0.0.1');
  const botCarrier = await BotCarrier.open({ media, address: here });
  const botMark = randomToken();
  const serverLag = new StandingLag({ targetMs: options.limits.serverLagMs, standingMs: serverStandingMs });
  const own = new Switch({
    sockets,
    media,
    options,
    botCarrier,
    botMark,
    emit,
    onSeen,
    takesCalls,
    isBehind: () => serverLag.stands(performance.now()) || sockets.isBehind,
    onShed: (shed) => log('warn', 'too much SIP: messages were left out, or waited', { ...shed }),
  });
  exchange = own;
  const target = { address: here, port: sockets.listening.sipPort };
  const bots = new BotDesk({ media, target, mark: botMark, tell: botSays });
  return {
    listening: sockets.listening,
    open() {
      beforeOpen.release();
      own.open();
    },
    perform: (tenant, call, command) => own.perform(tenant, call, command),
    opens: (keys) => media.opens(keys),
    provision: (tenant) => own.provision(tenant),
    change: (tenant, revision, changes) => own.change(tenant, revision, changes),
    forget: (tenant) => own.forget(tenant),
    snapshot: () => own.snapshot(),
    // What is asked of it is done at once.
    settled: async () => {},
    acceptWebSocket: (upgrade, socket) => sockets.acceptWebSocket(upgrade, socket),
    served: (isServed) => media.served(isServed),
    serverTook: (lagMs) => serverLag.noted(lagMs, performance.now()),
    startBot: (bot) => bots.start(bot),
    stopBot: (id) => bots.stop(id),
    async close() {
      learning.close();
      bots.close();
      botCarrier.close();
      own.close();
      await media.close();
      sockets.close();
      await new Promise((resolve) => setTimeout(resolve, farewellMs));
    },
  };
};

/** So many ports are tried after the one that is wished for: an engine before this one may still have it. */
const icePortsToTry = 10;

async function mediaOnFreePort(
  wanted: number,
  log: Parameters<OpenPlant<SipPlantOptions>>[1]['log'],
  options: Omit<MediaPlaneOptions, 'icePort'>,
): Promise<MediaPlane> {
  for (let attempt = 0; ; attempt += 1) {
    const icePort = wanted === 0 ? 0 : wanted + attempt;
    try {
      return await createMediaPlane({ ...options, icePort });
    } catch (error) {
      if (wanted === 0 || attempt >= icePortsToTry) throw error;
      log('warn', 'the port for the audio of browsers is taken: the next one is tried', { port: icePort });
    }
  }
}

/** Log fields as the server takes them. */
function plain(fields: Readonly<Record<string, unknown>>): LogFields {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : String(value),
  ]);
  return Object.fromEntries(entries);
}
