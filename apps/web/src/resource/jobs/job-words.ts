import { type Job, jobStates } from '@alo/contract';
import { count, percent } from '../../kit/format/numbers.ts';
import { bulkReportOf, bulkWords } from './bulk-words.ts';

/** Whether it is still at work, or wants to be. */
export const isBusy = ({ state }: Pick<Job, 'state'>): boolean => state === 'queued' || state === 'running';

/** How a job stands, in a few words: "Đang chạy · 45% (450 / 1.000)". */
export function jobWords({ state, done, total, error, cancel_requested: cancelling, ...job }: Job): string {
  if (isBusy({ state }) && cancelling) return 'Đang dừng lại…';
  if (state === 'failed') return error === '' ? jobStates.failed : `${jobStates.failed}: ${error}`;
  const report = bulkReportOf(job);
  if (report !== undefined && (state === 'done' || state === 'cancelled')) {
    return state === 'done' ? bulkWords(report) : `${jobStates.cancelled}: ${bulkWords(report)}`;
  }
  if (state !== 'running') return jobStates[state];
  if (total !== null && total > 0) {
    const part = Math.min(100, Math.floor((100 * done) / total));
    return `${jobStates.running} · ${percent(part)} (${count(done)} / ${count(total)})`;
  }
  return done > 0 ? `${jobStates.running} · ${count(done)} dòng` : jobStates.running;
}
