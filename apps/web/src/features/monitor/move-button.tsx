import { moveCall, type WatchedQueue } from '@alo/contract';
import { Button, IconCornerUpRight, persistently } from '@alo/ui';
import { lazy, Suspense, useState } from 'react';

import { useMay, useOwnExtension } from '../../kit/me/me.ts';

/** Nobody needs it who moves nothing. */
const MoveCall = lazy(() => persistently(() => import('./move-call.tsx')));

type Moved = Parameters<typeof MoveCall>[0];

/** The dialog for it, while it is open. */
export const Moving = (moved: Moved) => (
  <Suspense fallback={null}>
    <MoveCall {...moved} />
  </Suspense>
);

/** Leads somebody on who waits in a queue or a parking place. */
export function MoveButton({ callId, who, queues }: { callId: string; who: string; queues: readonly WatchedQueue[] }) {
  const may = useMay();
  const own = useOwnExtension();
  const [open, setOpen] = useState(false);
  // Call control hears it as what one's own extension asks.
  if (own === '' || !may(moveCall.access)) return null;
  return (
    <>
      <Button
        size="sm"
        icon={<IconCornerUpRight aria-hidden />}
        aria-label={`Chuyển ${who} đang chờ`}
        onClick={() => setOpen(true)}
      >
        Chuyển
      </Button>
      {open && <Moving callId={callId} agent={null} queues={queues} onClose={() => setOpen(false)} />}
    </>
  );
}
