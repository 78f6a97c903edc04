import { useEffect, useEffectEvent, useRef } from 'react';

/** Runs something soon, at most once in `every` milliseconds, however often it is asked for. */
export function useThrottled(run: () => void, every: number): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const runNow = useEffectEvent(run);
  const start = useRef(() => undefined as void);
  useEffect(() => {
    start.current = () => {
      timer.current ??= setTimeout(() => {
        timer.current = undefined;
        runNow();
      }, every);
    };
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [every]);
  return () => start.current();
}
