import { expect, test } from 'vitest';

import { live } from '../../apps/server/src/telephony/simulator/life.ts';
import { restlessFrom } from '../../apps/server/src/telephony/simulator/restless-office.ts';
import { shrink } from '../../apps/server/src/telephony/simulator/shrink.ts';

/** As many lives as say something; `npm test` lives the first of them, `npm run simulate -- --seeds 20000` more. */
test.each([
  ['500 lives: nothing is lost, nothing haunts, nothing is untrue', 1, 500],
  ['40 lives whose routing is saved every few seconds: each call goes by what it began with', restlessFrom, 40],
] as const)('%s', async (_, from, lives) => {
  const failing = [];
  for (let seed = from; seed < from + lives; seed++) {
    const lived = await live({ seed });
    if (lived.wrongs.length > 0) failing.push(await shrink(lived));
  }
  expect(failing).toEqual([]);
});
