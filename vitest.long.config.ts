import { defineConfig } from 'vitest/config';

import { longLines, story } from './vitest.e2e.config.ts';

/** Stories that take minutes: many calls, each way of routing by ear, small disks, kills by chance. `npm run test:long`. */
export default defineConfig({
  test: {
    ...story,
    // Those of `npm test` with all that they tell in depth.
    env: { ALO_TESTS: 'all' },
    include: ['tests/long/**/*.story.ts', 'tests/e2e/*.story.ts', 'tests/sip/carriers.story.ts', longLines],
    fileParallelism: false,
    globalSetup: [...story.globalSetup, 'apps/server/testing/postgres-setup.ts'],
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
