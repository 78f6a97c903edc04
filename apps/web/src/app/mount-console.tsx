import { type ConsoleConfig, type Endpoint, me } from '@alo/contract';
import { later } from '@alo/ui';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { phoneMeeting } from '../domain/phone-door/phone-door.ts';
import { loginPath } from '../kit/session/login-paths.ts';
import type { Session } from '../kit/session/storage.ts';
import type { Stores } from '../kit/session/tab-session.ts';
import { keepWantedPath } from '../kit/session/wanted-path.ts';
import { openConsoleParts } from './console-parts.ts';
import { ConsoleRoot } from './console-root.tsx';
import { createConsoleRouter } from './router.tsx';
import { homeOf } from './screens/homes.ts';
import { screens } from './screens/screens.ts';

/** What takes longer than this is waited for with something to see. */
const blinkMs = 50;
const aBlink = () => new Promise((resolve) => setTimeout(resolve, blinkMs));

/** Which part of it is read is in the page's own address. */
const isList = ({ query }: Endpoint) => 'page' in Object(query).shape;

/** Puts the console together and shows it with its first page: the one place where its parts meet. */
export async function mountConsole(
  container: HTMLElement,
  config: ConsoleConfig,
  stores: Stores,
  session: Session,
): Promise<void> {
  const parts = openConsoleParts({
    config,
    stores,
    session,
    toLogin: (why) => {
      if (why === 'expired') keepWantedPath(stores.tab, location);
      location.replace(loginPath);
    },
  });
  const { queries, read, options } = parts;
  const meeting = phoneMeeting();
  const home = homeOf(session.user);
  const router = createConsoleRouter(home);
  const page = screens.find(({ path }) => path === (location.pathname === '/' ? home : location.pathname));
  // Both have been asked for beside the scripts: shown with the first picture they need no second one.
  const first = Promise.all([
    queries.prefetchQuery(read(me, {})),
    page?.reads !== undefined && !isList(page.reads) && queries.prefetchQuery(read(page.reads, {})),
  ]);
  // Whatever comes of either is shown by the page itself.
  await Promise.all([router.load(), Promise.race([first, aBlink()]), window.earlySheets]);

  createRoot(container, options).render(
    <ConsoleRoot parts={parts} meeting={meeting}>
      <RouterProvider router={router} />
    </ConsoleRoot>,
  );
  // It brings its SIP library, so it comes after the first screen; a screen never waits for it.
  void later(() => import('../phone/phone.tsx')).then(({ mountPhone }) => mountPhone({ ...parts, router, meeting }));
}
