import type { CallRow } from '@alo/contract';

import { useSeconds } from '../../kit/clock/use-seconds.ts';
import { lasted } from '../../kit/format/time.ts';

/** How long whoever called has waited: of a call that nobody has answered yet, up to now. */
export function Waited({ call }: { call: Pick<CallRow, 'status' | 'answered_at' | 'started_at' | 'wait_seconds'> }) {
  return call.status === 'in_progress' && call.answered_at === null ? (
    <Waiting since={Date.parse(call.started_at)} />
  ) : (
    lasted(call.wait_seconds)
  );
}

function Waiting({ since }: { since: number }) {
  return lasted(Math.max(0, (useSeconds() - since) / 1_000));
}
