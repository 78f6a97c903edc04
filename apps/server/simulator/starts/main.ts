import { parseArgs } from 'node:util';
import { type LivedStarts, liveStarts } from './live-starts.ts';
import { everyMistake, mistakes } from './mistake.ts';
import { firstThatFails, smallest } from './planted.ts';

/** `npm run simulate -- starts --seeds 20000 --from 1`, `--seed 42` to read the orders of one, `--mistakes` to see each of ours found. */
export function simulateStarts(args: readonly string[]): void {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seeds: { type: 'string', default: '20000' },
      from: { type: 'string', default: '1' },
      seed: { type: 'string' },
      mistakes: { type: 'boolean', default: false },
    },
  });
  if (values.seed !== undefined) return report(liveStarts({ seed: Number(values.seed), tell: print }));
  if (values.mistakes) {
    for (const mistake of everyMistake) {
      const found = firstThatFails(mistake);
      print(`${found === undefined ? 'NOT FOUND' : `seed ${found.seed}`}: ${mistakes[mistake]} (${found?.wrongs[0]})`);
      if (found === undefined) process.exitCode = 1;
    }
    return;
  }
  const from = Number(values.from);
  const until = from + Number(values.seeds);
  const began = Date.now();
  let [failed, calls] = [0, 0];
  for (let seed = from; seed < until; seed += 1) {
    const lived = liveStarts({ seed });
    calls += lived.calls;
    if (lived.wrongs.length === 0) continue;
    failed += 1;
    report(lived);
    if (failed <= 5) print(`  smallest: ${JSON.stringify(smallest(lived))}`);
  }
  print(`${until - from} orders, ${calls} calls, ${failed} failed, ${Math.round((Date.now() - began) / 1_000)} s`);
}

const print = (line: string) => void process.stdout.write(`${line}\n`);

function report({ seed, wrongs }: LivedStarts): void {
  if (wrongs.length === 0) return;
  process.exitCode = 1;
  print(`seed ${seed}:`);
  for (const wrong of wrongs.slice(0, 8)) print(`  ${wrong}`);
}
