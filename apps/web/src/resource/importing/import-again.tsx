import type { Job } from '@alo/contract';
import { Dialog } from '@alo/ui';

import { ImportSteps } from './import-steps.tsx';

/** An import whose dialog was closed: to be gone on with where it waits, and looked at or taken back where it is over. */
export default function ImportAgain({ job, onClose }: { job: Job; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={job.title} width={720} place="top">
      <ImportSteps id={job.id} onClose={onClose} />
    </Dialog>
  );
}
