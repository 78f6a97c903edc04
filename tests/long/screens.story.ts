import { test } from 'vitest';

import { expectGoodLooks } from '../e2e/support/good-looks.ts';
import { screenShots } from '../e2e/support/shots.ts';

test(
  'every screen, light and dark, wide and on a phone, lets everybody through and breaks no rule of its own policy',
  () => expectGoodLooks(screenShots),
  600_000,
);
