/**
 * Where the phone stands: in the page, or in a window of its own above those of other programs.
 * ```
 *   in-page ──opened in a call──► floating (call) ──the call is over and nothing is left to write──► in-page
 *      │                              │
 *      └──opened without one──► floating (stays)  │ folded, closed by hand
 *                                     └───────────┴──────────────────────────────────────────────► in-page
 * ```
 */
export type Floating = 'in-page' | 'for-call' | 'stays';

export type FloatingEvent =
  | { readonly type: 'opened'; readonly inCall: boolean }
  /** Its window was closed, by whomever. */
  | { readonly type: 'back' }
  /** How the phone stands; `written`: there is no card of a call any more. */
  | { readonly type: 'phone'; readonly inCall: boolean; readonly written: boolean; readonly folded: boolean };

/** Who has opened it for a call has it closed with the call; who has opened it before one waits for calls in it. */
export function stepFloating(floating: Floating, event: FloatingEvent): Floating {
  switch (event.type) {
    case 'opened':
      return event.inCall ? 'for-call' : 'stays';
    case 'back':
      return 'in-page';
    case 'phone':
      if (event.folded) return 'in-page';
      return floating === 'for-call' && !event.inCall && event.written ? 'in-page' : floating;
    default:
      return event satisfies never;
  }
}
