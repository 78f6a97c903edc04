import { expect, test } from 'vitest';
import { guaranteedChannels } from './carrier-channels.ts';

test.each([
  [5, { channels: 30, given: 25 }, 5],
  [null, { channels: 30, given: 30 }, 30],
  [20, { channels: 30, given: 60 }, 5],
  [40, { channels: 30, given: 60 }, 7],
  [null, { channels: 30, given: 60 }, 7],
  [1, { channels: 10, given: 900 }, 1],
] as const)('whoever was given %j of %j is sure of %i', (given, carrier, floor) => {
  expect(guaranteedChannels(given, carrier)).toBe(floor);
});
