import { afterAll, afterEach, beforeAll, describe } from 'vitest';

import { closeLines } from '../e2e/support/customer.ts';
import { beginningStories, isAtWork } from './agents-day/beginning.ts';
import { callsInStories } from './agents-day/calls-in.ts';
import { type Day, openDay } from './agents-day/day.ts';
import { endStories } from './agents-day/end.ts';
import { withOthersStories } from './agents-day/with-others.ts';

/**
 * One agent from sign-in to going home, in the order in which it comes: each part begins where the one before has left her. One that runs
 * without those before it first does of them what it needs.
 */
let day: Day;
const here = () => day;

beforeAll(async () => {
  day = await openDay();
});

afterAll(() => day?.close());

/** A part that fails leaves no call to the next. */
afterEach(async () => {
  await closeLines();
  for (const phone of [day.lan, day.minh]) {
    await phone.clear();
    await phone.isIdle();
  }
});

describe('an agent’s day', () => {
  beginningStories(here);
  describe('at work', () => {
    beforeAll(() => isAtWork(day));
    callsInStories(here);
    withOthersStories(here);
    endStories(here);
  });
});
