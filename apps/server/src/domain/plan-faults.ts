import { localTime } from '@alo/calendar';
import { type Destination, lookUp, type QueuePlan, type RingGroup, type RoutingPlan } from '@alo/call-core';

import { hoursWarnings } from './hours-warnings.ts';

/** A part of a plan that calls can be led to, by what it is and its key. */
export type PartKind =
  | 'code'
  | 'customer'
  | 'direct'
  | 'group'
  | 'ivr'
  | 'lastcall'
  | 'msg'
  | 'queue'
  | 'survey'
  | 'time'
  | 'voicemail';

export interface PartFault {
  readonly kind: PartKind;
  /** Its row's id; of an extension its number. */
  readonly key: string;
  readonly name: string;
  /** In words, for whoever set it up. */
  readonly words: readonly string[];
}

interface Part {
  readonly kind: PartKind;
  readonly key: string;
  readonly name: string;
  /** Where it leads by itself, when nobody does anything. */
  readonly alone: readonly (Destination | null)[];
  /** Where somebody chooses to go. */
  readonly chosen: readonly Destination[];
  /** What is odd about it, wherever it stands. */
  readonly own: readonly string[];
  /** What does not work: calls that come to it are the fallback's. */
  readonly broken: readonly string[];
}

/** What callers would stumble over: loops, dead ends, what nobody serves, what is not there, what nothing leads to, silence, odd hours. */
export function faultsOf(plan: RoutingPlan, at: number): readonly PartFault[] {
  const parts = new Map(partsOf(plan, localTime(at, plan.timeZone).date).map((part) => [nameOf(part), part]));
  const reached = reachedFrom(plan, parts);
  return [...parts.values()].flatMap((part) => {
    const words = [
      ...part.own,
      ...[...part.broken, ...lost(parts, part)].map((fault) => `${fault}${becomes(plan)}`),
      ...loops(parts, part),
      // Whoever has an extension dials out by it, too.
      ...(part.kind === 'direct' || reached.has(nameOf(part)) ? [] : ['Chưa có đường nào dẫn tới đây']),
    ];
    // What the company's own hours and notices become is no row of anybody's.
    return words.length === 0 || !isRow(part) ? [] : [{ kind: part.kind, key: part.key, name: part.name, words }];
  });
}

/** What becomes of calls that meet what does not work. */
const becomes = ({ fallbacks = [] }: RoutingPlan): string => {
  const [first] = fallbacks;
  return first === undefined
    ? ', người gọi nghe báo chưa có ai nghe máy'
    : `, quy tắc dự phòng “${first.name}” nhận cuộc gọi`;
};

const nameOf = ({ kind, key }: { kind: string; key: string }) => `${kind}/${key}`;

function partsOf(plan: RoutingPlan, today: string): Part[] {
  type Drawn = Omit<Part, 'key' | 'broken'> & Partial<Pick<Part, 'broken'>>;
  const all = <Value>(of: Readonly<Record<string, Value>>, part: (value: Value) => Drawn) =>
    Object.entries(of).map(([key, value]): Part => ({ key, broken: [], ...part(value) }));
  return [
    ...all(plan.extensions, ({ extension, name, otherwise, forwards }) => ({
      kind: 'direct',
      name: name === '' ? extension : `${extension} ${name}`,
      chosen: [],
      own: [],
      // Who always forwards is never rung.
      alone: forwards?.always ? [forwards.always] : [otherwise, ...Object.values(forwards ?? {})],
    })),
    ...all(plan.groups, ({ name, members, otherwise, ...group }) => ({
      kind: 'group',
      name,
      alone: [otherwise],
      chosen: [],
      own: [
        ...when(members.length === 0 && otherwise !== null, 'Chưa có thành viên: không máy nào reo'),
        ...when(otherwise === null, 'Không ai nghe thì cuộc gọi kết thúc'),
        ...tooLate(group).map(
          (who) => `Máy nhánh ${who} trễ hơn thời gian đổ chuông của nhóm: có thể không bao giờ reo`,
        ),
        ...when(
          group.confirms === true && !members.some((who) => plan.extensions[who]?.forwards?.always?.kind === 'fw'),
          'Xác nhận nhấn 1 nhưng chưa thành viên nào luôn chuyển tiếp ra số ngoài',
        ),
      ],
      broken: when(members.length === 0 && otherwise === null, 'Chưa có thành viên: không máy nào reo'),
    })),
    ...all(
      plan.queues,
      ({ name, strategy, members, otherwise, exits, callback, maxWaitSeconds, afterTalk, ...queue }) => ({
        kind: 'queue',
        name,
        alone: [otherwise.timeout, otherwise.full, otherwise.empty],
        chosen: [...Object.values(exits), afterTalk].filter((to) => to !== undefined),
        own: [
          ...when(members.length === 0 && otherwise.empty !== null, 'Chưa có thành viên: không ai phục vụ được'),
          ...when(
            strategy === 'skills' && members.length > 0 && !members.some(hasSkill),
            'Chia theo kỹ năng nhưng chưa thành viên nào có kỹ năng',
          ),
          ...(members.length === 0 ? [] : unmet({ members, ...queue })),
          ...when(
            otherwise.timeout !== null && maxWaitSeconds === null,
            'Không có giờ chờ tối đa: điểm đến khi hết giờ không bao giờ tới',
          ),
          ...when(
            callback !== null && exits[callback.key] !== undefined,
            `Phím ${callback?.key} vừa xin gọi lại vừa rời hàng đợi`,
          ),
        ],
        broken: when(members.length === 0 && otherwise.empty === null, 'Chưa có thành viên: không ai phục vụ được'),
      }),
    ),
    ...all(plan.menus, ({ name, prompt, keys, directDialling, invalid, timeout }) => ({
      kind: 'ivr',
      name,
      alone: [invalid, timeout],
      chosen: Object.values(keys),
      own: [
        ...when(prompt.length === 0, 'Chưa có lời chào: người gọi không biết bấm gì'),
        ...when(Object.keys(keys).length === 0 && !directDialling, 'Chưa có phím nào'),
        ...when(invalid === null && timeout === null, 'Không chọn được thì cuộc gọi kết thúc'),
      ],
    })),
    ...all(plan.announcements, ({ name, file, then }) => ({
      kind: 'msg',
      name,
      alone: [then],
      chosen: [],
      own: when(file === '' && then.kind !== 'hang-up', 'Chưa có âm thanh: người gọi không nghe gì'),
      broken: when(file === '' && then.kind === 'hang-up', 'Chưa có âm thanh: người gọi không nghe gì'),
    })),
    ...all(plan.timeConditions, ({ name, match, otherwise, override, group }) => ({
      kind: 'time',
      name,
      alone: [match, otherwise],
      chosen: [],
      own:
        group.slots.length === 0
          ? when(override === null, 'Nhóm thời gian trống: không bao giờ khớp')
          : hoursWarnings(group.slots, today).map((words) => `Nhóm thời gian “${group.name}”: ${words}`),
    })),
    ...all(plan.customerConditions, ({ name, rows, otherwise }) => ({
      kind: 'customer',
      name,
      alone: [...rows.map(({ to }) => to), otherwise],
      chosen: [],
      own: when(rows.length === 0, 'Chưa có nhóm khách nào: mọi khách đi cùng một hướng'),
    })),
    ...all(plan.codeQuestions, ({ name, prompt, answers, otherwise }) => ({
      kind: 'code',
      name,
      alone: [otherwise],
      chosen: Object.values(answers),
      own: [
        ...when(prompt.length === 0, 'Chưa có lời chào: người gọi không biết nhập gì'),
        ...when(Object.keys(answers).length === 0, 'Chưa có câu trả lời nào: hỏi xong vẫn đi cùng một hướng'),
      ],
    })),
    ...all(plan.surveys ?? {}, ({ name }) => ({ kind: 'survey', name, alone: [], chosen: [], own: [] })),
    ...all(plan.lastCallRules, ({ name, otherwise }) => ({
      kind: 'lastcall',
      name,
      alone: [otherwise],
      chosen: [],
      own: [],
    })),
    ...all(plan.voicemailBoxes, ({ name }) => ({ kind: 'voicemail', name, alone: [], chosen: [], own: [] })),
  ];
}

/** Whose turn comes when the time of the group is over. */
const tooLate = ({ strategy, ringSeconds, times = {} }: Pick<RingGroup, 'strategy' | 'ringSeconds' | 'times'>) =>
  Object.entries(times).flatMap(([who, { delaySeconds }]) =>
    strategy === 'ring-all' && delaySeconds >= ringSeconds ? [who] : [],
  );

/** Skills that callers need and nobody has: they wait for nothing. */
function unmet({ members, needs, callers }: Pick<QueuePlan, 'members' | 'needs' | 'callers'>): readonly string[] {
  const all = [...needs, ...callers.flatMap((rule) => rule.needs)];
  const missing = all.filter(
    ({ skill, level }) => !members.some(({ skills }) => (lookUp(skills, skill) ?? 0) >= level),
  );
  const words = missing.map(({ skill, level, untilSeconds }) => {
    const wait = untilSeconds === null ? 'khách chờ mãi' : `khách chờ vô ích ${untilSeconds} giây`;
    return `Chưa thành viên nào có kỹ năng ${skill} từ ${level}: ${wait}`;
  });
  return [...new Set(words)];
}

const hasSkill = ({ skills }: { readonly skills: Readonly<Record<string, number>> }): boolean =>
  Object.values(skills).some((level) => level > 0);

const when = (is: boolean, words: string): readonly string[] => (is ? [words] : []);
/** Ids of rows are UUIDs; what a plan adds by itself is called otherwise. */
const isRow = ({ kind, key }: Part) => kind === 'direct' || /^[0-9a-f-]{36}$/.test(key);

/** The part that a destination names, of a number outside the one that comes after it; undefined where it is none of these. */
function partAt(destination: Destination): { kind: PartKind; key: string } | undefined {
  switch (destination.kind) {
    case 'direct':
      return { kind: 'direct', key: destination.extension };
    case 'group':
      return { kind: 'group', key: destination.group };
    case 'queue':
      return { kind: 'queue', key: destination.queue };
    case 'ivr':
      return { kind: 'ivr', key: destination.menu };
    case 'msg':
      return { kind: 'msg', key: destination.announcement };
    case 'time':
      return { kind: 'time', key: destination.condition };
    case 'code':
      return { kind: 'code', key: destination.question };
    case 'survey':
      return { kind: 'survey', key: destination.survey };
    case 'customer':
      return { kind: 'customer', key: destination.condition };
    case 'voicemail':
      return { kind: 'voicemail', key: destination.box };
    case 'lastcall':
      return { kind: 'lastcall', key: destination.rule };
    case 'fw':
      return destination.otherwise && partAt(destination.otherwise);
    default:
      return undefined;
  }
}

/** What a part leads to that is not there. */
function lost(parts: ReadonlyMap<string, Part>, { alone, chosen }: Part): string[] {
  const broken = [...alone, ...chosen].some((to) => {
    if (to === null) return false;
    const part = partAt(to);
    return part !== undefined && !parts.has(nameOf(part));
  });
  return broken ? ['Dẫn tới một nơi không còn'] : [];
}

/** A way back to itself on which nobody does anything. */
function loops(parts: ReadonlyMap<string, Part>, start: Part): string[] {
  const way = wayBack(parts, start, start, new Set());
  return way === undefined ? [] : [`Có thể đi vòng mãi: ${[start, ...way].map(({ name }) => name).join(' → ')}`];
}

function wayBack(
  parts: ReadonlyMap<string, Part>,
  start: Part,
  at: Part,
  seen: Set<string>,
): readonly Part[] | undefined {
  for (const to of at.alone) {
    const named = to === null ? undefined : partAt(to);
    const next = named && parts.get(nameOf(named));
    if (next === undefined) continue;
    if (next === start) return [start];
    if (seen.has(nameOf(next))) continue;
    seen.add(nameOf(next));
    const rest = wayBack(parts, start, next, seen);
    if (rest !== undefined) return [next, ...rest];
  }
  return undefined;
}

/** Everything that some call can come to: by a rule, by a number that is dialled inside, when a colleague does not answer. */
function reachedFrom(plan: RoutingPlan, parts: ReadonlyMap<string, Part>): ReadonlySet<string> {
  const reached = new Set<string>();
  const due: (Destination | null)[] = [
    ...[...plan.inboundRules, ...(plan.fallbacks ?? [])].flatMap(({ destination, afterTalk }) => [
      destination,
      afterTalk,
    ]),
    ...Object.values(plan.internalNumbers),
    ...Object.values(plan.extensions).flatMap(({ otherwise, forwards }) => [
      otherwise,
      ...Object.values(forwards ?? {}),
    ]),
  ];
  for (let to = due.pop(); to !== undefined; to = due.pop()) {
    const named = to === null ? undefined : partAt(to);
    if (named === undefined || reached.has(nameOf(named))) continue;
    reached.add(nameOf(named));
    const part = parts.get(nameOf(named));
    if (part !== undefined) due.push(...part.alone, ...part.chosen);
  }
  return reached;
}
