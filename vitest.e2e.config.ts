import { defineConfig } from 'vitest/config';

/** Stories in real browsers on the running product. One at a time: they use microphones, ports and the processor. */
export default defineConfig({
  test: {
    globalSetup: ['tests/e2e/support/prepare-data.ts'],
    include: ['tests/{e2e,sip}/**/*.story.ts'],
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    teardownTimeout: 30_000,
  },
});
