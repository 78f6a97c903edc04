import { routes as specified } from '@alo/testing/specification';
import { expect, test } from 'vitest';

import { loginPath, signUpPath } from '../shared/session/login-paths.ts';
import { screens } from './screens.ts';

/** Leads to the dashboard; see `router.tsx`. */
const home = '/';

/** Addresses of the specification that have no screen yet. A line leaves when its screen is there; none comes in. */
const missing = `
`;

test('every screen of the specification is at its address, but for those that are named here', () => {
  const there = new Set(
    screens
      .flatMap(({ routes }) => routes.map(({ path }) => path.replace(/\$(\w+)/g, '{$1}')))
      .concat(home, loginPath, signUpPath),
  );
  expect(specified.filter((path) => !there.has(path))).toEqual(missing.trim().split(/\s+/));
});
