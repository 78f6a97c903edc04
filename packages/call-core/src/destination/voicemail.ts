import { atMissingPart } from '../activity/broken-part.ts';
import { greet } from '../activity/voicemail.ts';
import { lookUp } from '../lib/look-up.ts';
import { note } from '../turn/turn.ts';
import { type DestinationKind } from './kind.ts';

/** A box in which callers leave a message. */
export const voicemail: DestinationKind<'voicemail'> = {
  named: (plan, { box }) => `hộp thư thoại “${lookUp(plan.voicemailBoxes, box)?.name ?? box}”`,
  visit(turn, here, { box: key }) {
    const box = lookUp(turn.plan.voicemailBoxes, key);
    if (box === undefined) return atMissingPart(turn, here, 'hộp thư thoại', key);
    const thanks =
      box.onlyThanks === true
        ? ': chào, cảm ơn rồi gác máy'
        : turn.plan.roomIsFull === true
          ? ': chào rồi gác máy, vì doanh nghiệp đã dùng hết dung lượng được cấp'
          : '';
    note(turn, here.call, 'destination', `Hộp thư thoại “${box.name}”${thanks}`, {
      maxSeconds: String(box.maxSeconds),
    });
    return greet(turn, here, key, box);
  },
};
