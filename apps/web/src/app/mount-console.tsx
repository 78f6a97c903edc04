import { type ConsoleConfig, type Endpoint, liveTicket, logout, lookAs, me, tellConsoleMistake } from '@alo/contract';
import { Button, createToasts, later, State, Toaster, UiProvider } from '@alo/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot, type RootOptions } from 'react-dom/client';
import { phoneMeeting } from '../domain/phone-door/phone-door.ts';
import { createApi } from '../kit/api/client.ts';
import { type Console, ConsoleContext } from '../kit/api/context.ts';
import { earlyFetch } from '../kit/api/early-fetch.ts';
import { createQueries, reader } from '../kit/api/queries.ts';
import { openLive } from '../kit/live/live-client.ts';
import { followLiveReadings } from '../kit/live/live-readings.ts';
import { followResourceChanges } from '../kit/live/resource-changes.ts';
import { followRights } from '../kit/live/rights.ts';
import { LiveContext } from '../kit/live/use-live.ts';
import { followCompanyClock } from '../kit/me/company-clock.ts';
import { hearMistakes, mistakeTeller } from '../kit/mistakes/mistakes.ts';
import { isDrafting, setDrafting } from '../kit/session/draft-mode.ts';
import { holdSession } from '../kit/session/hold-session.ts';
import { loginPath } from '../kit/session/login-paths.ts';
import { beginLook, holdLook, lookOf, takeLookOver } from '../kit/session/look.ts';
import type { Session } from '../kit/session/storage.ts';
import { keepEndedBy, type Stores } from '../kit/session/tab-session.ts';
import { keepWantedPath } from '../kit/session/wanted-path.ts';
import { NoticeZone } from '../kit/zone/notice-zone.tsx';
import { Zone } from '../kit/zone/zone.tsx';
import { ScreensContext } from '../resource/screen/use-resources.ts';
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
  const drafting = isDrafting(stores.tab, session);
  const api = createApi({
    config,
    drafting,
    credentials: () => ({ token: session.token, tenantCode: session.tenantCode }),
    onExpired: () => held.expire(),
    onSecondFactor: () => void queries.invalidateQueries({ queryKey: read(me, {}).queryKey }),
    onStrange: ({ path }, why) => mistakes.tell('answer', `${path} ${why}`),
    fetch: earlyFetch(window.early, fetch),
  });
  const mistakes = mistakeTeller({
    send: (body) => api(tellConsoleMistake, { body }),
    path: () => location.pathname,
    build: import.meta.env.ALO_BUILD ?? '',
  });
  hearMistakes(window, mistakes);
  const toasts = createToasts();
  const live = openLive({
    address: config.live,
    topics: ['calls', 'presence', 'me', 'resources'],
    ticket: async () => (await api(liveTicket, {})).ticket,
  });
  const from = lookOf(stores);
  const held =
    from === undefined
      ? holdSession({
          stores,
          session,
          page: window,
          onOver: live.close,
          toLogin: (why) => {
            if (why === 'expired') keepWantedPath(stores.tab, location);
            location.replace(loginPath);
          },
          reload: () => location.reload(),
        })
      : holdLook({ stores, look: from, page: window, onOver: live.close, goTo: (path) => location.replace(path) });
  if (takeLookOver(stores.tab)) toasts.show({ kind: 'info', text: 'Đã hết thời gian xem như người khác' });
  live.listen((event) => {
    if (event.type !== 'session-ended') return;
    keepEndedBy(stores.tab, event.data.by);
    held.expire();
  });
  const queries = createQueries();
  const read = reader(api, session);
  followRights(live, queries, read(me, {}).queryKey);
  followCompanyClock(queries, read(me, {}).queryKey, { storage: stores.browser, tenantCode: session.tenantCode });
  followLiveReadings(live, queries);
  const changes = followResourceChanges(live, queries);
  const signOut = () =>
    held.signOut(async () => {
      const { leave_at: leaveAt } = await api(logout, {});
      if (leaveAt === null) return;
      // The company's own sign-in ends its session, too, and leads back to ours.
      location.assign(leaveAt);
      await new Promise<never>(() => undefined);
    });

  const look: Console['look'] = async (body) => {
    const { token, user } = await api(lookAs, { body });
    const path = `${location.pathname}${location.search}`;
    beginLook(stores, { token, tenantCode: session.tenantCode, user }, { own: session, path });
    live.close();
    // The console that comes begins where they do.
    location.assign('/');
  };

  const draft: Console['draft'] = (on, path) => {
    setDrafting(stores.tab, session, on);
    if (path === undefined) location.reload();
    else location.assign(path);
  };

  const parts: Console = { api, session, toasts, changes, drafting, draft, sip: config.sip, signOut, look };
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

  const options: RootOptions = {
    onCaughtError: (error) => {
      mistakes.tell('render', error);
      // oxlint-disable-next-line no-console -- as React says it where nobody listens.
      console.error(error);
    },
    onUncaughtError: (error) => {
      mistakes.tell('render', error);
      reportError(error);
    },
  };
  createRoot(container, options).render(
    <StrictMode>
      <UiProvider>
        <ConsoleContext value={parts}>
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
  void later(() => import('../phone/phone.tsx')).then(({ mountPhone }) =>
    mountPhone({ console: parts, queries, live, router, meeting, options }),
  );
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
