import '@alo/ui/theme.css';
import '../src/fonts.css';

import { mistakeWords } from '@alo/contract';
import { createToasts, Toaster, UiProvider } from '@alo/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { config as configureZod } from 'zod';

import { createApi } from '../src/kit/api/client.ts';
import { ConsoleContext } from '../src/kit/api/context.ts';
import { createQueries } from '../src/kit/api/queries.ts';
import { readSearch, writeSearch } from '../src/kit/url/search.ts';
import { answer } from './answers.ts';
import { screen, specimen } from './specimen.tsx';

/** Every kind of field in the product's own list and form, over a server that is played by functions. */
configureZod({ jitless: true, localeError: mistakeWords });

const api = createApi({
  config: {
    identity: '/identity',
    tenant: '/api/{ma_dn}',
    admin: '/admin',
    telephony: '/telephony',
    etelecom: '/etelecom',
    sip: '/sip',
    live: '/live',
  },
  credentials: () => ({ token: 'token', tenantCode: 'demo' }),
  onExpired: () => undefined,
  fetch: answer,
});
const toasts = createToasts();
const changes = { mine: () => undefined, notMine: () => undefined, stale: () => Promise.resolve() };
const session = { token: 'token', tenantCode: 'demo', user: { name: 'super-admin', permissions: [] } };

const root = createRootRoute({ component: Outlet });
const page = (path: `/${string}`, Page: () => React.JSX.Element) =>
  createRoute({ getParentRoute: () => root, path, component: Page });
const router = createRouter({
  routeTree: root.addChildren([
    page('/specimens', () => <specimen.List screen={screen} />),
    page('/specimen/add', () => <specimen.Form screen={screen} />),
    page('/specimen/edit/$id', () => <specimen.Form screen={screen} />),
  ]),
  parseSearch: readSearch,
  stringifySearch: writeSearch,
});

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
createRoot(container).render(
  <UiProvider>
    <ConsoleContext
      value={{
        api,
        session,
        toasts,
        changes,
        drafting: false,
        draft: () => undefined,
        sip: '/sip',
        signOut: () => undefined,
        look: async () => undefined,
      }}
    >
      <QueryClientProvider client={createQueries()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ConsoleContext>
    <Toaster toasts={toasts} />
  </UiProvider>,
);
