import { announce } from '../activity/announcing.ts';
import { atBrokenPart, markBroken } from '../broken-part.ts';
import type { Destination } from '../destination.ts';
import { lookUp } from '../look-up.ts';
import { goesTo, type Next } from '../next.ts';
import { note, type Turn } from '../turn.ts';
import { planOf } from '../versions.ts';
import type { Here } from '../vocabulary.ts';
import { type DestinationKind, missing } from './kind.ts';

/** A recorded announcement. */
export const msg: DestinationKind<'msg'> = {
  named: (plan, { announcement }) => `thông báo “${lookUp(plan.announcements, announcement)?.name ?? announcement}”`,
  visit(turn, here, { announcement: key, then }) {
    const plan = lookUp(planOf(turn, here.call).announcements, key);
    if (plan === undefined) return missing(turn, here, 'thông báo', key);
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
