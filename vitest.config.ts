import { defineConfig } from 'vitest/config';

const tests = ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'scripts/**/*.test.ts'];

/** What sends and hears sound, or kills processes: it runs alone, because sound that comes late is another sound. */
const realTime = ['packages/engine-embedded/src/**/*.test.ts', 'apps/server/src/db/postgres.test.ts'];

export default defineConfig({
  test: {
    globalSetup: ['apps/server/src/db/test-postgres-setup.ts'],
    pool: 'forks',
    // For what hangs, not for what is slow.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: tests, exclude: realTime, maxWorkers: 2, sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        test: { name: 'real time', include: realTime, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
