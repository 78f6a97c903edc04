import type { Session } from './storage.ts';

const key = 'alo.routing-draft';

/** Of a tab, and of a session: whoever signs in there next sees what holds. */
const nameOf = ({ tenantCode, token }: Session): string => `${tenantCode} ${token.slice(-8)}`;

/** Whether the tab shows the phone system as its draft has it. */
export const isDrafting = (tab: Storage, session: Session): boolean => tab.getItem(key) === nameOf(session);

export function setDrafting(tab: Storage, session: Session, on: boolean): void {
  if (on) tab.setItem(key, nameOf(session));
  else tab.removeItem(key);
}
