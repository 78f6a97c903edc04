import { Loading } from '@alo/ui';
import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';

import { readSearch, writeSearch } from '../kit/url/search.ts';
import { Frame } from './frame/frame.tsx';
import { guarded } from './guarded.tsx';
import { NotFound } from './not-found.tsx';
import { homePath, screens } from './screens/screens.ts';

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: homePath, replace: true });
  },
});

/** Each address of each screen, fetched when it is first visited. */
const routes = screens
  .flatMap((screen) => screen.routes)
  .map(({ path, access, load }) => createRoute({ getParentRoute: () => root, path, component: guarded(access, load) }));

/** The console's routes. Addresses carry plain words, so that a list can be read, changed and shared in the address bar. */
export const createConsoleRouter = () =>
  createRouter({
    routeTree: root.addChildren([home, ...routes]),
    defaultPreload: 'intent',
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    defaultPendingComponent: Loading,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
    parseSearch: readSearch,
    stringifySearch: writeSearch,
  });
