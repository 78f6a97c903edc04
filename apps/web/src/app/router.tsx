import { Loading } from '@alo/ui';
import {
  createRootRoute,
  createRoute,
  createRouter,
  type RouteComponent,
  type RouterHistory,
  redirect,
  type SearchSchemaInput,
} from '@tanstack/react-router';

import { readSearch, type Search, writeSearch } from '../kit/url/search.ts';
import type { Address, SectionAddress } from '../resource/screen/addresses.ts';
import { Frame } from './frame/frame.tsx';
import { guarded } from './guarded.tsx';
import { NotFound } from './not-found.tsx';
import { PageFailed } from './page-failed.tsx';
import type { homeOf } from './screens/homes.ts';
import { screens } from './screens/screens.ts';

type Home = ReturnType<typeof homeOf>;

/** What a link may say behind `?`. */
type LinkSearch = Record<string, string | number | undefined>;

const root = createRootRoute({
  component: Frame,
  notFoundComponent: NotFound,
  // `readSearch` has made it plain words.
  validateSearch: (search: LinkSearch & SearchSchemaInput) => search as Search,
});

const home = (to: Home) =>
  createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to, replace: true });
    },
  });

const routeAt = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component });

/** Addresses of sections are in it for links alone: the route of their page takes them. */
type ScreenRoutes = { readonly [Path in Address | SectionAddress]: ReturnType<typeof routeAt<Path>> };

/** Each address of each screen, fetched when it is first visited. */
function routesOfScreens(): ScreenRoutes {
  const routes: unknown = Object.fromEntries(
    screens
      .flatMap((screen) => screen.routes)
      .map(({ path, access, load }) => [path, routeAt(path, guarded(access, load))]),
  );
  // Every address has its screen, which a test holds (`screens/page-starts.test.ts`): the list of them is not sent to browsers.
  return routes as ScreenRoutes;
}

/**
 * The console's routes, and `at` which of them one begins without an address. They carry plain words, so that a list can be read, changed
 * and shared in the address bar. `history`: where they lead, if not in the address bar.
 */
export const createConsoleRouter = (at: Home, history?: RouterHistory) =>
  createRouter({
    ...(history && { history }),
    routeTree: root.addChildren({ home: home(at), ...routesOfScreens() }),
    defaultPreload: 'intent',
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    defaultPendingComponent: Loading,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: PageFailed,
    scrollRestoration: true,
    parseSearch: readSearch,
    stringifySearch: writeSearch,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
