import { connect } from 'node:net';
import { calmClock } from '@alo/engine';
import type { OpenPlant } from '@alo/engine-host/process';
import { openLinks } from './ari/links.ts';
import { AsteriskSwitch } from './asterisk-switch.ts';
import { endLeftoverCalls } from './leftover-calls.ts';
import { LentMessages } from './lent-messages.ts';
import type { AsteriskPlantOptions } from './plant-options.ts';
import { writeTones } from './tone-files.ts';

/** Asterisk itself ends a call of whose party nothing was heard for so long: later than we do. */
const silenceSeconds = 60;

/**
 * Asterisk carries the calls, this process remembers which and why: it outlives the server, and ends with Asterisk, so that the server
 * finds an engine that has died and another that was born.
 */
export const openAsteriskPlant: OpenPlant<AsteriskPlantOptions> = async (
  options,
  { emit, onSeen, log, takesCalls },
) => {
  const { asterisk, files } = options;
  const companyPrompts = {
    here: files.companyPromptsFolder ?? files.promptsFolder,
    there: asterisk.companyPromptsFolder,
  };
  await writeTones(companyPrompts.here);
  const messages = new LentMessages(files.recordingsFolder, companyPrompts);
  await messages.takeBackAll();
  let exchange: AsteriskSwitch | undefined;
  let isClosing = false;
  const links = await openLinks(
    asterisk,
    {
      onEvent: (event) => exchange?.heard(event),
      onClosed: () => {
        // Its calls are gone with it, and so is all that we know of them.
        if (!isClosing) process.exit(1);
      },
    },
    (why) => log('warn', 'Asterisk is waited for', { url: asterisk.url, why }),
  );
  const { ari } = links;
  await endLeftoverCalls(ari);
  exchange = new AsteriskSwitch({
    ari,
    address: asterisk,
    emit,
    onSeen,
    takesCalls,
    onFirstPhone: () => links.watchPhones(),
    now: calmClock(() => (exchange?.snapshot().legs.length ?? 0) > 0),
    recordingsFolder: files.recordingsFolder,
    messages,
    limits: options.limits,
    prompts: { here: files.promptsFolder, there: asterisk.promptsFolder },
    companyPrompts,
    phones: {
      browsers: asterisk.browsers,
      registrationSeconds: options.registrationSeconds,
      shortestRegistrationSeconds: options.shortestRegistrationSeconds,
      contactsPerExtension: options.limits.contactsPerExtension,
      silenceSeconds,
    },
    onProblem: (reason) => log('warn', 'asterisk', { reason }),
  });
  const own = exchange;
  const { hostname, port } = new URL(asterisk.url);
  return {
    listening: { sipPort: asterisk.sipPort, tlsPort: asterisk.tlsPort, wssPort: asterisk.wssPort, wsPort: null },
    // Phones and carriers are strangers to it until they are pushed.
    open: () => {},
    perform: (tenant, call, command) => own.perform(tenant, call, command),
    opens: (keys) => messages.opens(keys),
    provision: (tenant) => own.provision(tenant),
    change: (tenant, revision, changes) => own.change(tenant, revision, changes),
    forget: (tenant) => own.forget(tenant),
    snapshot: () => own.snapshot(),
    settled: () => own.settled(),
    acceptWebSocket(upgrade, socket) {
      const there = connect(Number(port), hostname, () => {
        const headers = Object.entries({ host: `${hostname}:${port}`, connection: 'Upgrade', ...upgrade.headers });
        there.write(`GET /ws HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
        there.write(Buffer.from(upgrade.head, 'base64'));
        socket.pipe(there).pipe(socket);
      });
      const end = () => {
        socket.destroy();
        there.destroy();
      };
      for (const one of [socket, there]) one.on('error', end).on('close', end);
    },
    serverTook() {},
    startBot: () => Promise.reject(new Error('Asterisk has no bots')),
    stopBot() {},
    async close() {
      await own.close();
      isClosing = true;
      links.close();
    },
  };
};
