/**
 * What `npm start` runs: the engine and the server side by side, each watched and started again. A server that dies or is
 * replaced finds its calls where they were. SIGHUP, or another `npm start` on the same data, replaces the server.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { asteriskEntry } from '@alo/engine-asterisk/entry';
import {
  Ended,
  flagsOf,
  giveBackAtRest,
  killLater,
  letSessionGoFirst,
  outliveClosedOutput,
  passOn,
  Supervisor,
  spawnEngine,
} from '@alo/engine-host/supervision';
import { sipEntry } from '@alo/engine-sip/entry';
import { readConfig } from '../config.ts';
import { refuseUnfitFolder } from '../db/data-version.ts';
import { openLog } from '../http/log.ts';
import { closeFolder, makePrivateFiles } from '../storage/private-folder.ts';
import { socketPathIn } from './socket-path.ts';
import { startFailureText } from './start-failure.ts';
import { type Launch, takeOver, waitForSuccessor } from './takeover.ts';

const engineDeathsAtStart = 5;
/** What a server needs at most to write down what it has, when it is replaced. */
const replaceTicks = 30;

async function keep(): Promise<number> {
  outliveClosedOutput();
  const config = readConfig(process.env);
  await refuseUnfitFolder(config.dataFolder);
  makePrivateFiles();
  await closeFolder(config.dataFolder);
  const doorPath = await socketPathIn(config.dataFolder, 'keeper.sock');
  let launch: Launch = {
    program: join(import.meta.dirname, 'main.ts'),
    node: process.execPath,
    environment: process.env,
  };
  const taken = await takeOver(doorPath, launch);
  if (taken !== undefined) {
    process.stdout.write(`${taken}\n`);
    return 0;
  }

  const logger = openLog(config.logLevel);
  const log: ConstructorParameters<typeof Supervisor>[1] = (level, message, fields) => logger[level](fields, message);
  const address = {
    socketPath: await socketPathIn(config.dataFolder, 'engine.sock'),
    token: randomBytes(32).toString('hex'),
  };
  const entry = config.asterisk === undefined ? sipEntry : asteriskEntry;
  const engine: Supervisor = new Supervisor(
    { name: 'engine', spawn: () => spawnEngine(address, config.graceMs, entry), deathsAtStart: engineDeathsAtStart },
    log,
  );
  const server = new Supervisor(
    {
      name: 'server',
      spawn: () => spawnServer(launch, { ...launch.environment, ALO_ENGINE: JSON.stringify(address) }),
      deathsAtStart: 1,
      // Its stop was asked of it alone: then everything stops.
      endsForGood: (code) => code === 0,
      onMessage: (message, socket) => passOn(engine.child, message, socket),
    },
    log,
  );

  const replaceServer = () =>
    server.restart((child) => {
      child.send({ kind: 'restart' });
      killLater(child, replaceTicks);
    });
  const door = await waitForSuccessor(doorPath, async (next) => {
    const before = launch;
    launch = next;
    await replaceServer();
    await server.ready().catch((error: unknown) => {
      launch = before;
      throw error;
    });
  });

  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  let signals = 0;
  let stopping: ChildProcess | null = null;
  const onStop = () => {
    signals += 1;
    // Afterwards it is nobody's any more, and still has to be told.
    stopping ??= server.child;
    // The server knows what the first and the second mean.
    stopping?.kill(signals <= 2 ? 'SIGTERM' : 'SIGKILL');
    stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onStop);
  process.on('disconnect', () => {
    if (signals === 0) onStop();
  });
  process.on('SIGHUP', () => void replaceServer());

  try {
    if (config.roles.includes('telephony')) await engine.start();
    await Promise.race([server.start(), stopped]);
    giveBackAtRest();
    await Promise.race([server.over, stopped]);
    return 0;
  } catch (error) {
    if (error instanceof Ended && typeof error.how === 'number') return error.how;
    throw error;
  } finally {
    // A signal was sent already; a server that ended is not there.
    await server.close(() => {});
    await engine.close((child) => {
      if (child.connected) child.disconnect();
      killLater(child);
    });
    door.close();
  }
}

/** Its session is its own, so that calls need not wait for the database's long work or a job's. */
function spawnServer({ program, node }: Launch, env: NodeJS.ProcessEnv): ChildProcess {
  const child = fork(program, [], { execPath: node, execArgv: flagsOf('server'), env, detached: true });
  if (child.pid !== undefined) letSessionGoFirst(child.pid, 'calls');
  return child;
}

// Node.js keeps our code as it read it, beside what it made of it, until it is told to write down what is new (ADR 380).
flushCompileCache();
process.exitCode = await keep().catch((error: unknown) => {
  process.stderr.write(`${startFailureText(error, process.env['ALO_LOG_LEVEL'] === 'debug')}\n`);
  return 1;
});
process.disconnect?.();
