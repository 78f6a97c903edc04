import { read, write } from '../draft.ts';
import { ends } from '../next.ts';
import { later, note, type Turn } from '../turn.ts';
import { inOrder } from './line.ts';
import { keepMembers, newQueue } from './queue.ts';
import { enrol, takeOut } from './queues.ts';

/**
 * The plan was saved: queues have the members and places that it says. Who waits goes on waiting; whose queue was taken away
 * is led out of it.
 */
export function syncQueues(turn: Turn): void {
  const before = turn.before.plan;
  const { queues: plans } = turn.plan;
  const memberships = new Map<string, string[]>();
  for (const { members } of Object.values(before.queues))
    for (const { extension } of members) memberships.set(extension, []);
  for (const [key, { members }] of Object.entries(plans)) {
    for (const { extension } of members) memberships.set(extension, [...(memberships.get(extension) ?? []), key]);
    const queue = read(turn.queues, key) ?? newQueue;
    write(turn.queues, key, keepMembers(queue, new Set(members.map(({ extension }) => extension))));
    for (const [place, { extension }] of members.entries()) enrol(turn, key, extension, place);
  }
  for (const [extension, keys] of memberships) write(turn.memberships, extension, keys.length === 0 ? undefined : keys);
  for (const key of Object.keys(before.queues)) if (!Object.hasOwn(plans, key)) closeQueue(turn, key);
}

function closeQueue(turn: Turn, key: string): void {
  const queue = read(turn.queues, key);
  if (queue === undefined) return;
  for (const waiting of inOrder(queue.line)) {
    takeOut(turn, key, waiting, 'cancelled');
    if (waiting.who.kind !== 'caller') continue;
    note(turn, waiting.who.here.call, 'destination', 'Hàng đợi không còn trong cấu hình');
    later(turn, { kind: 'go', here: waiting.who.here, next: ends('unreachable') });
  }
  write(turn.queues, key, undefined);
}
