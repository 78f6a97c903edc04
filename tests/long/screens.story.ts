import { test } from 'vitest';

import { lookAt } from '../e2e/support/look-at.ts';
import { screenShots } from '../e2e/support/shots.ts';

test(
  'every screen, light and dark, wide and on a phone, lets everybody through and breaks no rule of its own policy',
  () => lookAt(screenShots),
  600_000,
);
