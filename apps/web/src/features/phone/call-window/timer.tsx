import { minutesSeconds } from '../../../shared/format/time.ts';
import { useSeconds } from '../../../shared/use-seconds.ts';

/** Minutes and seconds since a moment, running. It is not announced: a screen reader would never stop. */
export function Timer({ since }: { since: number }) {
  const now = useSeconds();
  return <span role="timer">{minutesSeconds((now - since) / 1000)}</span>;
}
