import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { type EngineLog, holdCalls, parentPipe } from '@alo/engine-host';
import { giveBackAtRest, letHelpersGoAfter } from '@alo/engine-host/supervision';
import { createSipEngine } from '@alo/engine-sip';
import type { FastifyBaseLogger } from 'fastify';

import { openBus } from '../bus/open-bus.ts';
import { startCalls } from '../compose/start-calls.ts';
import { installationFiles, startMoving } from '../compose/start-files.ts';
import { startHealth } from '../compose/start-health.ts';
import { startWeb } from '../compose/start-web.ts';
import { startWorker } from '../compose/start-worker.ts';
import { type Config, workerEnvironment } from '../config.ts';
import { connectionTurns } from '../db/connection-turns.ts';
import { refuseUnfitFolder } from '../db/data-version.ts';
import { connectionWaitMs } from '../db/database.ts';
import { refuseDatabaseOfAnother } from '../db/database-in-use.ts';
import { openStorage } from '../db/open-storage.ts';
import { switchSignUp } from '../domain/installation-setting.ts';
import { demoCode, demoPassword, demoPeople, seedDemo } from '../features/demo/seed.ts';
import { passwordHasher } from '../features/identity/passwords.ts';
import { openLog } from '../http/log.ts';
import { openShares } from '../http/shares.ts';
import { openMailer } from '../mail/mailer.ts';
import { reservedRoom } from '../storage/disk-reserve.ts';
import { watchDisk } from '../storage/disk-watch.ts';
import { idOfFolder, installationId } from '../storage/installation-id.ts';
import { closeFolder } from '../storage/private-folder.ts';
import { refuseLostDatabase, serverKey } from '../storage/server-key.ts';
import { certificateFor } from '../telephony/certificate.ts';
import { keepWorker } from './keep-worker.ts';
import { runProcess, type Server } from './life.ts';
import { refuseLostClock } from './lost-clock.ts';
import { takeRoles } from './roles-in-folder.ts';
import { startTracing } from './tracing.ts';

/**
 * Composition root: builds the parts that this process has a role for, in the order that they need each other. `announce` gets what
 * a person at the terminal should read. Rejects with the signal's reason, everything closed again, where that is given first.
 */
export async function startServer(
  config: Config,
  announce: (line: string) => void,
  signal = new AbortController().signal,
): Promise<Server> {
  const opened = new AsyncDisposableStack();
  try {
    return await open(config, announce, signal, opened);
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

/** Each part is closed by `opened` in the reverse order. */
async function open(
  config: Config,
  announce: (line: string) => void,
  signal: AbortSignal,
  opened: AsyncDisposableStack,
): Promise<Server> {
  const log = openLog(config.logLevel);
  if (config.collector !== undefined) {
    const tracing = await startTracing(config.collector);
    opened.defer(() => tracing.close());
  }
  refuseLostClock();
  await refuseUnfitFolder(config.dataFolder);
  await closeFolder(config.dataFolder);
  const roles = await takeRoles(config.dataFolder, 'server', config.roles);
  opened.defer(() => roles.release());
  const has = (role: Config['roles'][number]) => config.roles.includes(role);
  if (has('telephony')) letHelpersGoAfter();
  if (has('telephony') && config.engineBeside !== undefined) opened.defer(holdCalls(config.engineBeside));
  const withRoom = reservedRoom(config.dataFolder, (error) => log.warn({ err: error }, 'no room could be kept free'));
  if (config.databaseUrl === undefined) await refuseLostDatabase(config.dataFolder);
  else {
    await refuseDatabaseOfAnother(
      config.databaseOwnerUrl ?? config.databaseUrl,
      await idOfFolder(config.dataFolder),
      signal,
    );
  }
  const shares = openShares();
  const goesLast = (tenantId: string) => shares.requests.goesLast(tenantId);
  const inTurn = connectionTurns(shares.connections, connectionWaitMs);
  const storage = await openStorage({ ...config, log, withRoom, goesLast, inTurn });
  opened.defer(() => storage.close());
  signal.throwIfAborted();
  const { db, url: databaseUrl, queueUrl } = storage;
  // Before anything is in the database: one with people in it has its key.
  const key = await serverKey(config.dataFolder, { isUsed: config.databaseUrl === undefined && !storage.isNew });
  if (storage.isNew) {
    await seedDemo(db, { hashPassword: passwordHasher().hash });
    // Whoever tries the product makes a company of their own, too.
    await switchSignUp(db, true);
    announce(
      `Đăng nhập thử: mã doanh nghiệp ${demoCode}, mật khẩu ${demoPassword}, ` +
        `người dùng ${demoPeople.map(({ email }) => email).join(', ')}`,
    );
  }
  signal.throwIfAborted();
  const disk = await watchDisk(config.dataFolder, log);
  opened.defer(() => disk.close());
  const bus = await openBus({
    databaseUrl,
    natsUrls: config.natsUrls,
    installation: () => installationId(config.dataFolder, key.all()),
    log,
  });
  opened.defer(() => bus.close());
  const kept = await installationFiles({ config, db, bus, key });
  const { files } = kept;
  const parts = { db, bus, log, opened, files, key };
  await startMoving({ config, parts, files: kept });

  const engine = has('telephony') ? await engineOf(config, log, files.keyOf) : undefined;
  const calls = engine && (await startCalls({ ...parts, brought: kept, engine, config, signal }));
  const sipPort = engine?.listening?.sipPort;
  if (config.sipPort !== 0 && sipPort !== undefined && sipPort !== config.sipPort) {
    announce(`Cổng SIP ${config.sipPort} đang được dùng, tổng đài nghe ở cổng ${sipPort}`);
  }
  signal.throwIfAborted();
  const url = has('web') ? await startWeb({ ...parts, config, calls, shares, disk: disk.report }) : undefined;
  if (!has('web') && config.healthPort !== undefined) {
    const health = await startHealth({ ...parts, config, port: config.healthPort, calls, disk: disk.report });
    announce(`Tình trạng của tiến trình này: ${health}/readyz`);
  }
  if (has('worker')) {
    const databases = { databaseUrl, queueUrl };
    const worker =
      config.roles.length > 1
        ? await keepWorker(workerEnvironment(config, databases), { queueUrl, log })
        : await startWorker({
            ...parts,
            ...databases,
            dataFolder: config.dataFolder,
            natsUrls: config.natsUrls,
            webhookHosts: config.webhookHosts,
            offersTranscripts: config.offersTranscripts,
            mail: openMailer(config.mail),
            sheets: { base: config.sheetsUrl },
          });
    opened.defer(() => worker.close());
  }
  giveBackAtRest({
    isBusy: () => calls?.telephony.isBusy() ?? false,
    also: () => {
      db.letGo().catch((error: unknown) => log.warn({ err: error }, 'unused connections could not be ended'));
    },
  });
  return {
    url,
    drain: async () => calls?.drain(),
    async close({ leaveCalls } = { leaveCalls: false }) {
      calls?.atClose(leaveCalls ? 'leave' : 'end');
      // On a full disk the last word of what goes on is written all the same.
      await withRoom(() => opened.disposeAsync());
    },
  };
}

/** The switch that carries the calls: Asterisk where one is named, and our own otherwise. */
async function engineOf(config: Config, log: FastifyBaseLogger, keyOf: (file: string) => string | undefined) {
  const promptsFolder = join(import.meta.dirname, '../../prompts');
  const companyPromptsFolder = join(config.dataFolder, 'prompts');
  const every = {
    files: { promptsFolder, companyPromptsFolder, recordingsFolder: join(config.dataFolder, 'recordings') },
    limits: {
      calls: config.maxCalls,
      callsPerTenant: config.maxCallsPerCompany,
      callsOfOnlyTenant: config.maxCallsOfOnlyCompany,
    },
    trustedProxies: config.trustedProxies,
    keyOf,
    ...(config.engineBeside === undefined ? {} : { beside: { address: config.engineBeside, pipe: parentPipe() } }),
    log: ((level, message, fields) => log[level](fields, message)) satisfies EngineLog,
  };
  if (config.asterisk !== undefined) {
    const { createAsteriskEngine } = await import('@alo/engine-asterisk');
    return createAsteriskEngine({
      ...every,
      asterisk: {
        app: 'alo',
        sipPort: config.sipPort,
        tlsPort: null,
        wssPort: null,
        browsers: 'webrtc',
        ...config.asterisk,
        promptsFolder: config.asterisk.promptsFolder ?? promptsFolder,
        companyPromptsFolder: config.asterisk.companyPromptsFolder ?? companyPromptsFolder,
      },
    });
  }
  const certificate = await certificateFor(config.certificate, config.dataFolder);
  // One console for several machines is on another host than most of them.
  const consoleOrigin = config.publicUrl === undefined ? [] : [new URL(config.publicUrl).origin];
  return createSipEngine({
    ...every,
    bindAddress: config.host === 'localhost' ? '127.0.0.1' : config.host,
    publicAddresses: config.publicAddresses,
    stunServer: config.stunServer,
    ...(config.rtpPorts === undefined ? {} : { rtpPorts: config.rtpPorts }),
    ...(config.icePort === undefined ? {} : { icePort: config.icePort }),
    mediaWorkers: config.mediaWorkers,
    opus: config.opus,
    sipPort: config.sipPort,
    carrierSilenceMs: config.carrierSilenceMs,
    tls: { port: config.sipTlsPort, ...certificate },
    wss: {
      port: config.sipWssPort,
      consolePort: config.port,
      origins: [...consoleOrigin, ...config.phoneOrigins],
      ...certificate,
    },
    wsPort: config.sipWsPort,
    wsOrigins: consoleOrigin,
  });
}

if (import.meta.main) {
  // Node.js keeps our code as it read it, beside what it made of it, until it is told to write down what is new (ADR 380).
  flushCompileCache();
  await runProcess(startServer);
}
