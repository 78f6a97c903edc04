import { routes as specified } from '@alo/testing/specification';
import { expect, test } from 'vitest';

import { loginPath, signUpPath } from '../../kit/session/login-paths.ts';
import { screens } from './screens.ts';

/** Leads to the dashboard; see `router.tsx`. */
const home = '/';

test('every screen of the specification is at its address', () => {
  const there = new Set(
    screens
      .flatMap(({ routes }) => routes.map(({ path }) => path.replace(/\$(\w+)/g, '{$1}')))
      .concat(home, loginPath, signUpPath),
  );
  expect(specified.filter((path) => !there.has(path))).toEqual([]);
});
