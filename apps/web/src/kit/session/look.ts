import { role } from '@alo/contract';
import { z } from 'zod';

import type { HeldSession, SessionPage } from './hold-session.ts';
import { readSession, type Session, writeSession } from './storage.ts';
import { announcedEnd, markEnded, type Stores } from './tab-session.ts';

/**
 * "Xem như": a tab looks through somebody else's eyes by a token of its own, and goes back to whose it was. What all tabs share stays
 * as it is.
 */
export interface Look {
  /** Whose tab it is, and where they were. */
  readonly own: Session;
  readonly path: string;
}

const lookKey = 'look';
const overKey = 'look-over';
const stored = z.object({
  token: z.string(),
  path: z.string(),
  own: z.object({ token: z.string(), tenantCode: z.string(), user: role }),
});

export function beginLook({ tab }: Stores, look: Session, from: Look): void {
  tab.setItem(lookKey, JSON.stringify({ token: look.token, ...from }));
  writeSession(tab, look);
}

/** What this tab looks from; undefined where it shows its own person's console. */
export function lookOf({ tab }: Stores): Look | undefined {
  const text = tab.getItem(lookKey);
  const parsed = text === null ? undefined : stored.safeParse(parseJson(text)).data;
  return parsed?.token === readSession(tab)?.token ? parsed : undefined;
}

/** True once after a look ran out by itself. */
export function takeLookOver(tab: Storage): boolean {
  const over = tab.getItem(overKey) !== null;
  tab.removeItem(overKey);
  return over;
}

/** Holds a look while its page is open: however it ends, the tab is its own person's again, or nobody's where they have left. */
export function holdLook({
  stores,
  look,
  page,
  onOver,
  goTo,
}: {
  stores: Stores;
  look: Look;
  page: Pick<SessionPage, 'addEventListener'>;
  onOver: () => void;
  goTo: (path: string) => void;
}): HeldSession {
  const { own, path } = look;
  const listening = new AbortController();
  const { signal } = listening;
  const isFirst = () => {
    if (signal.aborted) return false;
    listening.abort();
    onOver();
    stores.tab.removeItem(lookKey);
    writeSession(stores.tab, own);
    return true;
  };

  page.addEventListener(
    'storage',
    (change) => {
      const ends = change.storageArea === stores.browser ? announcedEnd(change, own) : undefined;
      if (ends === undefined || !isFirst()) return;
      markEnded(stores.tab, ends);
      goTo('/');
    },
    { signal },
  );

  return {
    expire() {
      if (!isFirst()) return;
      stores.tab.setItem(overKey, 'told once');
      goTo(path);
    },
    signOut(tellServer) {
      if (!isFirst()) return;
      const leave = () => goTo(path);
      void tellServer().then(leave, leave);
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Somebody else wrote there; it is no look of ours.
    return undefined;
  }
}
