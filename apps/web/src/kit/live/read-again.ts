import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * What was read is out of date; what is shown is read again. A first reading that is under way may have been answered from before:
 * it is not broken off, for somebody waits for it, but asked once more as soon as it is there.
 */
export async function readAgain(queries: QueryClient, which: (query: Query) => boolean): Promise<void> {
  const first = queries
    .getQueryCache()
    .findAll({ fetchStatus: 'fetching', predicate: (query) => query.state.data === undefined && which(query) });
  const then = first.map(async ({ promise, queryKey }) => {
    // Where it fails whoever waits for it is told, and the next reading begins after the change.
    await promise?.catch(() => undefined);
    await queries.invalidateQueries({ queryKey, exact: true });
  });
  await Promise.all([queries.invalidateQueries({ predicate: which }), ...then]);
}

/**
 * A change was answered with what is there now, and that is shown. A reading that is under way may have been answered from before
 * it and would come last: it is broken off and asked once more.
 */
export async function showAnswer<T>(queries: QueryClient, queryKey: QueryKey, answer: T): Promise<void> {
  queries.setQueryData(queryKey, answer);
  if (queries.getQueryState(queryKey)?.fetchStatus !== 'fetching') return;
  await queries.invalidateQueries({ queryKey, exact: true, refetchType: 'all' });
}
