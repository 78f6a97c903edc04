import type { QueuePlan } from '../board/queue-plan.ts';
import type { Instant } from '../board/vocabulary.ts';
import { chanceOf } from '../lib/chance.ts';
import type { Away, ReplayCaller, ReplayDay, ReplayedStay } from './day.ts';
import { peopleByErlang } from './erlang.ts';
import { replay } from './replay.ts';

/** A day of a queue that has not come yet: how many are expected, and who calls on such days. */
export type ExpectedDay = {
  readonly timeZone: string;
  readonly from: Instant;
  readonly queue: string;
  readonly plan: QueuePlan;
  readonly greetingMs: number;
  /** Calls by quarter of an hour. */
  readonly quarters: readonly number[];
  /** Callers of the past, whose patience and talk those to come have. */
  readonly like: readonly ReplayCaller[];
  /** So many of a hundred who are answered or lost are to be answered in time; who gives up sooner than `shortMs` is not lost. */
  readonly target: { readonly level: number; readonly withinMs: number; readonly shortMs: number };
};

/** How many people a half-hour needs, how many Erlang's formula would have said, and what level that is. */
export type NeededSlot = {
  readonly calls: number;
  readonly people: number;
  readonly byErlang: number;
  /** Null where nobody calls. */
  readonly level: number | null;
};

const quarterMs = 900_000;
const slotMs = 2 * quarterMs;
/** Of few calls one day is chance: several are lived at once. */
const [enoughCalls, daysOfFew] = [400, 3];
const [raises, lowerings] = [6, 2];
/** A half-hour in which hardly anybody is expected needs nobody. */
const hardlyAny = 0.1;

/**
 * How many people each half-hour needs: begun with what Erlang says, and lived by the call control that leads real calls; where too few are
 * answered in time somebody is added, and where one fewer does as well one is taken away. Where more people do not help it is the fewest with
 * whom it goes as well as it can: `level` says how well.
 */
export function peopleNeeded(day: ExpectedDay): NeededSlot[] {
  const slots = Math.ceil(day.quarters.length / 2);
  const calls = Array.from({ length: slots }, (_, at) => (day.quarters[2 * at] ?? 0) + (day.quarters[2 * at + 1] ?? 0));
  const days = calls.reduce((sum, one) => sum + one, 0) < enoughCalls ? daysOfFew : 1;
  const lives = Array.from({ length: days }, (_, life) => callersOf(day, life));
  const handled = day.like.flatMap(({ talkMs, wrapUpMs }) => (talkMs === null ? [] : [talkMs + wrapUpMs]));
  const handleSeconds =
    handled.length === 0 ? 180 : handled.reduce((sum, one) => sum + one, 0) / handled.length / 1_000;
  const { level, withinMs } = day.target;
  const byErlang = calls.map((expected) =>
    expected < hardlyAny
      ? 0
      : Math.max(
          1,
          peopleByErlang(
            { callsPerHour: expected * 2, handleSeconds },
            { level: level / 100, withinSeconds: withinMs / 1_000 },
          ),
        ),
  );
  let people = byErlang;
  let levels = levelsOf(day, lives, people);
  const isShort = (at: number, of: readonly (number | null)[]) => (of[at] ?? 100) < level;
  // The fewest of each half-hour with whom it went best.
  const best = people.map((count, at) => ({ count, level: levels[at] ?? 100 }));
  for (let raise = 0; raise < raises && levels.some((_, at) => isShort(at, levels)); raise += 1) {
    people = people.map((count, at) => (isShort(at, levels) ? count + Math.max(1, Math.round(count * 0.08)) : count));
    levels = levelsOf(day, lives, people);
    for (const [at, known] of best.entries()) {
      const now = levels[at] ?? 100;
      if (now > known.level) best[at] = { count: people[at] ?? 0, level: now };
    }
  }
  // Where phones ring for too long, or callers give up sooner, nobody more would help.
  if (levels.some((_, at) => isShort(at, levels))) {
    people = people.map((count, at) => (isShort(at, levels) ? (best[at]?.count ?? count) : count));
    levels = levelsOf(day, lives, people);
  }
  const settled = new Set<number>();
  for (let lower = 0; lower < lowerings; lower += 1) {
    const fewer = people.map((count, at) =>
      count > 1 && !settled.has(at) && !isShort(at, levels) ? count - 1 : count,
    );
    if (fewer.every((count, at) => count === people[at])) break;
    const then = levelsOf(day, lives, fewer);
    // Whoever waits was there before: a half-hour is held up by the one before it, too.
    const kept = people.map((count, at) => {
      const spoils = isShort(at, then) || (isShort(at + 1, then) && !isShort(at + 1, levels));
      if (spoils) settled.add(at);
      return spoils ? count : (fewer[at] ?? count);
    });
    const keptLevels = levelsOf(day, lives, kept);
    const isWorse = keptLevels.some((_, at) => isShort(at, keptLevels) && !isShort(at, levels));
    if (isWorse) break;
    [people, levels] = [kept, keptLevels];
  }
  return calls.map((expected, at) => ({
    calls: expected,
    people: people[at] ?? 0,
    byErlang: byErlang[at] ?? 0,
    level: levels[at] ?? null,
  }));
}

/** Who calls: as many as are expected, within each quarter by chance, each like somebody who has called. */
function callersOf({ from, queue, quarters, like }: ExpectedDay, life: number): ReplayCaller[] {
  return quarters.flatMap((expected, quarter) => {
    const count = Math.floor(expected) + (chanceOf(`one more ${life} ${quarter}`) < expected % 1 ? 1 : 0);
    return Array.from({ length: count }, (_, nth): ReplayCaller => {
      const id = `${life}-${quarter}-${nth}`;
      const at = Math.floor(from + (quarter + chanceOf(`comes ${id}`)) * quarterMs);
      const one = like[Math.floor(chanceOf(`like ${id}`) * like.length)];
      return { ...(one ?? somebody), id, queue, at, then: null };
    });
  });
}

/** Where nobody has called yet. */
const somebody: Omit<ReplayCaller, 'id' | 'queue' | 'at'> = {
  number: '',
  serviceNumber: '',
  outcome: 'answered',
  waitedMs: 0,
  rang: [],
  talkMs: 180_000,
  wrapUpMs: 0,
  then: null,
};

/** Answered in time of a hundred, by half-hour; null where nobody called. */
function levelsOf(
  day: ExpectedDay,
  lives: readonly (readonly ReplayCaller[])[],
  people: readonly number[],
): (number | null)[] {
  const { withinMs, shortMs } = day.target;
  const stays = lives.flatMap((callers) => replay(dayWith(day, callers, people)).stays);
  const bySlot = Map.groupBy(stays, ({ at }) => Math.floor((at - day.from) / slotMs));
  return people.map((_, slot) => {
    const its = bySlot.get(slot) ?? [];
    const answered = its.filter(({ outcome }) => outcome === 'answered');
    const lost = its.filter((stay) => isLost(stay, shortMs)).length;
    if (answered.length + lost === 0) return null;
    return (answered.filter(({ waitedMs }) => waitedMs <= withinMs).length * 100) / (answered.length + lost);
  });
}

/** Whoever finds nobody there is lost, too. */
const isLost = ({ outcome, waitedMs }: ReplayedStay, shortMs: number): boolean =>
  outcome === 'abandoned' ? waitedMs >= shortMs : outcome === 'timed-out' || outcome === 'turned-away';

function dayWith(day: ExpectedDay, callers: readonly ReplayCaller[], people: readonly number[]): ReplayDay {
  const { from, queue, plan, timeZone, greetingMs } = day;
  const extensions = Array.from({ length: Math.max(0, ...people) }, (_, nth) => `p${nth + 1}`);
  const skills: Record<string, number> = {};
  for (const member of plan.members)
    for (const [skill, can] of Object.entries(member.skills)) skills[skill] = Math.max(can, skills[skill] ?? 0);
  const members = extensions.map((extension) => ({ extension, penalty: 0, weight: 1, skills }));
  return {
    timeZone,
    from,
    to: from + people.length * slotMs,
    queues: { [queue]: { ...plan, members } },
    greetingMs: { [queue]: greetingMs },
    callers,
    people: extensions.map((extension, nth) => ({ extension, away: awayOf(nth, people, from) })),
  };
}

/** The first of them are there whenever anybody is. */
function awayOf(nth: number, people: readonly number[], from: Instant): Away[] {
  const away: Away[] = [];
  for (const [slot, count] of people.entries()) {
    if (nth < count) continue;
    const [begins, ends] = [from + slot * slotMs, from + (slot + 1) * slotMs];
    const last = away.at(-1);
    if (last?.to === begins) away[away.length - 1] = { ...last, to: ends };
    else away.push({ from: slot === 0 ? 0 : begins, to: ends, why: 'off' });
  }
  return away;
}
