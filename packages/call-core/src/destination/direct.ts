import { atMissingPart } from '../activity/broken-part.ts';
import { attemptAt, offer } from '../activity/offering.ts';
import { goesTo } from '../board/next.ts';
import { lookUp } from '../lib/look-up.ts';
import { extensionName } from '../turn/parties.ts';
import { amend, note } from '../turn/turn.ts';
import { type DestinationKind } from './kind.ts';

/** Rings one extension. A person on the phone is busy; a person who is merely on a break is rung all the same. */
export const direct: DestinationKind<'direct'> = {
  named: (_plan, { extension }) => `máy nhánh ${extension}`,
  visit(turn, here, { extension }) {
    const plan = lookUp(turn.plan.extensions, extension);
    if (plan === undefined) return atMissingPart(turn, here, 'máy nhánh', extension);
    const { forwards } = plan;
    amend(turn, here.call, { sought: extension });
    if (forwards?.always) {
      note(turn, here.call, 'destination', `${extensionName(turn.plan, extension)} luôn chuyển cuộc gọi`);
      return goesTo(forwards.always);
    }
    note(turn, here.call, 'destination', `Gọi ${extensionName(turn.plan, extension)}`, {
      ringSeconds: String(plan.ringSeconds),
    });
    return offer(turn, here, {
      waves: [[attemptAt(turn, here, extension)]],
      ringMs: plan.ringSeconds * 1000,
      otherwise: plan.otherwise,
      ...(forwards === undefined ? {} : { forwards }),
    });
  },
};
