import { useSeconds } from '../../kit/clock/use-seconds.ts';
import { minutesSeconds } from '../../kit/format/time.ts';

/** Minutes and seconds since a moment, running. It is not announced: a screen reader would never stop. */
export function Timer({ since }: { since: number }) {
  const now = useSeconds();
  return <span role="timer">{minutesSeconds((now - since) / 1000)}</span>;
}
