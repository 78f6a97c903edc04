import { afterAll, beforeAll } from 'vitest';
import { faultStories, upgradeStories } from '../e2e/phones/faults.ts';
import type { Office } from '../e2e/support/office.ts';
import { officeOnAsterisk } from './product-on-asterisk.ts';

let office: Office;
beforeAll(async () => {
  office = await officeOnAsterisk();
});
afterAll(() => office?.close());

upgradeStories(() => office);
faultStories(() => office);
