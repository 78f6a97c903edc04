import type { Digit, Here } from '../board/vocabulary.ts';
import { lookUp } from '../lib/look-up.ts';
import { internalPrefixes } from '../routing/internal-prefixes.ts';
import { planOfCall } from '../turn/plan-versions.ts';
import { sayRefused } from '../turn/recording-notice.ts';
import { amend, callAt, legAt, note, type Turn } from '../turn/turn.ts';

/**
 * Whoever has heard that the call is recorded may refuse it by the key that was named, whatever they are doing: nothing is recorded from
 * then on. A key that means something where they are means that.
 */
export function refusesRecording(turn: Turn, here: Here, digit: Digit): boolean {
  const { notice } = legAt(turn, here);
  const { stage, recordingRefused } = callAt(turn, here.call);
  if (notice?.key !== digit || stage !== 'open' || recordingRefused !== undefined) return false;
  if (meansSomething(turn, here, digit)) return false;
  const drops = turn.plan.recordingNotice?.drops === true;
  amend(turn, here.call, { recordingRefused: { at: turn.at, key: digit, drops } });
  const then = drops ? 'không ghi âm nữa, bỏ phần đã ghi' : 'không ghi âm nữa';
  note(turn, here.call, 'talk', `Khách bấm phím ${digit}, từ chối ghi âm: ${then}`, { key: digit });
  sayRefused(turn, here);
  return true;
}

function meansSomething(turn: Turn, here: Here, digit: Digit): boolean {
  const plan = planOfCall(turn, here.call);
  const { activity } = legAt(turn, here);
  switch (activity.kind) {
    case 'announcing':
      return lookUp(plan.announcements, activity.announcement)?.skipKey === digit;
    case 'menu': {
      const menu = lookUp(plan.menus, activity.menu);
      if (menu === undefined || activity.keys !== '') return true;
      const begins = Object.keys(menu.keys).some((keys) => keys.startsWith(digit));
      return begins || (menu.directDialling && internalPrefixes(turn.plan).has(digit));
    }
    case 'queue-wait': {
      const queue = lookUp(plan.queues, activity.queue);
      if (queue === undefined || activity.hears === 'question') return true;
      return queue.callback?.key === digit || lookUp(queue.exits, digit) !== undefined;
    }
    case 'broadcast':
      return lookUp(activity.keys, digit) !== undefined;
    case 'otp':
      return activity.repeatKey === digit;
    case 'coding':
    case 'survey':
    case 'proving':
    case 'mailbox':
    case 'reconsidering':
    case 'confirming':
    case 'prompting':
    case 'taking-message':
      return true;
    case 'routing':
    case 'offering':
    case 'offered':
    case 'called':
    case 'talking':
    case 'supervising':
    case 'queue-offered':
    case 'parked':
    case 'echo-test':
    case 'saying':
    case 'deciding':
      return false;
    default:
      return activity satisfies never;
  }
}
