import { hashKey, type QueryClient, type QueryKey, type QueryMeta } from '@tanstack/react-query';

import type { Live } from './live-client.ts';

/** How long the server's word of one's own change is waited for, in milliseconds. */
const awaited = 10_000;

export interface ResourceChanges {
  /** Rows that this page changes itself: what it read of them it renews itself, so the server's word of it is no news. */
  mine: (subject: string, ids: readonly string[]) => void;
  /** Everything that was read of a resource is stale, but for what is `fresh`; what is shown is read again. */
  stale: (subject: string, fresh?: QueryKey) => Promise<void>;
}

/** Lists and pickers of a resource are read again when somebody changes its rows. Nothing else is. */
export function followResourceChanges(live: Pick<Live, 'listen' | 'onGap'>, queries: QueryClient): ResourceChanges {
  const own = new Map<string, ReturnType<typeof setTimeout>>();
  const stale = (subject: string, fresh?: QueryKey) => {
    const kept = fresh === undefined ? undefined : hashKey(fresh);
    return queries.invalidateQueries({
      predicate: ({ meta, queryHash }) => rowsIn(meta).includes(subject) && queryHash !== kept,
    });
  };

  live.listen((event) => {
    if (event.type !== 'resource-changed') return;
    const { subject, ids } = event.data;
    const keys = ids.map((id) => `${subject}:${id}`);
    const news = keys.length === 0 || keys.some((key) => !own.has(key));
    for (const key of keys) {
      clearTimeout(own.get(key));
      own.delete(key);
    }
    if (news) void stale(subject);
  });
  live.onGap((topic) => {
    if (topic === 'resources') void queries.invalidateQueries({ predicate: ({ meta }) => rowsIn(meta).length > 0 });
  });

  return {
    stale,
    mine(subject, ids) {
      for (const key of ids.map((id) => `${subject}:${id}`)) {
        clearTimeout(own.get(key));
        own.set(
          key,
          setTimeout(() => own.delete(key), awaited),
        );
      }
    },
  };
}

/** The resources whose rows, or names, were read. */
const rowsIn = (meta: QueryMeta | undefined): readonly unknown[] => {
  const subjects = meta?.['rowsOf'];
  return Array.isArray(subjects) ? subjects : [];
};
