/**
 * How long the event loop stands still while a snapshot of 5,000 open calls is written and calls go on: each of them two who talk
 * and are recorded, and then all of them waiting in one queue. `longestStopMs` is between two turns of the loop, `longestTurnCpuMs`
 * what of such a turn was spent on the processor, which other programs hardly lengthen; the middle one of three rounds, and
 * `worstTurnCpuMs` of all of them. Prints one JSON object.
 *
 *   node tests/load/snapshot.ts [--calls=5000]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { localDisk } from '../../apps/server/src/telephony/disk.ts';
import { round } from './generator.ts';
import { watchLoop } from './loop-watch.ts';
import { type Kind, openOffice } from './many-calls.ts';

const { values } = parseArgs({ options: { calls: { type: 'string', default: '5000' } } });
const calls = Number(values.calls);
const ROUNDS = 3;

const runs = [await middleOf('talking'), await middleOf('one queue')];
console.log(JSON.stringify({ calls, runs }, null, 2));
process.exit(runs.every(({ open }) => open === calls) ? 0 : 1);

/** The middle one of some rounds, with the worst turn of all of them. */
async function middleOf(kind: Kind) {
  const rounds = [];
  while (rounds.length < ROUNDS) rounds.push(await measured(kind, calls));
  const sorted = rounds.toSorted((a, b) => a.longestTurnCpuMs - b.longestTurnCpuMs);
  const middle = sorted[Math.floor(ROUNDS / 2)];
  if (middle === undefined) throw new Error('There was no round.');
  return { ...middle, worstTurnCpuMs: sorted.at(-1)?.longestTurnCpuMs };
}

async function measured(kind: Kind, count: number) {
  const folder = await mkdtemp(join(tmpdir(), 'alo-snapshot-'));
  try {
    const before = await openOffice({ kind, count, folder });
    await before.call();
    await before.runner.close();

    // The next process begins with a snapshot of what the first one left in the journal.
    let watch: ReturnType<typeof watchLoop> | null = null;
    const watched = () => watch ?? watchLoop();
    let bytes = 0;
    const written = Promise.withResolvers<void>();
    const compare = Promise.withResolvers<void>();
    const disk: typeof localDisk = {
      ...localDisk,
      async open(path, how) {
        const file = await localDisk.open(path, how);
        if (!path.endsWith('.snapshot.new')) return file;
        watch = watchLoop();
        return {
          ...file,
          append(text) {
            bytes += text.length;
            return file.append(text);
          },
        };
      },
      async rename(from, to) {
        await localDisk.rename(from, to);
        if (to.endsWith('.snapshot')) written.resolve();
      },
    };
    const after = await openOffice({ kind, count, folder, disk, untilCompared: compare.promise });
    await written.promise;
    const stops = watched().stop();
    const { openCalls: open } = after.runner.figures;
    compare.resolve();
    await (await after.started).close();
    if (process.env.DBG)
      (await import('node:fs')).cpSync(folder, '/tmp/bench/dbg-' + kind.replace(' ', ''), { recursive: true });
    return { kind, open, megabytes: round(bytes / 1e6, 1), ...stops };
  } finally {
    await rm(folder, { recursive: true });
  }
}
