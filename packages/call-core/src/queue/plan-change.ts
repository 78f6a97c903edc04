import { ends, goesTo } from '../board/next.ts';
import { keepMembers, newQueue } from '../board/queue.ts';
import { inOrder } from '../board/queue-line.ts';
import type { QueuePlan } from '../board/queue-plan.ts';
import { read, write } from '../lib/draft.ts';
import { lookUp } from '../lib/look-up.ts';
import { sameData } from '../lib/same-data.ts';
import { later, note, type Turn } from '../turn/turn.ts';
import { enrol, queueFor, removeWaiting } from './queue-changes.ts';
import { restand } from './restand.ts';
import { followRoster, stopRoster } from './roster.ts';

/**
 * The plan was saved: queues have the members and places that it says, and ring nobody who does not want to be disturbed. Who
 * waits goes on waiting; whose queue was taken away is led out of it, to where their version sends those who find nobody there.
 */
export function syncQueues(turn: Turn): void {
  syncMembers(turn);
  syncWishes(turn);
}

/** Looks again at everybody who has set, or taken back, that nothing rings. */
function syncWishes(turn: Turn): void {
  const { extensions: before } = turn.before.plan;
  const { extensions } = turn.plan;
  if (extensions === before) return;
  const wish = (of: typeof extensions, extension: string) => lookUp(of, extension)?.doNotDisturb === true;
  for (const { members } of Object.values(turn.plan.queues))
    for (const { extension } of members)
      if (wish(extensions, extension) !== wish(before, extension)) restand(turn, extension);
}

function syncMembers(turn: Turn): void {
  const before = turn.before.plan;
  const { queues: plans } = turn.plan;
  if (plans === before.queues) return;
  const memberships = new Map<string, string[]>();
  for (const { members } of Object.values(before.queues))
    for (const { extension } of members) memberships.set(extension, []);
  for (const [key, { members }] of Object.entries(plans)) {
    for (const { extension } of members) memberships.set(extension, [...(memberships.get(extension) ?? []), key]);
    if (plans[key] === before.queues[key]) continue;
    const queue = read(turn.queues, key) ?? newQueue;
    write(turn.queues, key, keepMembers(queue, new Set(members.map(({ extension }) => extension))));
    for (const [place, { extension }] of members.entries()) enrol(turn, key, extension, place);
    if (!worksAsBefore(lookUp(before.queues, key), plans[key])) followRoster(turn, key);
  }
  for (const [extension, keys] of memberships) write(turn.memberships, extension, keys.length === 0 ? undefined : keys);
  for (const key of Object.keys(before.queues)) if (!Object.hasOwn(plans, key)) closeQueue(turn, key);
}

/** Whether the same people work at the same times: a clock that runs is not set anew by a plan that says the same. */
const worksAsBefore = (before: QueuePlan | undefined, after: QueuePlan | undefined): boolean =>
  sameData(before?.roster, after?.roster) &&
  (after?.roster === undefined ||
    sameData(
      before?.members.map(({ extension }) => extension),
      after.members.map(({ extension }) => extension),
    ));

function closeQueue(turn: Turn, key: string): void {
  const queue = read(turn.queues, key);
  if (queue === undefined) return;
  for (const waiting of inOrder(queue.line)) {
    removeWaiting(turn, key, waiting, 'cancelled');
    if (waiting.who.kind !== 'caller') continue;
    const { here } = waiting.who;
    note(turn, here.call, 'destination', 'Hàng đợi không còn trong cấu hình');
    const empty = queueFor(turn, here, key)?.otherwise.empty ?? null;
    later(turn, { kind: 'go', here, next: empty === null ? ends('unreachable') : goesTo(empty) });
  }
  stopRoster(turn, key);
  write(turn.queues, key, undefined);
}
