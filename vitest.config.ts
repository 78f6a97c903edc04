import { defineConfig } from 'vitest/config';

const tests = ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'scripts/**/*.test.ts'];

/** Features keep nothing in their modules: their files share a process that has loaded the server once. */
const sharing = ['apps/server/src/features/**/*.test.ts'];

export default defineConfig({
  test: {
    globalSetup: ['apps/server/src/db/test-postgres-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // For what hangs, not for what is slow.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      { extends: true, test: { name: 'features', include: sharing, isolate: false } },
      { extends: true, test: { name: 'unit', include: tests, exclude: sharing } },
    ],
  },
});
