import { announce } from '../activity/announcing.ts';
import { lookUp } from '../look-up.ts';
import { note } from '../turn.ts';
import { type DestinationKind, missing } from './kind.ts';

/** A recorded announcement. */
export const msg: DestinationKind<'msg'> = {
  named: (plan, { announcement }) => `thông báo “${lookUp(plan.announcements, announcement)?.name ?? announcement}”`,
  visit(turn, here, { announcement: key }) {
    const plan = lookUp(turn.plan.announcements, key);
    if (plan === undefined) return missing(turn, here, 'thông báo', key);
    note(turn, here.call, 'destination', `Phát thông báo “${plan.name}”`);
    return announce(turn, here, key, plan);
  },
};
