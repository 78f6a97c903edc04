import type { Destination } from './destination.ts';
import type { Cause } from './vocabulary.ts';

/** Where a leg goes next: the answer of a destination's visit or of an activity's handler. */
export type Next =
  /** The leg stays with what it is doing now. */
  | { readonly next: 'waits' }
  | { readonly next: 'goes to'; readonly destination: Destination }
  /** Its way is over. */
  | { readonly next: 'ends'; readonly cause: Cause };

export const waits: Next = { next: 'waits' };

export function goesTo(destination: Destination): Next {
  return { next: 'goes to', destination };
}

export function ends(cause: Cause): Next {
  return { next: 'ends', cause };
}
