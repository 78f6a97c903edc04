import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';

import { type DiskState, diskState, watchDisk } from './disk-watch.ts';

const mb = 1024 * 1024;

test('the state follows what is free, and a better one is believed only with some room to spare', () => {
  let state: DiskState = 'ok';
  const seen = [2_000, 1_000, 1_100, 1_300, 900, 20, 35, 41, 1_200, 1_400].map((free) => {
    state = diskState(free * mb, state);
    return state;
  });
  expect(seen).toEqual(['ok', 'low', 'low', 'ok', 'low', 'full', 'full', 'low', 'low', 'ok']);
});

test('a real folder has a report with words where there is something to say', async () => {
  const watch = await watchDisk(tmpdir(), { warn: () => undefined });
  const { state, words } = watch.report();
  watch.close();
  expect(words === '').toBe(state === 'ok');
});
