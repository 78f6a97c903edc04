import type { Session } from './storage.ts';
import {
  announcedEnd,
  belongsTo,
  type EndReason,
  endSession,
  markEnded,
  restoreSession,
  type Stores,
} from './tab-session.ts';

/** The session of an open page. */
export interface HeldSession {
  /** The server says that the session is over. */
  expire: () => void;
  /** The person leaves: at once in this browser, then at the server whatever it answers. */
  signOut: (tellServer: () => Promise<unknown>) => void;
}

/** The window: tells what other tabs do to the storage, and when the page is brought back from the browser's memory. */
export interface SessionPage {
  addEventListener(
    type: 'storage',
    listener: (change: Pick<StorageEvent, 'key' | 'newValue' | 'storageArea'>) => void,
    options: { signal: AbortSignal },
  ): void;
  addEventListener(type: 'pageshow', listener: (shown: { persisted: boolean }) => void): void;
}

interface Held {
  stores: Stores;
  session: Session;
  page: SessionPage;
  /** Called once, as soon as the session is over here, however that came. */
  onOver: () => void;
  /** Goes to the sign-in page; who had to leave comes back to where they were. */
  toLogin: (why: EndReason) => void;
  reload: () => void;
}

/** Holds a session while its page is open: keeps it in local storage beside other tabs, and ends it with the tabs that share it. */
export function holdSession({ stores, session, page, onOver, toLogin, reload }: Held): HeldSession {
  const listening = new AbortController();
  const { signal } = listening;

  /** Of all the ways to end only the first counts. */
  const isFirst = () => {
    if (signal.aborted) return false;
    listening.abort();
    onOver();
    return true;
  };

  page.addEventListener(
    'storage',
    (change) => {
      if (change.storageArea !== stores.browser) return;
      const ends = announcedEnd(change, session);
      if (ends === undefined) return restoreSession(stores, session);
      if (!isFirst()) return;
      markEnded(stores.tab, ends);
      toLogin(ends);
    },
    { signal },
  );
  // "Back" may bring a page to life whose tab is somebody else's by now, or nobody's: it is for as long as the page lives.
  page.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !belongsTo(stores, session)) reload();
  });

  return {
    expire() {
      if (!isFirst()) return;
      endSession(stores, session, 'expired');
      toLogin('expired');
    },
    signOut(tellServer) {
      if (!isFirst()) return;
      endSession(stores, session, 'signed-out');
      // Signed out is who wants to be, also where the server cannot be told.
      const leave = () => toLogin('signed-out');
      void tellServer().then(leave, leave);
    },
  };
}
