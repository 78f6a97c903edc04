import type { CtiAgent, CtiStanding } from '@alo/softphone';
import { z } from 'zod';

import type { SharedValue } from '../../kit/browser/shared-value.ts';

/** Events of the document, which is all that a page and a browser's extension share. What they carry is JSON, as text. */
const toldBy = 'alo-desk-agent';
const askedBy = 'alo-desk-wish';

const party = z.object({ number: z.string().max(64), name: z.string().max(200).default('') });
const call = z.string().min(1).max(100);
const standing = z
  .discriminatedUnion('state', [
    z.object({ state: z.literal('initiated'), party, call: call.exactOptional() }),
    z.object({ state: z.literal('fail'), party }),
    z.object({ state: z.literal('ringing'), party, call }),
    z.object({ state: z.enum(['connected', 'hold']), party, call, made: z.boolean().exactOptional() }),
  ])
  .nullable();

/** What is asked of the program: `tell` is how its telephone stands now. */
type Wish =
  | { readonly wish: 'tell' | 'hang-up' | 'decline' }
  | { readonly wish: 'call'; readonly target: string }
  | { readonly wish: 'hold'; readonly on: boolean }
  | { readonly wish: 'key'; readonly key: string };

/**
 * The agent of mode 3: the switchboard's `own`, until a program of another maker in the page tells of a telephone. From then on that one
 * is asked, and `taken` says so.
 */
export function agentInPage(own: CtiAgent, place: EventTarget, taken: SharedValue<boolean>): CtiAgent {
  const ask = (wish: Wish) => place.dispatchEvent(new CustomEvent(askedBy, { detail: JSON.stringify(wish) }));
  const either = (theirs: Wish, ours: () => void) => (taken.get() ? void ask(theirs) : ours());
  return {
    watch(tell) {
      const unwatch = own.watch((now) => taken.get() || tell(now));
      const heard = (event: Event) => {
        const now = standingIn(event);
        if (now === undefined) return;
        taken.set(true);
        tell(now);
      };
      place.addEventListener(toldBy, heard);
      ask({ wish: 'tell' });
      return () => {
        unwatch();
        place.removeEventListener(toldBy, heard);
      };
    },
    call: (target) => either({ wish: 'call', target }, () => own.call(target)),
    hangUp: () => either({ wish: 'hang-up' }, () => own.hangUp()),
    decline: () => either({ wish: 'decline' }, () => own.decline()),
    hold: (on) => either({ wish: 'hold', on }, () => own.hold(on)),
    key: (tone) => either({ wish: 'key', key: tone }, () => own.key(tone)),
  };
}

/** Undefined for what is no standing: whatever else speaks there is not heard. */
function standingIn(event: Event): CtiStanding | undefined {
  if (!(event instanceof CustomEvent) || typeof event.detail !== 'string') return undefined;
  try {
    return standing.safeParse(JSON.parse(event.detail)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
