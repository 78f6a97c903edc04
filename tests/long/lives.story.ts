import { expect, test } from 'vitest';

import { failingLives } from '../../apps/server/simulator/failing-lives.ts';
import { everyMistake, mistakes } from '../../apps/server/simulator/mistake.ts';
import { firstThatFails } from '../../apps/server/simulator/planted.ts';
import { restlessFrom } from '../../apps/server/simulator/restless-office.ts';
import { liveStarts } from '../../apps/server/simulator/starts/live-starts.ts';

/** As many lives as say something; `npm test` lives the first of them, `npm run simulate -- --seeds 20000` more. */
test.each([
  ['500 lives: nothing is lost, nothing haunts, nothing is untrue', 1, 500],
  ['40 lives whose routing is saved every few seconds: each call goes by what it began with', restlessFrom, 40],
] as const)('%s', async (_, from, lives) => {
  expect(await failingLives({ from, lives })).toEqual([]);
});

test('20,000 orders of starts, signals and kills: nothing hangs, no call is lost that need not end, the folder has one owner', () => {
  const failing = [];
  for (let seed = 1; seed <= 20_000; seed += 1) {
    const { wrongs } = liveStarts({ seed });
    if (wrongs.length > 0) failing.push({ seed, wrongs });
  }
  expect(failing).toEqual([]);
});

/** What the invariants are worth: each mistake that the simulator can plant in us is noticed. */
test.each(everyMistake.map((mistake) => [mistakes[mistake].is, mistake] as const))(
  'a mistake is noticed: %s',
  async (_, mistake) => {
    expect(await firstThatFails(mistake)).not.toBeNull();
  },
);
