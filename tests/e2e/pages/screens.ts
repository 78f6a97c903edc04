import { test } from 'vitest';

import { expectGoodLooks } from '../support/good-looks.ts';
import { screenShots } from '../support/shots.ts';
import type { Stage } from '../support/stage.ts';

export function screenStories(here: () => Stage): void {
  /** Every screen and dialog takes minutes: `npm run test:long`. */
  const everyDay = ['login', 'call-history'];

  test('the screens of every day, light and dark, wide and on a phone, let everybody through and break no rule of their own policy', async () => {
    const shots = screenShots.filter(({ name }) => everyDay.includes(name));
    await expectGoodLooks(here().browser, here().address, shots);
  }, 600_000);
}
