import type { WatchedQueue } from '@alo/contract';
import { useState } from 'react';

/** The queues, the same list until another one is there, or has other people free: rows that show none are not drawn again. */
export function useSameQueues(queues: readonly WatchedQueue[]): readonly WatchedQueue[] {
  const [known, setKnown] = useState(queues);
  const isSame =
    known === queues ||
    (known.length === queues.length &&
      known.every(({ id, name, ready }, at) => {
        const now = queues[at];
        return now !== undefined && now.id === id && now.name === name && now.ready === ready;
      }));
  if (isSame) return known;
  setKnown(queues);
  return queues;
}
