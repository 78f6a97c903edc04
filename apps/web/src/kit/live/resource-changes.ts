import { hashKey, type QueryClient, type QueryKey, type QueryMeta } from '@tanstack/react-query';

import type { Live } from './live-client.ts';
import { readAgain } from './read-again.ts';

/** How long the server's word of one's own change is waited for, in milliseconds. */
const awaited = 10_000;

export interface ResourceChanges {
  /**
   * Rows that this page changes itself: what it read of them it renews itself, so the server's word of it is no news. Each is
   * said once, before it is changed, or when the answer has told which row is new; the server's word may have come by then.
   */
  mine: (subject: string, ids: readonly string[]) => void;
  /** It was refused, or nobody answered: what is heard of these rows is news, and so is what was heard meanwhile. */
  notMine: (subject: string, ids: readonly string[]) => void;
  /** Hears which rows somebody else has changed; none are named where they are many. Answers how to stop. */
  onNews: (listener: (subject: string, ids: readonly string[]) => void) => () => void;
  /** Everything that was read of a resource is stale, but for what is `fresh`; what is shown is read again. */
  stale: (subject: string, fresh?: QueryKey) => Promise<void>;
}

/** Lists and pickers of a resource are read again when somebody changes its rows. Nothing else is. */
export function followResourceChanges(live: Pick<Live, 'listen' | 'onGap'>, queries: QueryClient): ResourceChanges {
  const own = shortMemory();
  const heard = shortMemory();
  const listeners = new Set<(subject: string, ids: readonly string[]) => void>();
  const stale = (subject: string, fresh?: QueryKey) => {
    const kept = fresh === undefined ? undefined : hashKey(fresh);
    return readAgain(queries, ({ meta, queryHash }) => rowsIn(meta).includes(subject) && queryHash !== kept);
  };

  live.listen((event) => {
    if (event.type !== 'resource-changed') return;
    const { subject, ids } = event.data;
    const keys = ids.map((id) => `${subject}:${id}`);
    const strange = keys.filter((key) => !own.take(key));
    for (const key of strange) heard.keep(key);
    if (keys.length > 0 && strange.length === 0) return;
    void stale(subject);
    for (const listener of listeners) listener(subject, ids);
  });
  live.onGap((topic) => {
    if (topic === 'resources') void readAgain(queries, ({ meta }) => rowsIn(meta).length > 0);
  });

  return {
    stale,
    onNews(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    mine(subject, ids) {
      for (const key of ids.map((id) => `${subject}:${id}`)) if (!heard.take(key)) own.keep(key);
    },
    notMine(subject, ids) {
      const told = ids.filter((id) => !own.take(`${subject}:${id}`));
      if (told.length > 0) void stale(subject);
    },
  };
}

/** Keys that are known for as long as the server's word is waited for. */
function shortMemory() {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** Whether it was known; it is not any more. */
  const take = (key: string) => {
    clearTimeout(timers.get(key));
    return timers.delete(key);
  };
  const keep = (key: string) => {
    take(key);
    timers.set(
      key,
      setTimeout(() => timers.delete(key), awaited),
    );
  };
  return { take, keep };
}

/** The resources whose rows, or names, were read. */
const rowsIn = (meta: QueryMeta | undefined): readonly string[] => meta?.rowsOf ?? [];
