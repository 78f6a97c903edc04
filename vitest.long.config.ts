import { defineConfig } from 'vitest/config';

import stories from './vitest.e2e.config.ts';

/** Stories that take minutes: many calls, small disks, kills by chance. `npm run test:long`. */
export default defineConfig({
  test: { ...stories.test, include: ['tests/long/**/*.story.ts'], testTimeout: 600_000, hookTimeout: 600_000 },
});
