import { monitor, type WatchedBoard } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { useLive, useTopic } from '../../kit/live/use-live.ts';
import { useThrottled } from '../../kit/live/use-throttled.ts';
import { laidOver } from './board-view.ts';

/** However much happens, the board is drawn again so often at most, in milliseconds. */
const drawEvery = 250;

interface Told {
  readonly board: WatchedBoard;
  /** When the whole of it was told. */
  readonly at: number;
}

/** The board as it is now: read once, then told by the live socket, whole and then what becomes of it. */
export function useBoard() {
  const read = useRead();
  const latest = useRef<Told>(undefined);
  const [told, setTold] = useState<Told>();
  const draw = useThrottled(() => setTold(latest.current), drawEvery);
  useTopic('monitor');
  useLive(
    (event) => {
      if (event.type === 'board') {
        latest.current = { board: event.data, at: Date.now() };
        setTold(latest.current);
      } else if (event.type === 'board-changed' && latest.current !== undefined) {
        const { board, at } = latest.current;
        latest.current = { board: laidOver(board, event.data), at };
        draw();
      }
    },
    () => undefined,
  );
  // What is told is never older than what is read.
  const { data, dataUpdatedAt, error, refetch } = useQuery({ ...read(monitor, {}), enabled: told === undefined });
  return { board: told?.board ?? data, at: told?.at ?? dataUpdatedAt, error, refetch };
}
