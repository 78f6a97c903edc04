/**
 * Whose tab this is. Tabs of one browser may belong to different people:
 *
 * - A sign-in is kept in local storage, as the specification §3 says, and copied to the storage of its tab.
 * - Nobody is signed in unless local storage holds the three keys. If it does, a tab is its own copy's; a tab that never had
 *   one takes what local storage holds; a tab whose session has ended is nobody's until somebody signs in there.
 * - A session that ends, by choice or not, ends in every tab that has a copy of it, and in no other: while a tab is open it
 *   writes its session back into local storage whenever a key is missing there (`hold-session.ts`).
 */
import { forgetPreferencesHere } from './preferences-here.ts';
import { dropSession, readSession, type Session, writeSession } from './storage.ts';

/** The storage that all tabs share, and the one that this tab has for itself. */
export interface Stores {
  browser: Storage;
  tab: Storage;
}

export type EndReason = 'expired' | 'signed-out';

/** In the tab's storage: its session has ended, and why; `told` once the person has read it. */
const endedKey = 'session-ended';

/** In the shared storage, for a moment: tells the other tabs which session ends. */
const announcementKey = 'session-ending';

/** The session of this tab when a page starts in it; undefined when nobody is signed in here. */
export function sessionOfTab({ browser, tab }: Stores): Session | undefined {
  const shared = readSession(browser);
  const own = readSession(tab);
  if (!shared) {
    if (own) markEnded(tab, 'signed-out');
    return undefined;
  }
  if (own || tab.getItem(endedKey) !== null) return own;
  writeSession(tab, shared);
  return shared;
}

/** Somebody has signed in in this tab, or goes on in it as who is signed in in this browser. Others' tabs stay theirs. */
export function beginSession({ browser, tab }: Stores, session: Session): void {
  writeSession(browser, session);
  writeSession(tab, session);
  tab.removeItem(endedKey);
}

/**
 * Ends a session in this browser, and tells the other tabs first. When it has run out all of local storage goes
 * (specification §8) except another person's session: what is to outlive that is kept by the server, or beside local storage
 * (`kit/browser/device-store.ts`).
 */
export function endSession({ browser, tab }: Stores, { token }: Session, reason: EndReason): void {
  browser.setItem(announcementKey, announcement(reason, token));
  browser.removeItem(announcementKey);
  const shared = readSession(browser);
  if (reason === 'expired') {
    browser.clear();
    if (shared && shared.token !== token) writeSession(browser, shared);
  } else if (shared?.token === token) dropSession(browser);
  markEnded(tab, reason);
}

/** The part of a `StorageEvent` that says what another tab did. */
export type StorageChange = Pick<StorageEvent, 'key' | 'newValue'>;

/** Why the session ends, if that is what another tab announces. */
export const announcedEnd = (change: StorageChange, { token }: Session): EndReason | undefined =>
  change.key === announcementKey
    ? (['expired', 'signed-out'] as const).find((reason) => change.newValue === announcement(reason, token))
    : undefined;

/**
 * Puts a session that goes on back into the shared storage where a key is missing, or where two tabs that did so at once left
 * a mixture.
 */
export function restoreSession({ browser }: Stores, session: Session): void {
  const shared = readSession(browser);
  const mixed = shared?.token === session.token && JSON.stringify(shared) !== JSON.stringify(session);
  if (!shared || mixed) writeSession(browser, session);
}

/** Whether the tab still is this session's: it is not when another page in it has signed somebody else in, or out. */
export const belongsTo = ({ tab }: Stores, { token }: Session): boolean => readSession(tab)?.token === token;

/** True once after a session ran out in this tab. */
export function takeExpiredNotice(tab: Storage): boolean {
  const expired = tab.getItem(endedKey) === ('expired' satisfies EndReason);
  if (expired) tab.setItem(endedKey, 'told');
  return expired;
}

/** In the tab's storage: who has signed its person out, until they have read it. */
const endedByKey = 'session-ended-by';

/** Keeps who signs the person of this tab out, for the sign-in page. */
export function keepEndedBy(tab: Storage, by: string): void {
  if (by !== '') tab.setItem(endedByKey, by);
}

/** Once: who has signed the person of this tab out; undefined where nobody has. */
export function takeEndedBy(tab: Storage): string | undefined {
  const by = tab.getItem(endedByKey) ?? undefined;
  tab.removeItem(endedByKey);
  return by;
}

/** The tab's session has ended: it is nobody's until somebody signs in. */
export function markEnded(tab: Storage, reason: EndReason): void {
  dropSession(tab);
  forgetPreferencesHere(tab);
  tab.setItem(endedKey, reason);
}

const announcement = (reason: EndReason, token: string) => `${reason} ${token}`;
