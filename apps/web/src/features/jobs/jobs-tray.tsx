import type { Job } from '@alo/contract';
import { persistently } from '@alo/ui';
import { lazy, Suspense, useState } from 'react';

import { useLive } from '../../kit/live/use-live.ts';
import { useJobs } from '../../resource/jobs/use-jobs.ts';

// Few people import and export, and not often.
const JobsList = lazy(() => persistently(() => import('./jobs-list.tsx')));

/** What goes on in the background for the person: exports and imports, with their files. Not there while there is nothing. */
export function JobsTray() {
  const jobs = useJobs();
  const [done, setDone] = useState<readonly Job[]>([]);
  useLive(
    (event) => {
      if (event.type === 'job-changed' && event.data.state === 'done') setDone((before) => [...before, event.data]);
    },
    () => undefined,
  );
  if (jobs.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <JobsList jobs={jobs} done={done} onTold={() => setDone([])} />
    </Suspense>
  );
}
