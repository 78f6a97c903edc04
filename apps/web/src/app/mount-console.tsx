import { type ConsoleConfig, type Endpoint, me } from '@alo/contract';
import { Button, later, State, Toaster, UiProvider } from '@alo/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { phoneMeeting } from '../domain/phone-door/phone-door.ts';
import { ConsoleContext } from '../kit/api/context.ts';
import { LiveContext } from '../kit/live/use-live.ts';
import { loginPath } from '../kit/session/login-paths.ts';
import type { Session } from '../kit/session/storage.ts';
import type { Stores } from '../kit/session/tab-session.ts';
import { keepWantedPath } from '../kit/session/wanted-path.ts';
import { NoticeZone } from '../kit/zone/notice-zone.tsx';
import { Zone } from '../kit/zone/zone.tsx';
import { ScreensContext } from '../resource/screen/use-resources.ts';
import { openConsoleParts } from './console-parts.ts';
import { PhoneFrame } from './frame/phone-frame.tsx';
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
  const { queries, live, read, toasts, options } = parts;
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
    <StrictMode>
      <UiProvider>
        <ConsoleContext value={parts.console}>
          <QueryClientProvider client={queries}>
            <LiveContext value={live}>
              <ScreensContext value={screens}>
                <PhoneFrame meeting={meeting}>
                  <Zone name="Alô" fallback={() => <Stopped />}>
                    <RouterProvider router={router} />
                  </Zone>
                </PhoneFrame>
              </ScreensContext>
            </LiveContext>
          </QueryClientProvider>
        </ConsoleContext>
        <Zone name="Thông báo">
          <Toaster toasts={toasts} around={(card, close) => <NoticeZone onClose={close}>{card}</NoticeZone>} />
        </Zone>
      </UiProvider>
    </StrictMode>,
  );
  // It brings its SIP library, so it comes after the first screen; a screen never waits for it.
  void later(() => import('../phone/phone.tsx')).then(({ mountPhone }) => mountPhone({ ...parts, router, meeting }));
}

/** Where not even the frame can be drawn. */
const Stopped = () => (
  <State
    drawing="error"
    title="Alô gặp lỗi"
    action={
      <Button look="primary" onClick={() => location.reload()}>
        Tải lại ứng dụng
      </Button>
    }
  >
    Điện thoại và cuộc gọi của bạn không bị ảnh hưởng.
  </State>
);
