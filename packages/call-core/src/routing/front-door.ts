import { matchTimeGroup } from '@alo/calendar';
import type { Destination } from '../board/destination.ts';
import type { InboundRule } from '../board/plan.ts';
import type { Here } from '../board/vocabulary.ts';
import { localTimeWords } from '../lib/local-time-words.ts';
import { recordsCall } from '../turn/recordings.ts';
import { note, type Turn } from '../turn/turn.ts';

/** Where a rule leads, by way of what the company wants said first. */
export function throughFrontDoor(turn: Turn, here: Here, { destination, timeGroup }: InboundRule): Destination {
  const { frontDoor, timeZone } = turn.plan;
  if (frontDoor === null || destination.kind === 'hang-up') return destination;
  const { hours, closed, notice } = frontDoor;
  if (hours !== null && timeGroup === null) {
    const { slot, local } = matchTimeGroup(hours, turn.at, timeZone);
    note(turn, here.call, 'time', `${hours.name}: ${slot === null ? 'ngoài giờ' : 'trong giờ'}`, {
      local: localTimeWords(local),
    });
    if (slot === null) return { kind: 'msg', announcement: closed };
  }
  const says = notice !== null && recordsCall(turn, here.call);
  return says ? { kind: 'msg', announcement: notice, then: destination } : destination;
}
