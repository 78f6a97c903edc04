import { localTime } from '@alo/calendar';
import { type Board, personOf } from '../board/board.ts';
import type { Queue } from '../board/queue.ts';
import { inOrder } from '../board/queue-line.ts';
import { type Membership, standingOf, standingWords } from '../board/queue-membership.ts';
import type { QueuePlan } from '../board/queue-plan.ts';
import { nextShiftOf } from '../board/queue-roster.ts';
import { lackOf, needsAfter } from '../board/skill-needs.ts';
import type { CallId, Instant } from '../board/vocabulary.ts';
import { owedOf } from '../board/wrap-up.ts';
import { localTimeWords } from '../lib/local-time-words.ts';
import { lookUp } from '../lib/look-up.ts';
import { getFrom } from '../lib/persistent-map.ts';
import { choiceFor, isDue, memberPlan } from '../queue/match.ts';
import { type Floor, floorBetween } from '../queue/staff.ts';

/** A queue as one of its members sees it. */
type OwnQueue = Pick<Membership, 'joined' | 'pause'> & {
  readonly queue: string;
  readonly name: string;
  /** Whether they can be rung for it. */
  readonly free: boolean;
  /** The one reason that counts at the moment; of who is free, who comes first. */
  readonly words: string;
};

/** "Vì sao tôi không có cuộc gọi?": what keeps the calls of all queues from a person ('' where nothing does), and of each of theirs. */
type WhyNoCalls = {
  readonly words: string;
  readonly wrapUpUntil: Instant | null;
  /** The conversation of which the outcome must be kept before calls come again. */
  readonly owes: CallId | null;
  readonly queues: readonly OwnQueue[];
};

export function whyNoCalls(board: Board, extension: string, at: Instant): WhyNoCalls {
  const floor = floorBetween(board, at);
  const person = personOf(board, extension);
  const standing = standingOf(person, anyMember, lookUp(board.plan.extensions, extension) ?? {});
  return {
    words: standing === 'free' ? '' : standingWords(standing, person, anyMember),
    wrapUpUntil: person.wrapUpUntil,
    owes: owedOf(person.writesUp),
    queues: floor.queuesOf(extension).flatMap((key) => ownQueue(floor, board.plan.timeZone, key, extension) ?? []),
  };
}

/** A member of whom no queue knows anything. */
const anyMember = { joined: true, pause: null, missed: 0, restTimer: null };

function ownQueue(floor: Floor, timeZone: string, key: string, extension: string): OwnQueue | null {
  const plan = lookUp(floor.plans, key);
  const queue = floor.queueOf(key);
  const member = queue === undefined ? undefined : getFrom(queue.members, extension);
  if (plan === undefined || queue === undefined || member === undefined) return null;
  const { joined, pause, standing } = member;
  const words =
    standing === 'free'
      ? whoIsFirst(floor, key, plan, queue, { extension, member })
      : `${standingWords(standing, floor.personOf(extension), member)}${
          standing === 'off-shift' ? nextShift(plan, extension, floor.at, timeZone) : ''
        }`;
  return { queue: key, name: plan.name, joined, pause, free: standing === 'free', words };
}

/** Who is not on shift is told when they are. */
function nextShift({ roster }: QueuePlan, extension: string, at: Instant, timeZone: string): string {
  const next = roster === undefined ? null : nextShiftOf(roster, extension, at);
  return next === null ? ', chưa xếp ca sắp tới' : `, ca tới từ ${localTimeWords(localTime(next, timeZone))}`;
}

/** Of a person who is free: whether they are asked for the callers who wait, or for the next one who comes. */
function whoIsFirst(
  floor: Floor,
  key: string,
  plan: QueuePlan,
  queue: Queue,
  { extension, member }: { readonly extension: string; readonly member: Membership },
): string {
  const [first] = [...inOrder(queue.line)].filter(isDue);
  if (first === undefined) return nextInLine(floor, key, plan, queue, extension);
  const skills = memberPlan(plan, member)?.skills ?? {};
  return lackOf(skills, needsAfter(first.needs, floor.at - first.joinedAt)) ?? 'sắp được mời cuộc gọi đầu hàng';
}

/** Nobody waits: whether the person would be asked for the next caller who comes, as far as it can be known. */
function nextInLine(floor: Floor, key: string, plan: QueuePlan, queue: Queue, extension: string): string {
  const wish = { needs: plan.needs, joinedAt: floor.at, declinedBy: [] };
  const choice = choiceFor(floor, key, plan, queue, wish);
  if (choice.rung.some((candidate) => candidate.extension === extension)) {
    return `không có ai đang chờ; bạn sẽ được mời cuộc kế tiếp (${choice.because})`;
  }
  const passed = choice.passedOver.find((candidate) => candidate.extension === extension);
  return `không có ai đang chờ; cuộc kế tiếp dành cho người khác: ${passed?.why() ?? ''}`;
}
