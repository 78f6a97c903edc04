import { type ConsoleConfig, me } from '@alo/contract';
import { RouterContextProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { phoneMeeting } from '../../domain/phone-door/phone-door.ts';
import { shown } from '../../kit/browser/shared-value.ts';
import type { Session } from '../../kit/session/storage.ts';
import type { Stores } from '../../kit/session/tab-session.ts';
import { OpensPad } from '../../phone/embedded/opens-pad.tsx';
import { meetPageAround, type PageAround } from '../../phone/embedded/page-around.ts';
import { TellsPage } from '../../phone/embedded/tells-page.tsx';
import { mountPhone } from '../../phone/phone.tsx';
import { openConsoleParts } from '../console-parts.ts';
import { ConsoleRoot } from '../console-root.tsx';
import { createConsoleRouter } from '../router.tsx';
import { homeOf } from '../screens/homes.ts';
import { EmbeddedPhone } from './embedded-phone.tsx';
import { newTabHistory } from './new-tab-history.ts';
import { tellingOutcomes } from './telling-outcomes.ts';

/** Puts the phone up as all of a page: in a page of another system, which is told what happens, or in a window of its own. */
export async function mountEmbedded(
  container: HTMLElement,
  config: ConsoleConfig,
  stores: Stores,
  session: Session,
): Promise<void> {
  document.documentElement.dataset['embedded'] = '';
  const isInPage = window.parent !== window;
  const around = shown<PageAround | null>(null);
  const opened = openConsoleParts({ config, stores, session, toLogin: () => location.reload() });
  const { queries, read, options } = opened;
  const console = {
    ...opened.console,
    api: tellingOutcomes(opened.console.api, (news) => around.get()?.tell(news)),
  };
  const parts = { ...opened, console };
  const meeting = phoneMeeting();
  const home = homeOf(session.user);
  const router = createConsoleRouter(
    home,
    newTabHistory((path) => window.open(path, '_blank', 'noopener')),
  );
  await queries.prefetchQuery(read(me, {}));
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    const page = around.get();
    const beside = (
      <>
        <OpensPad />
        {page && <TellsPage around={page} />}
      </>
    );
    mountPhone({ ...parts, router, meeting, beside });
  };
  createRoot(container, options).render(
    <ConsoleRoot parts={parts} meeting={meeting}>
      <RouterContextProvider router={router}>
        <EmbeddedPhone around={isInPage ? around : null} onAllowed={begin} />
      </RouterContextProvider>
    </ConsoleRoot>,
  );
  if (isInPage) around.set(await meetPageAround(window));
}
