import { type Job, jobs } from '@alo/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { useRead } from '../api/queries.ts';
import { useLive } from '../live/use-live.ts';

/** The person's work in the background, newest first, as it goes on. */
export function useJobs(): readonly Job[] {
  const queries = useQueryClient();
  const wanted = useRead()(jobs, {});
  const { data } = useQuery({ ...wanted, staleTime: 60_000 });
  useLive(
    (event) => {
      if (event.type !== 'job-changed') return;
      queries.setQueryData(wanted.queryKey, (known) => known && { data: withJob(known.data, event.data) });
    },
    (topic) => {
      if (topic === 'me') void queries.invalidateQueries({ queryKey: wanted.queryKey });
    },
  );
  return data?.data ?? [];
}

/** The list with what has become of one of them; a new one stands first. */
export function withJob(known: readonly Job[], changed: Job): Job[] {
  return known.some(({ id }) => id === changed.id)
    ? known.map((job) => (job.id === changed.id ? changed : job))
    : [changed, ...known];
}
