import type { Cause, Here } from '../board/vocabulary.ts';
import { tellActivity } from '../turn/activity-events.ts';
import { hangUp } from '../turn/legs.ts';
import { doerByExtension } from '../turn/parties.ts';
import { later, type Turn } from '../turn/turn.ts';

/** Takes a leg out of its call because somebody asked for it (null: the product itself). */
export function removeLeg(turn: Turn, here: Here, by: string | null, cause: Cause = 'normal'): void {
  tellActivity(turn, here, { what: 'left', cause: cause === 'normal' ? 'rejected' : cause, sipCode: null });
  hangUp(turn, here, cause);
  later(turn, { kind: 'left', call: here.call, who: doerByExtension(by), cause });
}
