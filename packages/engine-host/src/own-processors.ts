import { readFileSync } from 'node:fs';
import { availableParallelism, type CpuInfo, cpus } from 'node:os';

/** The processors that this process may use, as far as the system says which (Linux does); all of them elsewhere. */
export function ownProcessors(): readonly CpuInfo[] {
  const all = cpus();
  if (process.platform !== 'linux' || availableParallelism() === all.length) return all;
  const [, list = ''] = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  const own = placesIn(list);
  return all.filter((_, place) => own.has(place));
}

/** How much of their time processors had nothing to do, of how much (ms); both count from the machine's start. */
export const idleOf = (processors: readonly CpuInfo[]): { readonly idle: number; readonly total: number } => ({
  idle: processors.reduce((sum, { times }) => sum + times.idle, 0),
  total: processors.reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq + times.idle, 0),
});

/** Of a list such as `0-2,5` (cpuset(7)). */
export function placesIn(list: string): ReadonlySet<number> {
  const places = new Set<number>();
  for (const range of list.split(',')) {
    const [first = Number.NaN, last = first] = range.split('-').map(Number);
    for (let place = first; place <= last; place += 1) places.add(place);
  }
  return places;
}
