import { afterAll, beforeAll, describe } from 'vitest';

import { codeStories } from './routing/codes.ts';
import { destinationStories } from './routing/destinations.ts';
import { openSite, type Site } from './routing/site.ts';
import { strategyStories } from './routing/strategies.ts';

/** Real calls by every way through the phone system: customers by sipp, colleagues in Chromium and at desk phones. */
let site: Site;
const here = () => site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

describe('each strategy', () => {
  strategyStories(here);
});
// Side by side: most of both is waiting for what is said, and no phone of one is rung by the other.
describe.concurrent('each type of destination', () => {
  describe('one after the other, as Lan has one phone', { concurrent: false }, () => {
    destinationStories(here);
  });
});
describe.concurrent('each feature code', () => {
  codeStories(here);
});
