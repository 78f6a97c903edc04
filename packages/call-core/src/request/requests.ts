import { getFrom } from '../persistent-map.ts';
import type { RequestedEvent } from '../request.ts';
import type { Turn } from '../turn.ts';
import { refused } from './refused.ts';

/** Does what somebody asked for, once, and answers. */
export function takeRequest(turn: Turn, event: RequestedEvent): void {
  const known = getFrom(turn.before.replies, event.id);
  turn.replies.push(known ?? { id: event.id, ...refused('not-now', 'Chưa làm được việc này') });
}
