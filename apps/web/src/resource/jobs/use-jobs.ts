import { type Job, jobs } from '@alo/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { useLive } from '../../kit/live/use-live.ts';
import { isBusy } from './job-words.ts';

/** Work that goes on is read again so often, in milliseconds: word of its end may come before anybody listens. */
const lookEvery = 2_000;

/** The person's work in the background, newest first, as it goes on. `awaited` is one that was asked for and may not be known yet. */
export function useJobs(awaited?: string): readonly Job[] {
  const queries = useQueryClient();
  const wanted = useRead()(jobs, {});
  const invalidate = useInvalidate();
  const { data } = useQuery({
    ...wanted,
    staleTime: 60_000,
    refetchInterval: ({ state }) => (goesOn(state.data?.data ?? [], awaited) ? lookEvery : false),
  });
  useLive(
    (event) => {
      if (event.type !== 'job-changed') return;
      queries.setQueryData(wanted.queryKey, (known) => known && { data: withJob(known.data, event.data) });
    },
    (topic) => {
      if (topic === 'me') void invalidate(jobs);
    },
  );
  return data?.data ?? [];
}

const goesOn = (known: readonly Job[], awaited: string | undefined): boolean =>
  known.some(isBusy) || (awaited !== undefined && !known.some(({ id }) => id === awaited));

/** The list with what has become of one of them; a new one stands first. */
export function withJob(known: readonly Job[], changed: Job): Job[] {
  return known.some(({ id }) => id === changed.id)
    ? known.map((job) => (job.id === changed.id ? changed : job))
    : [changed, ...known];
}
