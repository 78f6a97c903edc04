import { createContext, use } from 'react';

import { lasted, lastedDays } from '../format/time.ts';
import { useSeconds } from './use-seconds.ts';

/** How far the server's clock is ahead of this computer's, in milliseconds: times are told by the server's. */
export const AheadContext = createContext(0);

/** Off by less than this is the way that the answer took. */
const wayMs = 2000;

export function aheadOf(at: string, heardAt: number): number {
  const ahead = Date.parse(at) - heardAt;
  return Math.abs(ahead) < wayMs ? 0 : ahead;
}

/** The server's time, renewed each second for all rows together. */
export const useServerTime = (): number => useSeconds() + use(AheadContext);

/** How long ago something began, running; it is not announced: a screen reader would never stop. */
export function Since({ at }: { at: string | null }) {
  const now = useServerTime();
  return at === null ? '–' : <span>{lastedDays(Math.max(0, (now - Date.parse(at)) / 1000))}</span>;
}

/** How long something still takes. */
export function Until({ at }: { at: string }) {
  const now = useServerTime();
  return <span>còn {lasted(Math.max(0, (Date.parse(at) - now) / 1000))}</span>;
}
