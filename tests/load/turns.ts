import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { round } from './generator.ts';
import { type CpuTimes, type Registrar, separateCores } from './switch.ts';

/** What a figure was in all rounds. */
export interface Range {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

/** What was measured, and how much of the machine others took meanwhile: stolen from it, or used by other programs. */
export type Undisturbed<T> = T & { readonly othersPercent: number };

/** A run with more of the machine gone than this is made again. */
const disturbedPercent = 5;
const tries = 3;
/** What a start leaves to do afterwards is over. */
const settleMs = 5_000;

/** Lets each switch work in turn, alone, so many rounds. */
export async function takeTurns<One extends Registrar>(
  switches: readonly ((people: number) => Promise<One>)[],
  rounds: number,
  { people, work }: { readonly people: number; readonly work: (it: One, round: number) => Promise<void> },
): Promise<void> {
  for (let turn = 1; turn <= rounds; turn++) {
    for (const open of switches) {
      const it = await open(people);
      try {
        separateCores(it);
        await sleep(settleMs);
        console.error(`round ${turn}: ${it.name}, load ${loadavg()[0]?.toFixed(1)}`);
        await work(it, turn);
      } finally {
        await it.close();
      }
    }
  }
}

/**
 * Lets all of them stand side by side, so many rounds, each time in the other order, for what they do in turns of seconds: a machine is another one
 * from minute to minute.
 */
export async function standTogether<One extends Registrar>(
  switches: readonly ((people: number) => Promise<One>)[],
  rounds: number,
  { people, work }: { readonly people: number; readonly work: (all: readonly One[], round: number) => Promise<void> },
): Promise<void> {
  for (let turn = 1; turn <= rounds; turn++) {
    await using opened = new AsyncDisposableStack();
    const all: One[] = [];
    for (const open of turn % 2 === 0 ? switches.toReversed() : switches) {
      const it = await open(people);
      opened.defer(() => it.close());
      all.push(it);
    }
    for (const it of all) separateCores(it);
    await sleep(settleMs);
    console.error(`round ${turn}: ${all.map(({ name }) => name).join(', ')}, load ${loadavg()[0]?.toFixed(1)}`);
    await work(all, turn);
  }
}

/** Measures until nobody else had much of the machine meanwhile; after a few tries the least disturbed counts. */
export async function undisturbed<T extends object>(
  watched: Pick<Registrar, 'cpu'> | readonly Pick<Registrar, 'cpu'>[],
  measure: () => Promise<T>,
): Promise<Undisturbed<T>> {
  const switches = [watched].flat();
  const seen: Undisturbed<T>[] = [];
  while (seen.length < tries && (seen.length === 0 || leastDisturbed(seen).othersPercent > disturbedPercent)) {
    const before = await used(switches);
    const measured = await measure();
    const after = await used(switches);
    const ours = after.ours - before.ours;
    const all = after.all - before.all;
    const others = Math.max(0, after.busy - before.busy - ours) + after.stolen - before.stolen;
    seen.push({ ...measured, othersPercent: round((100 * others) / all, 1) });
  }
  return leastDisturbed(seen);
}

const leastDisturbed = <T>(seen: readonly Undisturbed<T>[]): Undisturbed<T> => {
  const [first] = seen.toSorted((a, b) => a.othersPercent - b.othersPercent);
  if (first === undefined) throw new Error('nothing was measured');
  return first;
};

/** CPU time in ms of the whole machine, and of the switches and this process in it. */
async function used(switches: readonly Pick<Registrar, 'cpu'>[]) {
  // proc_stat(5): user, nice, system, idle, iowait, irq, softirq, steal of all cores together, counted by 10 ms.
  const [first = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const times = first
    .trim()
    .split(/ +/)
    .slice(1, 9)
    .map((ticks) => Number(ticks) * 10);
  const all = times.reduce((sum, ms) => sum + ms, 0);
  const [idle = 0, waiting = 0, stolen = 0] = [times[3], times[4], times[7]];
  const { user, system } = process.cpuUsage();
  const theirs = sum((await Promise.all(switches.map((it) => it.cpu()))).map((used) => used.all));
  return { all, busy: all - idle - waiting - stolen, stolen, ours: theirs + (user + system) / 1_000 };
}

export function rangeOf(values: readonly number[], decimals = 2): Range {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => round(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN, decimals);
  return { min: at(0), median: at(0.5), max: at(1) };
}

/** What was used between two looks, of one of so many. */
export function cpuOfEach(before: CpuTimes, after: CpuTimes, count: number): CpuTimes {
  const parts = Object.entries(after.parts).map(
    ([part, ms]) => [part, (ms - (before.parts[part] ?? 0)) / count] as const,
  );
  return { all: (after.all - before.all) / count, parts: Object.fromEntries(parts) };
}

/** All rounds: what was used in all, and in the middle by each part. */
export function cpuRange(rounds: readonly CpuTimes[]): {
  readonly cpu: Range;
  readonly of: Readonly<Record<string, number>>;
} {
  const parts = Object.keys(rounds[0]?.parts ?? {}).map((part) => {
    const { median } = rangeOf(
      rounds.map((used) => used.parts[part] ?? Number.NaN),
      3,
    );
    return [part, median] as const;
  });
  return {
    cpu: rangeOf(
      rounds.map(({ all }) => all),
      3,
    ),
    of: Object.fromEntries(parts),
  };
}

export const sum = (figures: readonly number[]): number => figures.reduce((all, figure) => all + figure, 0);
