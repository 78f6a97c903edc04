import { type ConsoleConfig, liveTicket, logout, lookAs, me, tellConsoleMistake } from '@alo/contract';
import { createToasts, type Toasts } from '@alo/ui';
import type { QueryClient } from '@tanstack/react-query';
import type { RootOptions } from 'react-dom/client';
import { createApi } from '../kit/api/client.ts';
import type { Console } from '../kit/api/context.ts';
import { earlyFetch } from '../kit/api/early-fetch.ts';
import { createQueries, reader } from '../kit/api/queries.ts';
import { type Live, openLive } from '../kit/live/live-client.ts';
import { followLiveReadings } from '../kit/live/live-readings.ts';
import { followResourceChanges } from '../kit/live/resource-changes.ts';
import { followRights } from '../kit/live/rights.ts';
import { followCompanyClock } from '../kit/me/company-clock.ts';
import { hearMistakes, mistakeTeller } from '../kit/mistakes/mistakes.ts';
import { isDrafting, setDrafting } from '../kit/session/draft-mode.ts';
import { holdSession } from '../kit/session/hold-session.ts';
import { beginLook, holdLook, lookOf, takeLookOver } from '../kit/session/look.ts';
import type { Session } from '../kit/session/storage.ts';
import { type EndReason, keepEndedBy, type Stores } from '../kit/session/tab-session.ts';

/** What a page of somebody who is signed in is made of, whatever it shows. */
export interface ConsoleParts {
  readonly console: Console;
  readonly queries: QueryClient;
  readonly live: Live;
  readonly read: ReturnType<typeof reader>;
  readonly toasts: Toasts;
  /** Tells the server of mistakes in drawing. */
  readonly options: RootOptions;
}

interface Opened {
  readonly config: ConsoleConfig;
  readonly stores: Stores;
  readonly session: Session;
  /** Goes to the sign-in; the session is over. */
  readonly toLogin: (why: EndReason) => void;
}

/** Opens them: the server, what it tells, the session, and what has been read. One of each a page. */
export function openConsoleParts({ config, stores, session, toLogin }: Opened): ConsoleParts {
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
          toLogin,
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
  return { console: parts, queries, live, read, toasts, options };
}
