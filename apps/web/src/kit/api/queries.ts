import type { Endpoint, ResultOf, StaleAfter } from '@alo/contract';
import { matchQuery, QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';

import { readAgain } from '../live/read-again.ts';
import type { Session } from '../session/storage.ts';
import type { Api, CallParts } from './client.ts';
import { useConsole } from './context.ts';
import { ApiProblem } from './problem.ts';

/**
 * The cache of what was read. Failed reads are tried again three times, after 1, 2 and 4 s (at most 30; specification §7);
 * a refusal is an answer and is not asked for again. Unused data goes after five minutes.
 */
export const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) =>
          failures < 3 && !(error instanceof ApiProblem && error.status >= 400 && error.status < 500),
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
        gcTime: 300_000,
        staleTime: 5000,
        // Without a network a read fails at once, is tried again as often, and says so; it is asked for anew when it is back.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // A save that nobody waits for any more must not go out by itself: see `useNetwork`.
      mutations: { networkMode: 'always' },
    },
  });

/** What a company seldom changes, and live events tell of: it is read once, and kept as long as the page. */
export const untilChanged = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY } as const;

declare module '@tanstack/react-query' {
  interface Register {
    /** When what was read is out of date, as its endpoint says. */
    queryMeta: { rowsOf?: readonly string[]; staleAfter?: StaleAfter | undefined };
  }
}

/** Key of everything that was read from one address. It starts with the company: no tenant ever sees another's cache. */
export const keyOf = (
  tenantCode: string,
  endpoint: Pick<Endpoint, 'base' | 'path'>,
): readonly [string, string, string] => [tenantCode, endpoint.base, endpoint.path];

/** Reads through the cache: `useQuery(useRead()(endpoint, { query }))`. */
export function useRead() {
  const { api, session } = useConsole();
  return reader(api, session);
}

/** The same before anything is shown. */
export const reader =
  (api: Api, { tenantCode }: Pick<Session, 'tenantCode'>) =>
  <E extends Endpoint>(endpoint: E, given: CallParts<E>) =>
    queryOptions<ResultOf<E>>({
      queryKey: [
        ...keyOf(tenantCode, endpoint),
        given.params ?? {},
        given.query ?? {},
        ...(given.body === undefined ? [] : [given.body]),
      ],
      meta: { rowsOf: endpoint.rowsOf, staleAfter: endpoint.staleAfter },
      // What is looked for by other words meanwhile is called off. Who reads one thing and turns away leaves it to be there when they are back.
      queryFn: given.query === undefined ? () => api(endpoint, given) : ({ signal }) => api(endpoint, given, signal),
    });

/** Marks everything read from these addresses as out of date, what is being read for the first time too. */
export function useInvalidate() {
  const queries = useQueryClient();
  const { session } = useConsole();
  return invalidating(queries, session);
}

/** The same where nothing is shown. */
export const invalidating =
  (queries: QueryClient, { tenantCode }: Pick<Session, 'tenantCode'>) =>
  (...endpoints: readonly Pick<Endpoint, 'base' | 'path'>[]) =>
    readAgain(queries, (query) =>
      endpoints.some((endpoint) => matchQuery({ queryKey: keyOf(tenantCode, endpoint) }, query)),
    );
