import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** Readings that are repeated as soon as they are answered. */
const repeated = new WeakMap<Query, Promise<void>>();

/**
 * What was read is out of date; what is shown is read again. A reading that is under way may be answered from before: it is not
 * broken off, for the server has begun with it and somebody may wait for it, but asked once more as soon as it is there, however
 * often it went out of date meanwhile.
 */
export async function readAgain(queries: QueryClient, which: (query: Query) => boolean): Promise<void> {
  const underWay = new Set(
    queries.getQueryCache().findAll({
      fetchStatus: 'fetching',
      // Between two tries nothing is under way: what is tried next is begun at once.
      predicate: (query) => which(query) && (query.state.data === undefined || query.state.fetchFailureCount === 0),
    }),
  );
  await Promise.all([
    queries.invalidateQueries({ predicate: (query) => which(query) && !underWay.has(query) }),
    ...[...underWay].map((query) => onceMore(queries, query)),
  ]);
}

function onceMore(queries: QueryClient, query: Query): Promise<void> {
  const known = repeated.get(query);
  if (known) return known;
  const { queryKey, promise } = query;
  const answered = (async () => {
    // Where it fails whoever waits for it is told, and the next reading begins after the change.
    await promise?.catch(() => undefined);
    repeated.delete(query);
    await queries.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
  })();
  repeated.set(query, answered);
  return answered;
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
