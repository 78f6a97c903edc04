import type { Destination } from '../plan.ts';
import { note, type Turn } from '../turn.ts';

/** The plan names something that is no longer in it: the call cannot go on, and the trace says what is missing. */
export function missing(turn: Turn, what: string, key: string): Destination {
  note(turn, 'destination', `Không tìm thấy ${what} “${key}” trong cấu hình`);
  return { kind: 'hang-up', cause: 'failed' };
}
