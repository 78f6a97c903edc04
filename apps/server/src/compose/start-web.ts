import type { FastifyBaseLogger } from 'fastify';
import { httpVoice } from '../audio/http-voice.ts';
import { openSounds } from '../audio/sounds.ts';
import type { DirectBus } from '../bus/bus.ts';
import { keepLinks } from '../bus/link-client.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { consoleMistakes } from '../features/console-mistakes/console-mistakes.ts';
import { demoCode, demoPeople } from '../features/demo/seed.ts';
import { addressOf } from '../http/address-of.ts';
import type { Shares } from '../http/shares.ts';
import type { ServerKey } from '../kernel/key-ring.ts';
import { openMailer } from '../mail/mailer.ts';
import type { DiskReport } from '../storage/disk-watch.ts';
import type { RecordingFiles } from '../storage/small/recording-files.ts';
import { switchboardOver } from '../switchboard/switchboard.ts';
import { withoutTelephony } from '../switchboard/without-telephony.ts';
import { linkAddresses } from '../telephony/placement/node-store.ts';
import { buildApp } from './app.ts';
import { historyBehind } from './history-behind.ts';
import { countFigures } from './installation-metrics.ts';
import type { Calls } from './start-calls.ts';

const sweepEveryMs = 60_000;

/** The role `web`: console, API, live events. Answers where the console is. Closed by `opened`. */
export async function startWeb({
  config,
  db,
  bus,
  files,
  key,
  calls,
  shares,
  disk,
  log,
  opened,
}: {
  config: Config;
  db: Db;
  bus: DirectBus;
  files: RecordingFiles;
  key: ServerKey;
  /** Undefined where they run in another process. */
  calls: Calls | undefined;
  /** What companies share of this process. */
  shares: Shares;
  /** How the data folder's disk is. */
  disk: () => DiskReport;
  log: FastifyBaseLogger;
  opened: AsyncDisposableStack;
}): Promise<string> {
  let address = '';
  const mail = openMailer(config.mail);
  const mistakes = consoleMistakes({ log });
  const links = await linksFrom({ config, db, bus, key, log, opened });
  const app = await buildApp({
    db,
    bus,
    log,
    files,
    mail,
    mistakes,
    shares,
    // Nobody asks for a link before it listens.
    consoleUrl: () => config.publicUrl ?? address,
    serverKey: key,
    telephony: switchboardOver({ bus, inTenant: db.inTenant, links, local: calls?.telephony }),
    engine: calls?.engine ?? withoutTelephony.engine,
    disk,
    historyBehind: () => historyBehind(calls),
    sounds: openSounds(
      config.speechUrl === undefined
        ? {}
        : {
            voice: httpVoice(config.speechUrl),
            onFailed: (error) => log.warn({ err: error }, 'the built-in voice spoke instead of the one over HTTP'),
          },
    ),
    phonePorts: () => ({
      sip: calls?.listening()?.sipPort ?? config.sipPort,
      tls: calls?.listening()?.tlsPort ?? config.sipTlsPort,
      wss: calls?.listening()?.wssPort ?? config.sipWssPort,
    }),
    trustedProxies: config.trustedProxies,
    crmHosts: config.webhookHosts,
    offersTranscripts: config.offersTranscripts,
    oidcHosts: config.oidcHosts,
    ldapHosts: config.ldapHosts,
    relays: config.relays,
    ...(config.metricsToken === undefined
      ? {}
      : { metrics: { token: config.metricsToken, figures: () => countFigures({ db, calls, mistakes }) } }),
    ...(config.certificate === undefined ? {} : { sipWssPort: config.sipWssPort }),
    ...((await hasDemo(config, db)) ? { demo: { ma_dn: demoCode, usernames: demoPeople.map((p) => p.email) } } : {}),
  });
  const sweeping = setInterval(() => {
    app.sessions.sweep().catch((error: unknown) => log.warn({ err: error }, 'sessions were not swept'));
  }, sweepEveryMs);
  opened.defer(() => clearInterval(sweeping));
  opened.defer(() => app.http.close());
  await app.http.listen({ port: config.port, host: config.host, backlog: listenBacklog });
  address = addressOf(config.host, app.http.server.address());
  return address;
}

/** With the machines that run calls, where there can be others than this one. */
async function linksFrom({
  config,
  db,
  bus,
  key,
  log,
  opened,
}: Pick<Parameters<typeof startWeb>[0], 'config' | 'db' | 'bus' | 'key' | 'log' | 'opened'>) {
  if (config.databaseUrl === undefined) return undefined;
  const addresses = async () => (await linkAddresses(db)).filter((address) => address !== config.nodeLink);
  const links = await keepLinks({ addresses, key, bus, log });
  opened.defer(() => links.close());
  return links;
}

/**
 * Connections that wait to be accepted, as far as the system allows. A full queue, at eight o'clock or after a cut of the
 * network, makes browsers wait for a second and more before they try again.
 */
const listenBacklog = 16_384;

/** The sign-in page names the demo's people only where the built-in database has them. */
async function hasDemo(config: Config, db: Db): Promise<boolean> {
  return config.databaseUrl === undefined && (await db.directory.tenantByCode(demoCode)) !== undefined;
}
