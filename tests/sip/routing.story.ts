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

describe('each type of destination', () => {
  destinationStories(here);
});
describe('each strategy', () => {
  strategyStories(here);
});
describe('each feature code', () => {
  codeStories(here);
});
