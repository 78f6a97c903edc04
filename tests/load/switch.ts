import { spawnSync } from 'node:child_process';
import { treeOf } from './process-tree.ts';

/** What phones register with, and what that costs it. */
export interface Registrar {
  readonly name: string;
  readonly sipPort: number;
  passwordAt(index: number): string;
  /** Where the trees of its processes begin. */
  readonly roots: readonly number[];
  /** CPU time in ms that all its processes have used so far, and what the parts of ours have. */
  cpu(): Promise<CpuTimes>;
  close(): Promise<void>;
}

/** A switch at work: ours with all that belongs to it, or another maker's. */
export interface Switch extends Registrar {
  readonly name: 'product' | 'asterisk' | 'kamailio';
  /** Where SIP over WebSocket is spoken: as it is, over TLS, and where the console is served as well. */
  readonly webSocket: Readonly<Record<WebSocketWay, string>>;
  /** What it has kept of the calls so far; waits a little until it is so many. */
  kept(calls: number): Promise<HistoryCount>;
}

export const webSocketWays = ['ws', 'wss', 'web'] as const;
export type WebSocketWay = (typeof webSocketWays)[number];

export interface CpuTimes {
  readonly all: number;
  readonly parts: Readonly<Record<string, number>>;
}

export interface HistoryCount {
  /** Calls in its history that have ended. */
  readonly calls: number;
  readonly recordings: number;
}

export type OpenSwitch = (people: number) => Promise<Switch>;

/** The servers have one core, whoever measures them the next. */
export const serverCore = 0;
const generatorCore = 1;

/** All the processes of a switch, and those that they will start, keep to the servers' core, and this one to its own. */
export function separateCores({ roots }: Pick<Switch, 'roots'>, generators: readonly number[] = []): void {
  for (const pid of roots.flatMap(treeOf)) pin(pid, serverCore);
  for (const pid of [process.pid, ...generators]) pin(pid, generatorCore);
}

function pin(pid: number, core: number): void {
  schedule(pid, 'taskset', ['-a', '-c', '-p', String(core)]);
}

/** This process goes before all others on its core, where it may, and those that it starts do not: what it is late by would count as the server's. */
export function goBeforeOthers(): void {
  if (process.getuid?.() === 0) schedule(process.pid, 'chrt', ['--fifo', '--reset-on-fork', '--pid', '1']);
}

function schedule(pid: number, program: 'taskset' | 'chrt', how: readonly string[]): void {
  const { status, stderr } = spawnSync(program, [...how, String(pid)], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`Process ${pid} cannot be scheduled by ${program}: ${stderr}`);
}
