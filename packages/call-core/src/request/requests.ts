import { getFrom } from '../persistent-map.ts';
import type { RequestedEvent } from '../request.ts';
import type { Turn } from '../turn.ts';
import { askQueues } from '../queue/queue-requests.ts';
import { refused } from './refused.ts';

/** Does what somebody asked for, once, and answers. */
export function takeRequest(turn: Turn, event: RequestedEvent): void {
  const known = getFrom(turn.before.replies, event.id);
  const { what } = event;
  const queueAnswer = what.kind === 'queue-join' || what.kind === 'queue-leave' || what.kind === 'queue-pause' || what.kind === 'ready' ? askQueues(turn, event.by, what) : null;
  turn.replies.push(known ?? { id: event.id, ...(queueAnswer ?? refused('not-now', 'Chưa làm được việc này')) });
}
