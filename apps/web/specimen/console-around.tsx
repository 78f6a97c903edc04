import { mistakeWords } from '@alo/contract';
import { createToasts, Toaster, UiProvider } from '@alo/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createBrowserHistory,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { config as configureZod } from 'zod';

import { createApi } from '../src/kit/api/client.ts';
import { ConsoleContext } from '../src/kit/api/context.ts';
import { createQueries } from '../src/kit/api/queries.ts';
import { readSearch, writeSearch } from '../src/kit/url/search.ts';

configureZod({ jitless: true, localeError: mistakeWords });

/** A screen by its address. */
export type Pages = Readonly<Record<`/${string}`, () => ReactNode>>;

/**
 * The signed-in console around some screens, over a server that is played by a function: what the gallery and the tests of components
 * stand in. `at` is the address that is open, kept in memory; without it the page's own.
 */
export function ConsoleAround({ server, pages, at }: { server: typeof fetch; pages: Pages; at?: string }) {
  const [made] = useState(() => ({
    api: apiOver(server),
    toasts: createToasts(),
    queries: createQueries(),
    router: routerOver(pages, at),
  }));
  return (
    <UiProvider>
      <ConsoleContext
        value={{
          api: made.api,
          session: { token: 'token', tenantCode: 'demo', user: { name: 'super-admin', permissions: [] } },
          toasts: made.toasts,
          changes: {
            mine: () => undefined,
            notMine: () => undefined,
            onNews: () => () => undefined,
            stale: () => Promise.resolve(),
          },
          drafting: false,
          draft: () => undefined,
          sip: '/sip',
          signOut: () => undefined,
          look: async () => undefined,
        }}
      >
        <QueryClientProvider client={made.queries}>
          <RouterProvider router={made.router} />
        </QueryClientProvider>
      </ConsoleContext>
      <Toaster toasts={made.toasts} />
    </UiProvider>
  );
}

const apiOver = (server: typeof fetch) =>
  createApi({
    config: {
      identity: '/identity',
      tenant: '/api/{ma_dn}',
      admin: '/admin',
      telephony: '/telephony',
      etelecom: '/etelecom',
      sip: '/sip',
      live: '/live',
      sign_up: false,
    },
    credentials: () => ({ token: 'token', tenantCode: 'demo' }),
    onExpired: () => undefined,
    fetch: server,
  });

function routerOver(pages: Pages, at: string | undefined) {
  const root = createRootRoute({ component: Outlet });
  const routes = Object.entries(pages).map(([path, Page]) =>
    createRoute({ getParentRoute: () => root, path, component: () => <Page /> }),
  );
  return createRouter({
    routeTree: root.addChildren(routes),
    history: at === undefined ? createBrowserHistory() : createMemoryHistory({ initialEntries: [at] }),
    parseSearch: readSearch,
    stringifySearch: writeSearch,
  });
}
