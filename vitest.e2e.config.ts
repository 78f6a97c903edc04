import { defineConfig } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';

/** What every story needs, here and in the configurations beside this one. */
export const story = {
  globalSetup: ['tests/e2e/support/prepare-data.ts'],
  pool: 'forks',
  testTimeout: 120_000,
  hookTimeout: 180_000,
  teardownTimeout: 30_000,
  // What a screen shows comes a moment after what was done there.
  expect: { poll: { timeout: 10_000 } },
} satisfies InlineConfig;

/**
 * Stories in real browsers on the running product, one after the other: two cores have enough to do with a product, a browser and what
 * is said on its phones, and two files at once took as long and failed where time counts.
 */
export default defineConfig({
  test: { ...story, include: ['tests/{e2e,sip}/**/*.story.ts'], fileParallelism: false },
});
