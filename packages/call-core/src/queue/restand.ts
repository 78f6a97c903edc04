import type { Turn } from '../turn/turn.ts';
import { queuesOf } from './members.ts';
import { changeMember } from './queue-changes.ts';
import { beginWrapUp } from './wrap-up.ts';

/**
 * Brings what queues know of a person up to what they do now. Whoever has just finished a conversation with a customer may have
 * something to write up first.
 */
export function restand(turn: Turn, extension: string): void {
  beginWrapUp(turn, extension);
  for (const queue of queuesOf(turn, extension)) changeMember(turn, queue, extension);
}
