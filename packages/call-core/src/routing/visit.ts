import { closeCall } from '../ending.ts';
import { type Destination, lookUp } from '../plan.ts';
import { amend, note, type Turn } from '../turn.ts';
import { visitDirect } from './direct.ts';
import { visitGroup } from './group.ts';
import { visitMsg } from './msg.ts';
import { visitTime } from './time.ts';
import { visitVoicemail } from './voicemail.ts';

/** A plan that leads in a circle is left after so many destinations. */
const maxHops = 32;

/**
 * Goes to a destination, and on to where it leads, until the call waits for something or is over. Each kind has its file,
 * whose `visit…` answers where to go at once, or null when the call now waits there.
 */
export function visit(turn: Turn, first: Destination | null): void {
  for (let next = first; next !== null; ) {
    if (turn.call.hops >= maxHops) {
      note(turn, 'destination', `Kịch bản đi vòng: dừng sau ${maxHops} điểm đến`);
      return closeCall(turn, 'system', 'failed');
    }
    amend(turn, { hops: turn.call.hops + 1 });
    next = visitOne(turn, next);
  }
}

function visitOne(turn: Turn, destination: Destination): Destination | null {
  switch (destination.kind) {
    case 'direct':
      return visitDirect(turn, destination.extension);
    case 'group':
      return visitGroup(turn, destination.group);
    case 'msg':
      return visitMsg(turn, destination.announcement);
    case 'time':
      return visitTime(turn, destination.condition);
    case 'voicemail':
      return visitVoicemail(turn, destination.box);
    case 'hang-up':
      closeCall(turn, 'system', destination.cause);
      return null;
    default:
      return destination satisfies never;
  }
}

/** What a destination is called, for the trace. */
export function describe(turn: Turn, destination: Destination): string {
  const { plan } = turn;
  switch (destination.kind) {
    case 'direct':
      return `máy nhánh ${destination.extension}`;
    case 'group':
      return `nhóm đổ chuông “${lookUp(plan.groups, destination.group)?.name ?? destination.group}”`;
    case 'msg':
      return `thông báo “${lookUp(plan.announcements, destination.announcement)?.name ?? destination.announcement}”`;
    case 'time':
      return `điều kiện thời gian “${lookUp(plan.timeConditions, destination.condition)?.name ?? destination.condition}”`;
    case 'voicemail':
      return `hộp thư thoại “${lookUp(plan.voicemailBoxes, destination.box)?.name ?? destination.box}”`;
    case 'hang-up':
      return 'kết thúc cuộc gọi';
    default:
      return destination satisfies never;
  }
}
