import { readdirSync, readFileSync } from 'node:fs';

/** CPU time in ms that a process, those that it started, and those of them that have ended have used so far. */
export function cpuOfTree(pid: number): number {
  return treeOf(pid).reduce((sum, one) => sum + ticksOf(one, 4), 0);
}

/** CPU time in ms that a process itself has used so far. */
export function cpuOfItself(pid: number): number {
  return ticksOf(pid, 2);
}

/** A process, those that it started, and so on. */
export function treeOf(pid: number): readonly number[] {
  const children = byParent();
  const from = (one: number): readonly number[] => [one, ...(children.get(one) ?? []).flatMap(from)];
  return from(pid);
}

/**
 * What processes hold of the memory, in megabytes, with their parts of what they share, and how many files and sockets they have open.
 * `own` is what of it they have for themselves: a program's pages and PostgreSQL's buffers count for as many as use them, and so for more or
 * less as others come and go. One that has just ended holds nothing.
 */
export function heldBy(pids: readonly number[]): {
  readonly megabytes: number;
  readonly own: number;
  readonly files: number;
} {
  const sum = (of: (pid: number) => number) => pids.reduce((all, pid) => all + (unlessEnded(() => of(pid)) ?? 0), 0);
  const megabytes = (line: RegExp) => sum((pid) => Number(line.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0)) / 1024;
  return {
    megabytes: megabytes(/^Pss:\s+(\d+)/m),
    own: megabytes(/^Pss_Anon:\s+(\d+)/m),
    files: sum((pid) => readdirSync(`/proc/${pid}/fd`).length),
  };
}

const read = (pid: number, what: string) => readFileSync(`/proc/${pid}/${what}`, 'utf8');

/** Its first two counts are its own, the others those of its children that have ended; proc_pid_stat(5), fields 14 to 17. Linux counts by 10 ms. */
function ticksOf(pid: number, counts: 2 | 4): number {
  // The second field, the name, may hold blanks and stands in brackets.
  const fields =
    statOf(pid)
      ?.split(' ')
      .slice(11, 11 + counts)
      .map(Number) ?? [];
  return 10 * fields.reduce((sum, ticks) => sum + ticks, 0);
}

export function childrenOf(parent: number): readonly number[] {
  return byParent().get(parent) ?? [];
}

/** All processes that there are; all of them are read for any of it. */
function byParent(): ReadonlyMap<number, readonly number[]> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return Map.groupBy(pids.map(Number), (pid) => Number(statOf(pid)?.split(' ')[1]));
}

/** What the kernel says of a process behind its name; undefined where it has just ended. */
const statOf = (pid: number): string | undefined =>
  unlessEnded(() => {
    const stat = read(pid, 'stat');
    return stat.slice(stat.lastIndexOf(')') + 2);
  });

/** The kernel knows nothing more of a process that has ended. */
function unlessEnded<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return undefined;
    throw error;
  }
}
