import type { QueuePlan } from '../board/queue-plan.ts';
import type { Instant } from '../board/vocabulary.ts';
import { chanceOf } from '../lib/chance.ts';
import type { Away, ReplayCaller, ReplayDay, ReplayPerson } from './day.ts';

/** What is otherwise than it was on a day that is replayed. */
export type DayChanges = {
  /** So many people more, or fewer where it is below 0, in a queue for a while. */
  readonly people: readonly PeopleChange[];
  /** By queue; of others and of what is not named nothing is changed. */
  readonly queues: Readonly<Record<string, Partial<Pick<QueuePlan, 'strategy' | 'ringSeconds' | 'weight'>>>>;
  /** 1.2 is a fifth more calls, 1.1 is a tenth more talk. */
  readonly calls: number;
  readonly talk: number;
};

export type PeopleChange = {
  readonly queue: string;
  readonly count: number;
  readonly from: Instant;
  readonly to: Instant;
};

export const noChanges: DayChanges = { people: [], queues: {}, calls: 1, talk: 1 };

/** A call that there was not comes at most so long before or after the one that it is like. */
const likeWithinMs = 15 * 60_000;

/** The day with other people, queues or callers. What is left alone is the very same, so that what differs follows from the change. */
export function changedDay(day: ReplayDay, { people, queues, calls, talk }: DayChanges): ReplayDay {
  const settled = Object.fromEntries(
    Object.entries(day.queues).map(([key, queue]) => [key, { ...queue, ...queues[key] }]),
  );
  const callers = day.callers.flatMap((caller) => soMany(caller, calls, day)).map((caller) => talking(caller, talk));
  const changed = { ...day, queues: settled, callers: callers.toSorted((one, other) => one.at - other.at) };
  return people.reduce<ReplayDay>(
    (so, change, index) => (change.count > 0 ? more(so, change, index) : fewer(so, change)),
    changed,
  );
}

function soMany(caller: ReplayCaller, factor: number, { from, to }: ReplayDay): readonly ReplayCaller[] {
  const copies = Math.floor(factor) + (chanceOf(`again ${caller.id}`) < factor % 1 ? 1 : 0);
  return Array.from({ length: copies }, (_, copy) => {
    if (copy === 0) return caller;
    const shift = (chanceOf(`when ${copy} ${caller.id}`) - 0.5) * 2 * likeWithinMs;
    return { ...named(caller, copy), at: Math.min(Math.max(Math.round(caller.at + shift), from), to - 1) };
  });
}

const named = (caller: ReplayCaller, copy: number): ReplayCaller => ({
  ...caller,
  id: `${caller.id}+${copy}`,
  then: caller.then === null ? null : { ...caller.then, caller: named(caller.then.caller, copy) },
});

const talking = (caller: ReplayCaller, factor: number): ReplayCaller =>
  factor === 1
    ? caller
    : {
        ...caller,
        talkMs: caller.talkMs === null ? null : Math.round(caller.talkMs * factor),
        then: caller.then === null ? null : { ...caller.then, caller: talking(caller.then.caller, factor) },
      };

/** People whom there was nobody like: they can what somebody of the queue can, and are asked as the first of them are. */
function more(day: ReplayDay, { queue: key, count, from, to }: PeopleChange, index: number): ReplayDay {
  const queue = day.queues[key];
  if (queue === undefined) return day;
  const extensions = Array.from({ length: count }, (_, nth) => `new-${index}-${nth}`);
  const penalty = Math.min(...queue.members.map((member) => member.penalty), 1_000);
  const skills: Record<string, number> = {};
  for (const member of queue.members)
    for (const [skill, level] of Object.entries(member.skills)) skills[skill] = Math.max(level, skills[skill] ?? 0);
  const members = extensions.map((extension) => ({ extension, penalty, weight: 1, skills }));
  const away = outOf(from, to);
  return {
    ...day,
    queues: { ...day.queues, [key]: { ...queue, members: [...queue.members, ...members] } },
    people: [...day.people, ...extensions.map((extension) => ({ extension, away }))],
  };
}

/** Longer ago and later than any day is. */
const [ever, never] = [0, 8.64e15];

const outOf = (from: Instant, to: Instant): Away[] => [
  { from: ever, to: from, why: 'off' },
  { from: to, to: never, why: 'off' },
];

/** Those who were there most of that time are not there now. */
function fewer(day: ReplayDay, { queue: key, count, from, to }: PeopleChange): ReplayDay {
  const members = new Set(day.queues[key]?.members.map(({ extension }) => extension));
  const there = day.people
    .filter(({ extension }) => members.has(extension))
    .toSorted((one, other) => awayFor(one, from, to) - awayFor(other, from, to));
  const gone = new Set(there.slice(0, -count).map(({ extension }) => extension));
  const people = day.people.map((person) => (gone.has(person.extension) ? withoutThem(person, from, to) : person));
  return { ...day, people };
}

function awayFor({ away }: ReplayPerson, from: Instant, to: Instant): number {
  return away.reduce((sum, one) => sum + Math.max(0, Math.min(to, one.to) - Math.max(from, one.from)), 0);
}

function withoutThem({ extension, away }: ReplayPerson, from: Instant, to: Instant): ReplayPerson {
  const off = [...away.filter(({ why }) => why === 'off'), { from, to, why: 'off' } as const];
  const others = away.filter(({ why }) => why !== 'off');
  const joined: Away[] = [];
  for (const one of off.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last !== undefined && one.from <= last.to)
      joined[joined.length - 1] = { ...last, to: Math.max(last.to, one.to) };
    else joined.push(one);
  }
  return { extension, away: [...joined, ...others] };
}
