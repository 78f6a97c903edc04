import { defineConfig } from 'vitest/config';

import stories from './vitest.e2e.config.ts';

/** Other makers' switches as our carrier. `npm run test:interop`. */
export default defineConfig({
  test: { ...stories.test, include: ['tests/interop/**/*.story.ts'], maxConcurrency: 6 },
});
