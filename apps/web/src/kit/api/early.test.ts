import { expect, test } from 'vitest';

import script from '../../../public/early.js?raw';
import { listQueryOf, readListState } from '../url/list-state.ts';
import { readSearch } from '../url/search.ts';
import { type EarlyAnswers, earlyFetch } from './early-fetch.ts';

const reads = [
  { base: 'tenant', path: '/me', isList: false },
  { base: 'tenant', path: '/teams', isList: true },
];
const answeredCalls = { base: 'tenant', path: '/calls/{ma_dn}', isList: true, narrowedTo: { status: 'answered' } };

/** Runs `public/early.js` as a browser does, at this address and with this in the storage of the tab and of the browser. */
async function openedAt(
  address: string,
  tab: Record<string, string>,
  { browser = tab, age = 0 }: { browser?: Record<string, string>; age?: number } = {},
) {
  const asked: string[] = [];
  const fetched: string[] = [];
  const { pathname, search } = new URL(address, 'http://localhost');
  const storage = (kept: Record<string, string>) => ({ getItem: (name: string) => kept[name] ?? null });
  const window: { early?: EarlyAnswers; earlySheets?: Promise<unknown> } = {};
  let pageRead: () => void = () => undefined;
  const answer = (url: string) => new Response(url === '/config.json' ? '{"tenant":"/api/{ma_dn}"}' : `early ${url}`);
  const dataset = {
    console: '/console.js',
    pages: JSON.stringify({
      '/teams': { files: '/teams.css', reads },
      '/answered': { files: '', reads: [answeredCalls] },
      '/dashboard': { files: '', reads: [{ base: 'tenant', path: '/dashboard', isList: false }] },
      '/my-day': { files: '', reads: [{ base: 'tenant', path: '/my-day', isList: false }] },
    }),
    homes: JSON.stringify([
      { path: '/dashboard', needs: 'dashboard.view' },
      { path: '/my-day', needs: 'call-history.view' },
    ]),
  };
  const page = {
    window,
    location: { pathname, search },
    sessionStorage: storage(tab),
    localStorage: storage(browser),
    matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
    document: {
      documentElement: { setAttribute: () => undefined },
      currentScript: { dataset },
      createElement: () => ({}),
      head: {
        append: (link: { rel: string; href: string; onload?: () => void }) => {
          fetched.push(link.rel === 'stylesheet' ? `apply ${link.href}` : link.href);
          link.onload?.();
        },
      },
      addEventListener: (_name: string, then: () => void) => (pageRead = then),
    },
    fetch: (url: string) => {
      asked.push(url);
      return Promise.resolve(answer(url));
    },
  };
  // oxlint-disable-next-line typescript/no-implied-eval, eslint/no-new-func -- as the browser runs a script that is no module
  new Function(...Object.keys(page), script)(...Object.values(page));
  const { early } = window;
  // What it asks for is known once it has read the configuration.
  const wanted = { '/teams': 3, '/answered': 2, '/': tab['user'] === undefined ? 1 : 2 }[pathname] ?? 1;
  while (early && asked.length < wanted) await Promise.resolve();
  const console = earlyFetch(
    early,
    () => Promise.resolve(new Response('late')),
    () => age,
  );
  return {
    asked,
    fetched,
    sheets: async () => {
      pageRead();
      await window.earlySheets;
    },
    read: async (url: string, token: string) =>
      (await console(url, { headers: { accept: 'application/json', authorization: `Bearer ${token}` } })).text(),
    config: async () => (await console('/config.json', { headers: { accept: 'application/json' } })).text(),
  };
}

const lan = { token: 'lan', ma_dn: 'demo' };

test('a page’s scripts, its configuration and what it reads first are asked for at once, and the console takes them', async () => {
  const { asked, fetched, read, config } = await openedAt('/teams?sort=name&search=an+ninh&id=7&columns=name', lan);
  expect(fetched).toEqual(['/console.js', '/teams.css']);
  expect(asked).toEqual(['/config.json', '/api/demo/me', '/api/demo/teams?page=1&search=an+ninh&sort=name']);
  expect(await config()).toBe('{"tenant":"/api/{ma_dn}"}');
  expect(await read('/api/demo/me', 'lan')).toMatch(/^early/);
  expect(await read('/api/demo/teams?page=1&search=an+ninh&sort=name', 'lan')).toMatch(/^early/);
});

test.each(['', '?page=3', '?search=an+ninh&sort=-name&status=missed&id=7', '?per_page=50&columns=name%2Cstatus'])(
  'it asks for a list as the list itself does: %s',
  async (search) => {
    const { asked } = await openedAt(`/teams${search}`, lan);
    const query = new URLSearchParams(listQueryOf(readListState(readSearch(search), ['status'])));
    query.sort();
    expect(asked).toContain(`/api/demo/teams?${query}`);
  },
);

test('a list of some rows is asked for those, and the company stands where a path names it', async () => {
  expect((await openedAt('/answered?page=2', lan)).asked).toContain('/api/demo/calls/demo?page=2&status=answered');
});

test('sheets apply when those of the page itself are above them, and are waited for', async () => {
  const { fetched, sheets } = await openedAt('/teams', lan);
  expect(fetched).not.toContain('apply /teams.css');
  await sheets();
  expect(fetched.at(-1)).toBe('apply /teams.css');
});

test('the tab’s own person asks, and nobody else takes the answer', async () => {
  const { read } = await openedAt('/teams', { token: 'minh', ma_dn: 'khac' }, { browser: lan });
  expect(await read('/api/khac/me', 'lan')).toBe('late');
  expect(await read('/api/khac/me', 'minh')).toMatch(/^early/);
});

test('what a page asked for long ago is asked for anew', async () => {
  const { config } = await openedAt('/teams', lan, { age: 15_000 });
  expect(await config()).toBe('late');
});

test('where nobody is signed in nothing is asked for, and of an unknown page only the configuration', async () => {
  expect((await openedAt('/teams', {})).asked).toEqual([]);
  expect((await openedAt('/team/add', lan)).asked).toEqual(['/config.json']);
});

test.each([
  [{ name: 'super-admin', permissions: [] }, '/dashboard'],
  [{ name: 'Quản lý', permissions: ['call-history.view', 'dashboard.view'] }, '/dashboard'],
  [{ name: 'Nhân viên', permissions: ['call-history.view'] }, '/my-day'],
])('without an address %j is asked for what their first page reads, and for no other', async (user, home) => {
  const { asked } = await openedAt('/', { ...lan, user: JSON.stringify(user) });
  expect(asked).toEqual(['/config.json', `/api/demo${home}`]);
});

test('without an address, of somebody whose role cannot be read, only the configuration is asked for', async () => {
  expect((await openedAt('/', lan)).asked).toEqual(['/config.json']);
});
