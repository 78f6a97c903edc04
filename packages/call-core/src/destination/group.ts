import { attemptAt, offer } from '../activity/offering.ts';
import { atBrokenPart } from '../broken-part.ts';
import { shuffled } from '../chance.ts';
import { read, write } from '../draft.ts';
import { lookUp } from '../look-up.ts';
import type { RingGroup } from '../plan.ts';
import { nextSerial, note, type Turn } from '../turn.ts';
import { planOf } from '../versions.ts';
import type { Here } from '../vocabulary.ts';
import { type DestinationKind, missing } from './kind.ts';

const strategyWords: Readonly<Record<RingGroup['strategy'], string>> = {
  'ring-all': 'đồng thời',
  'one-by-one': 'tuần tự',
  random: 'ngẫu nhiên',
  memory: 'xoay vòng',
};

/** Rings the ready and free members of a group, all at once or one after the other. */
export const group: DestinationKind<'group'> = {
  named: (plan, { group: key }) => `nhóm đổ chuông “${lookUp(plan.groups, key)?.name ?? key}”`,
  visit(turn, here, { group: key }) {
    const plan = lookUp(planOf(turn, here.call).groups, key);
    if (plan === undefined) return missing(turn, here, 'nhóm đổ chuông', key);
    if (plan.members.length === 0 && plan.otherwise === null) {
      return atBrokenPart(turn, here, `nhóm đổ chuông “${plan.name}” chưa có thành viên`);
    }
    const members = inOrder(turn, here, key, plan);
    note(turn, here.call, 'destination', `Nhóm đổ chuông “${plan.name}”: ${strategyWords[plan.strategy]}`, {
      members: members.join(', '),
      ringSeconds: String(plan.ringSeconds),
    });
    const attempts = members.map((extension) => attemptAt(turn, here, extension));
    return offer(turn, here, {
      waves: plan.strategy === 'ring-all' ? [attempts] : attempts.map((attempt) => [attempt]),
      ringMs: plan.ringSeconds * 1000,
      otherwise: plan.otherwise,
      readyOnly: true,
      through: { kind: 'group', key },
    });
  },
};

function inOrder(turn: Turn, here: Here, key: string, { strategy, members }: RingGroup): readonly string[] {
  switch (strategy) {
    case 'ring-all':
    case 'one-by-one':
      return members;
    case 'random':
      return shuffled(members, `${here.call} ${nextSerial(turn, here.call)}`);
    case 'memory': {
      const last = members.indexOf(read(turn.rotation, key) ?? '');
      const order = [...members.slice(last + 1), ...members.slice(0, last + 1)];
      write(turn.rotation, key, order[0]);
      return order;
    }
    default:
      return strategy satisfies never;
  }
}
