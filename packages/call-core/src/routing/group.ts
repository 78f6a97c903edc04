import { type Destination, lookUp } from '../plan.ts';
import { note, type Turn } from '../turn.ts';
import { missing } from './missing.ts';
import { attemptAt, offer } from './offer.ts';

/** Rings the ready and free members of a group, all at once or one after the other. */
export function visitGroup(turn: Turn, key: string): Destination | null {
  const group = lookUp(turn.plan.groups, key);
  if (group === undefined) return missing(turn, 'nhóm đổ chuông', key);
  const together = group.strategy === 'ring-all';
  note(turn, 'destination', `Nhóm đổ chuông “${group.name}”: ${together ? 'đồng thời' : 'tuần tự'}`, {
    members: group.members.join(', '),
    ringSeconds: String(group.ringSeconds),
  });
  const attempts = group.members.map((extension) => attemptAt(turn, extension));
  return offer(turn, {
    waves: together ? [attempts] : attempts.map((attempt) => [attempt]),
    ringMs: group.ringSeconds * 1000,
    otherwise: group.otherwise,
    readyOnly: true,
  });
}
