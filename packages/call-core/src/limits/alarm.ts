import type { Alarm } from '../board/usage.ts';
import { read, write } from '../lib/draft.ts';
import type { Turn } from '../turn/turn.ts';

/** Alarms of one kind within an hour after the first count as one. */
const rowMs = 3_600_000;

/** Raises an alarm, or counts it to the one that stands. */
export function raiseAlarm(turn: Turn, { kind, of, words }: Pick<Alarm, 'kind' | 'of' | 'words'>): void {
  const key = `${kind} ${of}`;
  const before = read(turn.alarms, key);
  const stands = before !== undefined && turn.at - before.since < rowMs;
  const since = stands ? before.since : turn.at;
  write(turn.alarms, key, { kind, of, words, since, last: turn.at, count: stands ? before.count + 1 : 1 });
}
