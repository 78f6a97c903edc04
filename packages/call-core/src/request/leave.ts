import { handle } from '../handle.ts';
import { hangUp } from '../legs.ts';
import { doerByExtension } from '../parties.ts';
import { later, type Turn } from '../turn.ts';
import type { Cause, Here } from '../vocabulary.ts';

/** Takes a leg out of its call because somebody asked for it (null: the product itself). */
export function takeOut(turn: Turn, here: Here, by: string | null, cause: Cause = 'normal'): void {
  handle(turn, here, { what: 'left', cause: cause === 'normal' ? 'rejected' : cause, sipCode: null });
  hangUp(turn, here, cause);
  later(turn, { kind: 'left', call: here.call, who: doerByExtension(by), cause });
}
