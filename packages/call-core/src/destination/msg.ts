import { announce } from '../activity/announcing.ts';
import { atBrokenPart, atMissingPart, markBroken } from '../activity/broken-part.ts';
import type { Destination } from '../board/destination.ts';
import { goesTo, type Next } from '../board/next.ts';
import type { Here } from '../board/vocabulary.ts';
import { lookUp } from '../lib/look-up.ts';
import { planOfCall } from '../turn/plan-versions.ts';
import { note, type Turn } from '../turn/turn.ts';
import { type DestinationKind } from './kind.ts';

/** A recorded announcement. */
export const msg: DestinationKind<'msg'> = {
  named: (plan, { announcement }) => `thông báo “${lookUp(plan.announcements, announcement)?.name ?? announcement}”`,
  visit(turn, here, { announcement: key, then }) {
    const plan = lookUp(planOfCall(turn, here.call).announcements, key);
    if (plan === undefined) return atMissingPart(turn, here, 'thông báo', key);
    if (plan.file === '') return silent(turn, here, plan.name, then ?? plan.then);
    note(turn, here.call, 'destination', `Phát thông báo “${plan.name}”`);
    return announce(turn, here, key, then === undefined ? plan : { ...plan, then });
  },
};

/** Nothing is heard: the call goes on where the announcement leads, and where it would have been the end somebody else takes it. */
function silent(turn: Turn, here: Here, name: string, then: Destination): Next {
  const words = `thông báo “${name}” chưa có âm thanh`;
  if (then.kind === 'hang-up') return atBrokenPart(turn, here, words);
  markBroken(turn, here, words);
  return goesTo(then);
}
