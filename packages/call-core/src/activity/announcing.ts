import { goesTo, type Next, waits } from '../board/next.ts';
import type { Announcement } from '../board/plan.ts';
import type { Here } from '../board/vocabulary.ts';
import { lookUp } from '../lib/look-up.ts';
import { answerLeg, enter, play, startLegTimer } from '../turn/legs.ts';
import { planOfCall } from '../turn/plan-versions.ts';
import { sayNotice } from '../turn/recording-notice.ts';
import type { ActivityKind } from '../turn/turn.ts';
import { note, type Turn } from '../turn/turn.ts';

/** No announcement is longer; an engine that loses one does not keep the caller for ever. */
const longestMs = 5 * 60_000;

/** Hears a recorded announcement and goes on to where it leads. */
export const announcing: ActivityKind<'announcing'> = {
  stage: 'waiting',
  said: (plan, { announcement }) =>
    `Nghe thông báo “${lookUp(plan.announcements, announcement)?.name ?? announcement}”`,
  key(turn, here, { announcement, then }, digit) {
    if (lookUp(planOfCall(turn, here.call).announcements, announcement)?.skipKey !== digit) return waits;
    note(turn, here.call, 'destination', `Người gọi bấm phím ${digit} để bỏ qua thông báo`);
    return goesTo(then);
  },
  played: (_turn, _here, { then }) => goesTo(then),
  elapsed: (_turn, _here, { then }) => goesTo(then),
};

export function announce(turn: Turn, here: Here, key: string, { file, then }: Announcement): Next {
  answerLeg(turn, here);
  enter(turn, here, { kind: 'announcing', announcement: key, then });
  if (key === turn.plan.frontDoor?.notice) sayNotice(turn, here, [{ kind: 'file', file }]);
  else play(turn, here, [{ kind: 'file', file }]);
  startLegTimer(turn, here, 'announcement', longestMs);
  return waits;
}
