import { atMissingPart } from '../activity/broken-part.ts';
import { attemptAt, offer } from '../activity/offering.ts';
import { lookUp } from '../lib/look-up.ts';
import { changeLeg } from '../turn/legs.ts';
import { extensionName } from '../turn/parties.ts';
import { note } from '../turn/turn.ts';
import { type DestinationKind } from './kind.ts';

/** Back to the person who sent the call on or parked it, once. */
export const recall: DestinationKind<'recall'> = {
  named: (_plan, { extension }) => `gọi lại máy nhánh ${extension}`,
  visit(turn, here, { extension }) {
    const plan = lookUp(turn.plan.extensions, extension);
    if (plan === undefined) return atMissingPart(turn, here, 'máy nhánh', extension);
    note(turn, here.call, 'destination', `Không ai nhận: trả cuộc gọi về ${extensionName(turn.plan, extension)}`);
    changeLeg(turn, here, { recall: null });
    return offer(turn, here, {
      waves: [[attemptAt(turn, here, extension)]],
      ringMs: plan.ringSeconds * 1000,
      otherwise: plan.otherwise,
      how: 'transfer',
    });
  },
};
