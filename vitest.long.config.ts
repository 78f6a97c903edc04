import { defineConfig } from 'vitest/config';

import { longLines, story } from './vitest.e2e.config.ts';

/** Stories that take minutes: many calls, each way of routing by ear, small disks, kills by chance. `npm run test:long`. */
export default defineConfig({
  test: {
    ...story,
    include: ['tests/long/**/*.story.ts', longLines],
    fileParallelism: false,
    globalSetup: [...story.globalSetup, 'apps/server/testing/postgres-setup.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
