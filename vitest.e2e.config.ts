import { defineConfig } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';

/** What every story needs, here and in the configurations beside this one. */
export const story = {
  globalSetup: ['tests/e2e/support/prepare-data.ts'],
  pool: 'forks',
  // For what hangs, not for what is slow: as long as it takes beside whatever else a machine does.
  testTimeout: 400_000,
  hookTimeout: 400_000,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: 90_000 } },
  // Those that run side by side wait for what is said; each has phones of its own.
  maxConcurrency: 16,
} satisfies InlineConfig;

/** They wait more than they work: engines at which programs of others call, without a browser of ours. */
const ofLines = 'tests/sip/{carriers,trunk}.story.ts';
/** Each way of routing by ear, a second carrier, and phones of other makers take minutes. */
export const longLines = 'tests/sip/{foreign-phones,routing,second-trunk}.story.ts';

/**
 * Stories in real browsers on the running product, one after the other: two cores have enough to do with a product, a browser and what
 * is said on its phones, and two files at once took as long and failed where time counts. Those of lines come after them, all at once.
 */
const { globalSetup, teardownTimeout, ...each } = story;
const browsers = { include: ['tests/{e2e,sip}/**/*.story.ts'], exclude: [ofLines, longLines], fileParallelism: false };
const lines = { include: [ofLines], maxWorkers: 4, sequence: { groupOrder: 1 } };
export default defineConfig({
  test: {
    // Once for both.
    globalSetup,
    teardownTimeout,
    projects: [{ test: { ...each, ...browsers, name: 'browsers' } }, { test: { ...each, ...lines, name: 'lines' } }],
  },
});
