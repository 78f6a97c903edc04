import type { HistoryBehind } from '../http/health.ts';
import type { Calls } from './start-calls.ts';

/** What happened in the calls of this process and is not in the history. */
export function historyBehind(calls: Calls | undefined): HistoryBehind {
  const figures = [...(calls?.telephony.figures().values() ?? [])].map(({ history }) => history);
  const since = figures.flatMap((one) => one.since ?? []);
  return {
    lagMs: since.length === 0 ? 0 : Date.now() - Math.min(...since),
    refused: figures.reduce((all, one) => all + one.refused, 0),
  };
}
