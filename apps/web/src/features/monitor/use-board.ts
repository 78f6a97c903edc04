import { monitor } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';

import { useInvalidate, useRead } from '../../shared/api/queries.ts';
import { useLive, useTopic } from '../../shared/live/use-live.ts';
import { useThrottled } from '../../shared/live/use-throttled.ts';

/** However much happens, the board is read again so often at most, in milliseconds. */
const readEvery = 700;

/** The board as it is now: read again when the server says that it is another, and after whatever was not heard. */
export function useBoard() {
  const read = useRead();
  const invalidate = useInvalidate();
  const readAgain = useThrottled(() => void invalidate(monitor), readEvery);
  useTopic('monitor');
  useLive(
    ({ topic }) => {
      if (topic === 'monitor') readAgain();
    },
    (topic) => {
      if (topic === 'monitor') readAgain();
    },
  );
  return useQuery(read(monitor, {}));
}
