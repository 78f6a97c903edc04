import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { flagsOf } from '@alo/engine-host/supervision';
import { type Caller, dtlsCaller, rtpCaller } from './callers.ts';
import { round } from './generator.ts';
import type { Answer, Kind, Request } from './relay-process.ts';

/** The first packets find cold code; they are sent but not counted. */
const WARM_UP_MS = 500;
const DRAIN_MS = 300;
const FRAME_MS = 20;

const callerOf = (kind: Kind): Promise<Caller> => (kind === 'dtls' ? dtlsCaller() : rtpCaller());

/** What a process used, in percent of a core, while callers spoke. */
export interface RelayUsage {
  readonly lastedMs: number;
  readonly cpuPercent: number;
  readonly generatorCpuPercent: number;
}

/** The process that carries audio. */
export class Relay {
  readonly #child: ChildProcess;

  /** Processes of its audio, where it has some. */
  readonly workers: readonly number[];

  private constructor(child: ChildProcess, workers: readonly number[]) {
    this.#child = child;
    this.workers = workers;
  }

  static async start(workers = 0): Promise<Relay> {
    const child = fork(join(import.meta.dirname, 'relay-process.ts'), [String(workers)], {
      stdio: 'inherit',
      execArgv: flagsOf('engine'),
    });
    // Our own process, with the types of one file on both sides.
    const [ready] = (await once(child, 'message')) as [Answer];
    return new Relay(child, ready.type === 'ready' ? ready.workers : []);
  }

  /** Callers whose audio goes to each other. */
  async call(kind: Kind, parties: number, isRecorded = false): Promise<readonly Caller[]> {
    return this.connect(kind, await Promise.all(Array.from({ length: parties }, () => callerOf(kind))), isRecorded);
  }

  /** The same of callers who were made elsewhere. */
  async connect(kind: Kind, callers: readonly Caller[], isRecorded = false): Promise<readonly Caller[]> {
    const answer = await this.#ask({ type: 'call', kind, isRecorded, offers: callers.map(({ offer }) => offer) });
    if (answer.type !== 'answered') throw new Error(`unexpected ${answer.type}`);
    callers.forEach((caller, side) => caller.accept(answer.answers[side] ?? ''));
    return callers;
  }

  /** Lets all of them speak for so long, after a warm-up; what they count is of this time. */
  speak(callers: readonly Caller[], seconds: number): Promise<RelayUsage> {
    return measureSpeech(callers, seconds, () => this.#cpuMicros());
  }

  stop(): void {
    this.#child.disconnect();
  }

  get pid(): number {
    return this.#child.pid ?? Number.NaN;
  }

  async #cpuMicros(): Promise<number> {
    const answer = await this.#ask({ type: 'cpu' });
    return answer.type === 'cpu' ? answer.micros : Number.NaN;
  }

  async #ask(request: Request): Promise<Answer> {
    this.#child.send(request);
    // Our own process, with the types of one file on both sides.
    const [answer] = (await once(this.#child, 'message')) as [Answer];
    return answer;
  }
}

/** Lets callers speak for so long, after a warm-up, and tells what whoever carries it used; what they count is of this time. */
export async function measureSpeech(
  callers: readonly Caller[],
  seconds: number,
  cpuMicros: () => Promise<number>,
): Promise<RelayUsage> {
  await Promise.all(callers.map((caller) => caller.open));
  await speak(callers, WARM_UP_MS);
  await sleep(DRAIN_MS);
  for (const caller of callers) caller.startCounting();
  const usedBefore = await cpuMicros();
  const ownBefore = process.cpuUsage();
  const from = performance.now();
  await speak(callers, seconds * 1000);
  const lastedMs = performance.now() - from;
  const used = (await cpuMicros()) - usedBefore;
  const own = process.cpuUsage(ownBefore);
  await sleep(DRAIN_MS);
  const percent = (micros: number) => round(micros / 10 / lastedMs, 2);
  return { lastedMs, cpuPercent: percent(used), generatorCpuPercent: percent(own.user + own.system) };
}

/** Each caller sends a packet every 20 ms, evenly spread over time, by the wall clock. */
export async function speak(callers: readonly Caller[], ms: number): Promise<void> {
  const from = performance.now();
  const turns = Math.floor((ms / FRAME_MS) * callers.length);
  for (let turn = 0; turn < turns; ) {
    const due = Math.min(turns, Math.floor(((performance.now() - from) / FRAME_MS) * callers.length));
    for (; turn < due; turn++) callers[turn % callers.length]?.send();
    await sleep(1);
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
