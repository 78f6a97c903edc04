import type { Access } from '@alo/contract';
import { Loading } from '@alo/ui';
import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import type { FunctionComponent } from 'react';

import { readSearch, writeSearch } from '../shared/url/search.ts';
import { guarded } from './guarded.tsx';
import { NotFound } from './not-found.tsx';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

/** A screen that is fetched when it is first visited, and shown to whom the contract lets. */
const screen = (path: `/${string}`, access: Access, load: () => Promise<{ default: FunctionComponent }>) =>
  createRoute({ getParentRoute: () => root, path, component: guarded(access, load) });

/** The three screens of an administered resource; `form` is the path of one row. */
const resource = (
  paths: { list: `/${string}`; form: `/${string}` },
  access: 'branchs' | 'departments' | 'teams',
  load: () => Promise<{ default: { List: FunctionComponent; Form: FunctionComponent } }>,
) => [
  screen(paths.list, `${access}.view`, async () => ({ default: (await load()).default.List })),
  screen(`${paths.form}/add`, `${access}.create`, async () => ({ default: (await load()).default.Form })),
  screen(`${paths.form}/edit/$id`, `${access}.view`, async () => ({ default: (await load()).default.Form })),
];

const routes = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/dashboard', replace: true });
    },
  }),
  screen('/dashboard', 'dashboard.view', () => import('../features/dashboard/dashboard-page.tsx')),
  screen('/call-history', 'call-history.view', () => import('../features/call-history/call-history-page.tsx')),
  ...resource({ list: '/branchs', form: '/branch' }, 'branchs', () => import('../features/branches/branches.ts')),
  ...resource(
    { list: '/departments', form: '/department' },
    'departments',
    () => import('../features/departments/departments.ts'),
  ),
  ...resource({ list: '/teams', form: '/team' }, 'teams', () => import('../features/teams/teams.ts')),
]);

/** The console's routes. Addresses carry plain words, so that a list can be read, changed and shared in the address bar. */
export const createConsoleRouter = () =>
  createRouter({
    routeTree: routes,
    defaultPreload: 'intent',
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    defaultPendingComponent: Loading,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
    parseSearch: readSearch,
    stringifySearch: writeSearch,
  });
