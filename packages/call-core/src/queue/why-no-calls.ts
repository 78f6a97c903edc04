import type { Board } from '../board.ts';
import { lookUp } from '../look-up.ts';
import { getFrom } from '../persistent-map.ts';
import type { Instant } from '../vocabulary.ts';
import { type Floor, floorBetween } from './floor.ts';
import { inOrder } from './line.ts';
import { choiceFor, isDue, memberPlan } from './match.ts';
import { lackOf, needsAfter } from './needs.ts';
import type { Queue } from './queue.ts';
import type { QueuePlan } from './queue-plan.ts';
import { standingWords } from './standing.ts';

/** "Vì sao tôi không có cuộc gọi?": for each queue of a person the one reason that counts at the moment. */
export function whyNoCalls(
  board: Board,
  extension: string,
  at: Instant,
): readonly { readonly queue: string; readonly name: string; readonly words: string }[] {
  const floor = floorBetween(board, at);
  return floor.queuesOf(extension).flatMap((key) => {
    const plan = lookUp(floor.plans, key);
    const queue = floor.queueOf(key);
    if (plan === undefined || queue === undefined) return [];
    return [{ queue: key, name: plan.name, words: whyNot(floor, key, plan, queue, extension) }];
  });
}

function whyNot(floor: Floor, key: string, plan: QueuePlan, queue: Queue, extension: string): string {
  const member = getFrom(queue.members, extension);
  const skills = memberPlan(plan, member)?.skills;
  if (member === undefined || skills === undefined) return 'không thuộc hàng đợi này';
  if (member.standing !== 'free') return standingWords(member.standing, floor.personOf(extension), member, floor.at);
  const due = [...inOrder(queue.line)].filter(isDue);
  const [first] = due;
  if (first === undefined) return nextInLine(floor, key, plan, queue, extension);
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
