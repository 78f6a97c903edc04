import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

import { unit } from './vitest.config.ts';

/** Of unit tests `npm test` leaves some out: here they run with those beside them. Part of `npm run test:long`. */
const include = globSync('{packages,apps}/*/{src,whole}/**/*.test.ts').filter((file) =>
  /\/in-depth(\.ts)?'/.test(readFileSync(file, 'utf8')),
);

export default defineConfig({ test: { ...unit, env: { ...unit.env, ALO_TESTS: 'all' }, include } });
