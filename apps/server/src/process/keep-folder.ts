import { type ChildProcess, fork } from 'node:child_process';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { asteriskEntry } from '@alo/engine-asterisk/entry';
import type { LinkAddress } from '@alo/engine-host';
import {
  endEngine,
  flagsOf,
  giveBackAtRest,
  letSessionGoFirst,
  passOn,
  spawnEngine,
  watchChild,
} from '@alo/engine-host/supervision';
import { sipEntry } from '@alo/engine-sip/entry';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { folderClaim } from './claim-folder.ts';
import { newEngineAddress } from './engine-address.ts';
import type { Part } from './keeper-machine/kept-process.ts';
import { firstClaim, keeperStep } from './keeper-machine/machine.ts';
import type { Action, KeeperLifeEvent, Launch, Outcome, Step, Timer } from './keeper-machine/state.ts';
import { doorOf } from './roles-in-folder.ts';
import { socketPathIn } from './socket-path.ts';
import { takeOver, waitForSuccessor } from './takeover.ts';

/** A life of a keeper, with its end. */
export interface KeptFolder {
  happens(event: KeeperLifeEvent): void;
  /** The exit code; rejects where the system refuses what a keeper needs. */
  readonly over: Promise<number>;
}

/** The hands of the keeper's machine: it decides what is done, here it is done, and what comes of it is told to it. */
export async function keepFolder(
  config: Config,
  environment: Launch['environment'],
  logger: Logger,
): Promise<KeptFolder> {
  const launch: Launch = {
    program: join(import.meta.dirname, 'main.ts'),
    node: process.execPath,
    environment,
    engine: config.asterisk === undefined ? sipEntry : asteriskEntry,
  };
  const doorPath = await socketPathIn(config.dataFolder, doorOf(config.roles));
  const address = await newEngineAddress(config.dataFolder);
  const options = {
    keepsEngine: config.roles.includes('telephony'),
    drainMs: config.drainMs,
    launch,
    pid: process.pid,
  };
  const claim = folderClaim(config, doorPath);
  const children: Record<Part, ChildProcess | null> = { engine: null, server: null };
  const alarms = new Map<Timer, NodeJS.Timeout>();
  const askers = new Map<number, (answer: { outcome: Outcome; line: string }) => void>();
  const asking = new AbortController();
  const end = Promise.withResolvers<number>();
  let door: Server | undefined;
  let lastAsker = 0;

  const log = (level: 'debug' | 'info' | 'warn' | 'error', message: string, fields: object) =>
    logger[level](fields, message);

  const first = firstClaim(performance.now());
  let { state } = first;
  const happens = (event: KeeperLifeEvent): void => {
    const step: Step = keeperStep(state, { ...event, at: performance.now() }, options);
    state = step.state;
    for (const action of step.actions) act(action);
  };

  function act(action: Action): void {
    switch (action.do) {
      case 'claim':
        return void claim.tryIt().then(happens, fail);
      case 'ask-holder':
        return void takeOver(doorPath, launch, asking.signal).then(
          (answer) => happens(answer === undefined ? { is: 'unanswered' } : { is: 'answered', ...answer }),
          fail,
        );
      case 'open-door':
        return void waitForSuccessor(doorPath, asked).then((opened) => {
          door = opened;
        }, fail);
      case 'start':
        return start(action.part, action.launch);
      case 'tell-server':
        if (action.word === 'stop') children.server?.kill('SIGTERM');
        else children.server?.send({ kind: 'restart' }, undefined, {}, () => {});
        return;
      case 'let-engine-end':
        if (children.engine !== null) endEngine(children.engine);
        return;
      case 'kill':
        return void children[action.part]?.kill('SIGKILL');
      case 'answer':
        askers.get(action.asker)?.(action);
        return void askers.delete(action.asker);
      case 'set':
        return setAlarm(action.timer, action.ms);
      case 'say':
        return void process.stdout.write(`${action.line}\n`);
      case 'exit':
        if (action.line !== undefined) (action.code === 0 ? process.stdout : process.stderr).write(`${action.line}\n`);
        return void giveUp().then(() => end.resolve(action.code), end.reject);
      default:
        return action satisfies never;
    }
  }

  function asked(next: Launch, reply: (answer: { outcome: Outcome; line: string }) => void): void {
    lastAsker += 1;
    askers.set(lastAsker, ({ outcome, line }) => reply({ outcome, line }));
    happens({ is: 'asked', asker: lastAsker, launch: next });
  }

  function start(part: Part, of: Launch): void {
    const child = part === 'engine' ? startEngine(of) : startServer(of, address);
    children[part] = child;
    watchChild(
      child,
      {
        name: part,
        onReady() {
          if (part === 'server') giveBackAtRest();
          happens({ is: 'ready', part });
        },
        onGone(how) {
          const wasAsked = state.is !== 'keeping' || state.stop !== null || state[part].is === 'leaving';
          if (!wasAsked && how !== 0) log('error', `${part} died`, { how });
          children[part] = null;
          happens({ is: 'gone', part, how });
        },
        onMessage(message, socket) {
          const failed = failure.safeParse(message);
          if (failed.success) happens({ is: 'failed', why: failed.data.why });
          else passOn(children.engine, message, socket);
        },
      },
      log,
    );
  }

  const startEngine = ({ engine = launch.engine ?? sipEntry, ...of }: Launch) =>
    spawnEngine(address, config.graceMs, engine, of);

  /** In ticks, not by the clock: where the machine was suspended, those who are waited for were as well. */
  function setAlarm(timer: Timer, ms: number): void {
    clearTimeout(alarms.get(timer));
    if (ms > 0)
      alarms.set(
        timer,
        setTimeout(() => setAlarm(timer, ms - tickMs), Math.min(ms, tickMs)),
      );
    else happens({ is: 'time', timer });
  }

  async function giveUp(): Promise<void> {
    asking.abort();
    for (const alarm of alarms.values()) clearTimeout(alarm);
    door?.close();
    await claim.release();
  }

  function fail(error: unknown): void {
    for (const child of Object.values(children)) child?.kill('SIGKILL');
    void giveUp().finally(() => end.reject(error));
  }

  for (const action of first.actions) act(action);
  return { happens, over: end.promise };
}

const tickMs = 1_000;

/** A server's word before it ends: why it does not start. */
const failure = z.object({ kind: z.literal('failed'), why: z.string() });

/** Its session is its own, so that calls need not wait for the database's long work or a job's. */
function startServer({ program, node, environment }: Launch, address: LinkAddress): ChildProcess {
  const child = fork(program, [], {
    execPath: node,
    execArgv: flagsOf('server'),
    env: { ...environment, ALO_ENGINE: JSON.stringify(address) },
    detached: true,
  });
  if (child.pid !== undefined) letSessionGoFirst(child.pid, 'calls');
  return child;
}
