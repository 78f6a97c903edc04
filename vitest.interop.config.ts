import { defineConfig } from 'vitest/config';

import { story } from './vitest.e2e.config.ts';

/** Other makers' switches as our carrier. `npm run test:interop`. */
export default defineConfig({
  test: { ...story, include: ['tests/interop/**/*.story.ts'], fileParallelism: false, maxConcurrency: 6 },
});
