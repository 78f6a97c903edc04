import type { Turn } from '../turn.ts';
import type { TimerId } from '../vocabulary.ts';

/** Something about a person changed: they can be rung again, or not any more. Their queues may have a caller for them. */
export function personFree(_turn: Turn, _extension: string): void {
  // The queues' own.
}

/** Somebody joined the line of a queue, its plan changed, or its clock ran out. */
export function queueDue(_turn: Turn, _queue: string): void {
  // The queues' own.
}

/** A timer of a person has run out: the wrap-up is over. */
export function personTimer(_turn: Turn, _extension: string, _timer: TimerId): void {
  // The queues' own.
}

export function queueTimer(_turn: Turn, _queue: string, _timer: TimerId): void {
  // The queues' own.
}
