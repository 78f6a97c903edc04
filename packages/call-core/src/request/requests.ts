import type { Answer } from '../board/answer.ts';
import type { RequestedAction, RequestedEvent } from '../board/request.ts';
import { getFrom } from '../lib/persistent-map.ts';
import { queueRequest } from '../queue/queue-requests.ts';
import { lengthenWrapUp, writtenUp } from '../queue/wrap-up.ts';
import type { Turn } from '../turn/turn.ts';
import { back, complete, consult, merge, swap } from './consult.ts';
import { hangUpRequest } from './hang-up.ts';
import { hold, keys, pauseRecording } from './hold.ts';
import { invite, remove } from './invite.ts';
import { move } from './move.ts';
import { call, reach } from './originate.ts';
import { park, unpark } from './park.ts';
import { pickUp, pickUpByCode } from './pick-up.ts';
import { supervise } from './supervise.ts';
import { askSurvey } from './survey.ts';
import { transfer } from './transfer.ts';

/** Does what somebody asked for, once, and answers. */
export function takeRequest(turn: Turn, { id, by, what }: RequestedEvent): void {
  turn.replies.push(getFrom(turn.before.replies, id) ?? { id, ...answer(turn, by, what) });
}

function answer(turn: Turn, by: string | null, what: RequestedAction): Answer {
  switch (what.kind) {
    case 'call':
      return pickUpByCode(turn, by, what) ?? call(turn, by, what);
    case 'reach':
      return reach(turn, by, what);
    case 'hang-up':
      return hangUpRequest(turn, by, what);
    case 'transfer':
      return transfer(turn, by, what);
    case 'move':
      return move(turn, by, what);
    case 'consult':
      return consult(turn, by, what);
    case 'swap':
      return swap(turn, by, what.call);
    case 'complete':
      return complete(turn, by, what.call);
    case 'merge':
      return merge(turn, by, what.call);
    case 'back':
      return back(turn, by, what.call);
    case 'invite':
      return invite(turn, by, what);
    case 'remove':
      return remove(turn, by, what);
    case 'survey':
      return askSurvey(turn, by, what);
    case 'hold':
      return hold(turn, by, what);
    case 'park':
      return park(turn, by, what);
    case 'unpark':
      return unpark(turn, by, what);
    case 'pick-up':
      return pickUp(turn, by, what);
    case 'supervise':
      return supervise(turn, by, what);
    case 'pause-recording':
      return pauseRecording(turn, by, what);
    case 'keys':
      return keys(turn, by, what);
    case 'queue-join':
    case 'queue-leave':
    case 'queue-pause':
    case 'ready':
      return queueRequest(turn, by, what);
    case 'wrap-up-longer':
      return lengthenWrapUp(turn, by, what.extension, what.seconds);
    case 'written-up':
      return writtenUp(turn, by, what.extension, what.call);
    default:
      return what satisfies never;
  }
}
