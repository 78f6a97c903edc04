import { parseArgs } from 'node:util';

import { type LifeResult, liveOneLife } from './life.ts';
import { everyMistake, mistakes } from './mistake.ts';
import { firstThatFails } from './planted.ts';
import { shrink } from './shrink.ts';
import { simulateStarts } from './starts/main.ts';

/** `npm run simulate -- --seeds 1000 --from 1`, `--seed 42` to read one life, `--mistakes` to see each one of ours found. */
const [, , first, ...others] = process.argv;
if (first === 'starts') simulateStarts(others);
else await simulateLives();

async function simulateLives(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '1000' },
      from: { type: 'string', default: '1' },
      seed: { type: 'string' },
      mistakes: { type: 'boolean', default: false },
    },
  });

  if (values.seed !== undefined) {
    const lived = await liveOneLife({ seed: Number(values.seed), tell: print });
    print(`digest ${lived.digest}, ${lived.calls} calls, ${lived.steps} steps`);
    report(lived);
  } else if (values.mistakes) {
    for (const mistake of everyMistake) {
      const { is, within } = mistakes[mistake];
      const found = await firstThatFails(mistake);
      print(
        `${found === null ? `NOT FOUND in ${within}` : `seed ${found.seed} of ${within}`}: ${is} (${found?.wrongs[0]})`,
      );
      if (found === null) process.exitCode = 1;
    }
  } else {
    const from = Number(values.from);
    const until = from + Number(values.seeds);
    let failed = 0;
    const began = Date.now();
    for (let seed = from; seed < until; seed++) {
      const lived = await liveOneLife({ seed });
      if (lived.wrongs.length > 0) {
        failed++;
        report(lived);
        if (failed <= 5) print(`  smallest: ${JSON.stringify(await shrink(lived))}`);
      }
      if ((seed - from + 1) % 250 === 0)
        print(`${seed - from + 1} lives, ${failed} failed, ${Math.round((Date.now() - began) / 1000)} s`);
    }
    print(`${until - from} lives, ${failed} failed, ${Math.round((Date.now() - began) / 1000)} s`);
    if (failed > 0) process.exitCode = 1;
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function report({ seed, wrongs, faults }: LifeResult): void {
  if (wrongs.length === 0) return;
  print(`seed ${seed}: ${JSON.stringify(faults)}`);
  for (const wrong of wrongs.slice(0, 8)) print(`  ${wrong}`);
}
