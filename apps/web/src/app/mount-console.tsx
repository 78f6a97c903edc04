import { type ConsoleConfig, liveTicket } from '@alo/contract';
import { createToasts, Toaster, UiProvider } from '@alo/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { createApi } from '../shared/api/client.ts';
import { ConsoleContext } from '../shared/api/context.ts';
import { createQueries } from '../shared/api/queries.ts';
import { openLive } from '../shared/live/live-client.ts';
import { LiveContext } from '../shared/live/use-live.ts';
import { endExpiredSession } from '../shared/session/end.ts';
import { dropSession, type Session } from '../shared/session/storage.ts';
import { createConsoleRouter } from './router.tsx';

/** Puts the console together and shows it: the one place where its parts meet. */
export function mountConsole(container: HTMLElement, config: ConsoleConfig, session: Session): void {
  const api = createApi({
    config,
    credentials: () => ({ token: session.token, tenantCode: session.tenantCode }),
    onExpired: endExpiredSession,
  });
  const toasts = createToasts();
  const live = openLive({
    address: config.live,
    topics: ['calls', 'presence', 'me'],
    ticket: async () => (await api(liveTicket, {})).ticket,
  });
  live.listen((event) => {
    if (event.type === 'session-ended') endExpiredSession();
  });
  const leave = () => {
    live.close();
    dropSession(localStorage);
    location.assign('/login');
  };

  createRoot(container).render(
    <StrictMode>
      <UiProvider>
        <ConsoleContext value={{ api, session, toasts, sip: config.sip, leave }}>
          <QueryClientProvider client={createQueries()}>
            <LiveContext value={live}>
              <RouterProvider router={createConsoleRouter()} />
            </LiveContext>
          </QueryClientProvider>
        </ConsoleContext>
        <Toaster toasts={toasts} />
      </UiProvider>
    </StrictMode>,
  );
}
