import { announce } from '../activity/announcing.ts';
import { atBrokenPart, atMissingPart } from '../activity/broken-part.ts';
import { whyNotTried } from '../activity/dialling.ts';
import { attemptAt, offer } from '../activity/offering.ts';
import type { Attempt } from '../board/activity.ts';
import { ends, goesTo, type Next } from '../board/next.ts';
import type { RingGroup } from '../board/plan.ts';
import type { Here } from '../board/vocabulary.ts';
import { read, write } from '../lib/draft.ts';
import { lookUp } from '../lib/look-up.ts';
import { shuffled } from '../lib/shuffle.ts';
import { waysOut } from '../routing/outbound.ts';
import { extensionName } from '../turn/parties.ts';
import { planOfCall } from '../turn/plan-versions.ts';
import { rememberRefusal } from '../turn/refusal.ts';
import { callAt, nextSerial, note, type Turn } from '../turn/turn.ts';
import { wishOf } from './fw.ts';
import { type DestinationKind } from './kind.ts';

const strategyWords: Readonly<Record<RingGroup['strategy'], string>> = {
  'ring-all': 'đồng thời',
  'one-by-one': 'tuần tự',
  random: 'ngẫu nhiên',
  memory: 'xoay vòng',
  primary: 'ưu tiên máy đầu',
};

/** Rings the ready and free members of a group, all at once or one after the other. */
export const group: DestinationKind<'group'> = {
  named: (plan, { group: key }) => `nhóm đổ chuông “${lookUp(plan.groups, key)?.name ?? key}”`,
  visit(turn, here, { group: key, greeted = false }) {
    const plan = lookUp(planOfCall(turn, here.call).groups, key);
    if (plan === undefined) return atMissingPart(turn, here, 'nhóm đổ chuông', key);
    if (plan.members.length === 0 && plan.otherwise === null) {
      return atBrokenPart(turn, here, `nhóm đổ chuông “${plan.name}” chưa có thành viên`);
    }
    if (plan.greeting !== undefined && !greeted) return greet(turn, here, key, plan.name, plan.greeting);
    const members = inOrder(turn, here, key, plan);
    note(turn, here.call, 'destination', `Nhóm đổ chuông “${plan.name}”: ${strategyWords[plan.strategy]}`, {
      members: members.join(', '),
      ringSeconds: String(plan.ringSeconds),
    });
    const attempts = members.map((extension) => attemptOf(turn, here, plan, extension));
    const passedOver = plan.strategy === 'primary' ? withoutFirst(turn, here, plan, attempts) : null;
    if (passedOver !== null) return passedOver;
    return offer(turn, here, {
      waves: plan.strategy === 'ring-all' ? [attempts] : attempts.map((attempt) => [attempt]),
      ringMs: plan.ringSeconds * 1000,
      otherwise: plan.otherwise,
      readyOnly: true,
      through: { kind: 'group', key },
      ...(plan.music === undefined ? {} : { music: plan.music }),
    });
  },
};

function greet(turn: Turn, here: Here, key: string, name: string, file: string): Next {
  note(turn, here.call, 'destination', `Phát lời chào của nhóm đổ chuông “${name}”`);
  const then = { kind: 'group', group: key, greeted: true } as const;
  return announce(turn, here, `Lời chào của nhóm “${name}”`, { name, file, skipKey: null, then });
}

/** A member as the group rings them: when, for how long, and where. */
function attemptOf(turn: Turn, here: Here, plan: RingGroup, extension: string): Attempt {
  const { strategy, ringSeconds: usual, times = {}, confirms } = plan;
  const own = lookUp(times, extension);
  const delay = strategy === 'ring-all' ? (own?.delaySeconds ?? 0) : 0;
  const seconds = own?.ringSeconds ?? null;
  // Where all ring the time of the group is over for everybody.
  const isShort = seconds !== null && (strategy !== 'ring-all' || seconds < usual - delay);
  return {
    ...((confirms === true ? outside(turn, here, extension) : null) ?? attemptAt(turn, here, extension)),
    ...(delay === 0 ? {} : { delayMs: delay * 1000 }),
    ...(isShort ? { ringMs: seconds * 1000 } : {}),
  };
}

/** At the number outside that all calls of this member go to; null where they go to none. */
function outside(turn: Turn, here: Here, extension: string): Attempt | null {
  const always = lookUp(turn.plan.extensions, extension)?.forwards?.always;
  if (always?.kind !== 'fw') return null;
  const [way] = waysOut(turn, here.call, wishOf(turn, here, always)).ways ?? [];
  return way === undefined ? null : { ...way, of: extension, confirms: true };
}

/** Where callers go when the first of the list, on whom all depends, cannot be rung; null where they can. */
function withoutFirst(turn: Turn, here: Here, plan: RingGroup, [first]: readonly Attempt[]): Next | null {
  const reason = first === undefined ? null : whyNotTried(turn, first, true);
  const [extension = ''] = plan.members;
  if (reason === null) return null;
  const name = extensionName(turn.plan, extension);
  note(turn, here.call, 'destination', `Bỏ qua cả nhóm “${plan.name}”: ${name} ${reason.words}`);
  rememberRefusal(turn, here.call, reason.cause);
  if (plan.otherwise !== null) return goesTo(plan.otherwise);
  return ends(callAt(turn, here.call).refusal ?? reason.cause);
}

function inOrder(turn: Turn, here: Here, key: string, { strategy, members }: RingGroup): readonly string[] {
  switch (strategy) {
    case 'ring-all':
    case 'one-by-one':
    case 'primary':
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
