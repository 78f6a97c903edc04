import { defineConfig } from 'vitest/config';

const tests = ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'scripts/**/*.test.ts'];

/** These are about processes, or about what a process counts. */
const ofProcesses = 'figures|keeper|main|roles-apart|several-processes|tracing|worker-main';
/** What asks the server's API keeps nothing in its modules: these files share a process that has loaded the server once. */
const sharing = ['apps/server/src/features/**/*.test.ts', `apps/server/src/!(${ofProcesses}).test.ts`];

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
      { extends: true, test: { name: 'server', include: sharing, isolate: false } },
      { extends: true, test: { name: 'unit', include: tests, exclude: sharing } },
    ],
  },
});
