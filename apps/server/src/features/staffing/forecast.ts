import { dateOfLunar, shiftedDate } from '@alo/calendar';

/** Calls of a queue that came on a day, by quarter of an hour. */
export interface DayCount {
  readonly date: string;
  readonly quarters: readonly number[];
}

/** What is expected of a day. */
export interface DayForecast {
  readonly date: string;
  readonly calls: number;
  readonly quarters: readonly number[];
  /** Why it is expected to be another day than its weekday: its name, and by how much; null of a usual one. */
  readonly special: { readonly name: string; readonly factor: number; readonly seenBefore: number } | null;
}

export const quartersOfDay = 96;
/** So far back weekdays are looked at; what is older says less of next week than it says of Tết. */
const weeksBack = 8;
/** Of a day so far ahead no more is known of where calls are going to than of this one. */
const trendWeeks = 4;

/**
 * What comes on some days, by what came before: as many as on such weekdays lately, going where the last weeks went, and of a holiday or a
 * lunar day by how such days differed from theirs. `holidays` names days by date, of the past and of those to come.
 */
export function forecastDays(
  history: readonly DayCount[],
  dates: readonly string[],
  holidays: ReadonlyMap<string, string>,
): DayForecast[] {
  const known = new Map(history.map((day) => [day.date, day]));
  const specialOf = specialDays([...history.map(({ date }) => date), ...dates], holidays);
  const last = history.at(-1)?.date ?? '';
  const first = history[0]?.date ?? '';
  const usual = history.filter(({ date }) => !isOwnKind(specialOf.get(date)));
  const weekdays = Map.groupBy(usual, ({ date }) => weekday(date));
  const growth = weeklyGrowth(usual, last);

  /** What such a weekday would have had: of those around it that are usual, the nearest most. */
  const expectedOn = (date: string): number => {
    const near = (weekdays.get(weekday(date)) ?? [])
      .filter((day) => day.date !== date)
      .map((day) => ({ calls: callsOf(day), weeks: Math.round(Math.abs(daysBetween(day.date, date)) / 7) }))
      .filter(({ weeks }) => weeks <= weeksBack);
    const weights = near.map(({ weeks }) => 0.75 ** weeks);
    const all = sum(weights);
    return all === 0 ? 0 : sum(near.map(({ calls }, at) => calls * (weights[at] ?? 0))) / all;
  };
  /** By the name of a special day: how much of its weekday's calls each one had. */
  const factors = new Map<string, number[]>();
  for (const [date, name] of specialOf) {
    const day = known.get(date);
    const expected = day === undefined || date < first ? 0 : expectedOn(date);
    if (day === undefined || expected === 0) continue;
    factors.set(name, [...(factors.get(name) ?? []), callsOf(day) / expected]);
  }
  return dates.map((date): DayForecast => {
    const recent = recentOf(weekdays.get(weekday(date)) ?? []);
    const name = specialOf.get(date);
    const seen = name === undefined ? [] : (factors.get(name) ?? []);
    const factor = factorOf(name, seen);
    const weeksAhead = last === '' ? 0 : Math.max(0, daysBetween(last, date) / 7);
    const calls = recent.calls * growth ** Math.min(trendWeeks, weeksAhead) * factor;
    return {
      date,
      calls,
      quarters: recent.shares.map((share) => share * calls),
      special: name === undefined ? null : { name, factor, seenBefore: seen.length },
    };
  });
}

/** The first and the fifteenth of a lunar month come every two weeks, and are days like others but for a little. */
const [firstOfMonth, fullMoon] = ['Mùng một âm lịch', 'Rằm'];
const isOwnKind = (name: string | undefined): boolean =>
  name !== undefined && name !== firstOfMonth && name !== fullMoon;

/** A holiday is as it was; of a day like others it takes some of them to believe that it is another one. */
function factorOf(name: string | undefined, seen: readonly number[]): number {
  if (seen.length === 0) return 1;
  const mean = sum(seen) / seen.length;
  return isOwnKind(name) ? mean : 1 + ((mean - 1) * seen.length) / (seen.length + 3);
}

/** How wrong forecasts of the last weeks would have been, each made of what was known before its week: |error| ÷ calls, in percent. */
export function backTest(history: readonly DayCount[], holidays: ReadonlyMap<string, string>, weeks = 4) {
  let [wrongDays, wrongHalfHours, calls, tested] = [0, 0, 0, 0];
  for (let back = weeks; back > 0; back -= 1) {
    const from = history.length - back * 7;
    // What is foreseen of two weeks is a guess.
    if (from < 14) continue;
    const week = history.slice(from, from + 7);
    const foreseen = forecastDays(
      history.slice(0, from),
      week.map(({ date }) => date),
      holidays,
    );
    for (const [at, day] of week.entries()) {
      const said = foreseen[at];
      if (said === undefined) continue;
      tested += 1;
      calls += callsOf(day);
      wrongDays += Math.abs(said.calls - callsOf(day));
      const [is, was] = [halfHours(said.quarters), halfHours(day.quarters)];
      wrongHalfHours += sum(was.map((count, slot) => Math.abs(count - (is[slot] ?? 0))));
    }
  }
  const percent = (wrong: number) => (calls === 0 ? null : Math.round((wrong / calls) * 1_000) / 10);
  return { days: tested, wapeOfDay: percent(wrongDays), wapeOfHalfHour: percent(wrongHalfHours) };
}

export const halfHours = (quarters: readonly number[]): number[] =>
  Array.from({ length: quarters.length / 2 }, (_, at) => (quarters[2 * at] ?? 0) + (quarters[2 * at + 1] ?? 0));

/** Of the last such weekdays: how many calls, and how these lie in the day. */
function recentOf(days: readonly DayCount[]): { readonly calls: number; readonly shares: readonly number[] } {
  const recent = days.slice(-weeksBack).toReversed();
  const weights = recent.map((_, at) => 0.75 ** at);
  const all = sum(weights);
  const of = (value: (day: DayCount) => number) =>
    all === 0 ? 0 : sum(recent.map((day, at) => value(day) * (weights[at] ?? 0))) / all;
  const raw = Array.from({ length: quartersOfDay }, (_, quarter) => of((day) => day.quarters[quarter] ?? 0));
  // A quarter of one day is chance: its neighbours say the same of the hour.
  const smooth = raw.map((here, at) => (here * 2 + (raw[at - 1] ?? here) + (raw[at + 1] ?? here)) / 4);
  const total = sum(smooth);
  return { calls: of(callsOf), shares: smooth.map((quarter) => (total === 0 ? 0 : quarter / total)) };
}

/**
 * By how much calls become more from week to week: the last four weeks beside the four before, on weekdays that both have. Half of it is
 * believed, and never more than five percent a week.
 */
function weeklyGrowth(usual: readonly DayCount[], last: string): number {
  const within = (from: number, to: number) =>
    usual.filter(({ date }) => daysBetween(date, last) >= from && daysBetween(date, last) < to);
  const [recent, before] = [meanByWeekday(within(0, 28)), meanByWeekday(within(28, 56))];
  const shared = [...recent.keys()].filter((day) => before.has(day));
  const [now, then] = [recent, before].map((means) => sum(shared.map((day) => means.get(day) ?? 0)));
  if (now === undefined || then === undefined || now === 0 || then === 0) return 1;
  const weekly = (now / then) ** (1 / 4);
  return Math.min(1.05, Math.max(0.95, 1 + (weekly - 1) / 2));
}

function meanByWeekday(days: readonly DayCount[]): Map<number, number> {
  return new Map(
    [...Map.groupBy(days, ({ date }) => weekday(date))].map(([day, its]) => [day, sum(its.map(callsOf)) / its.length]),
  );
}

/** Days before and after Tết that are like no other, from its first. */
const [beforeTet, afterTet] = [7, 7];

/** Which of these days are special, and as what: a holiday, a day around Tết, the first or the fifteenth of a lunar month. */
function specialDays(dates: readonly string[], holidays: ReadonlyMap<string, string>): Map<string, string> {
  const years = new Set(dates.flatMap((date) => [Number(date.slice(0, 4)), Number(date.slice(0, 4)) - 1]));
  const names = new Map<string, string>();
  for (const year of years) {
    for (let month = 1; month <= 12; month += 1) {
      names.set(dateOfLunar(year, month, 1), firstOfMonth);
      names.set(dateOfLunar(year, month, 15), fullMoon);
    }
  }
  for (const [date, name] of holidays) names.set(date, name);
  for (const year of years) {
    const tet = dateOfLunar(year, 1, 1);
    for (let day = -beforeTet; day <= afterTet; day += 1) {
      const name = day < 0 ? `${-day} ngày trước Tết` : day === 0 ? 'Mùng 1 Tết' : `Mùng ${day + 1} Tết`;
      names.set(shiftedDate(tet, day), name);
    }
  }
  return new Map(dates.flatMap((date) => (names.has(date) ? [[date, names.get(date) ?? '']] : [])));
}

const callsOf = ({ quarters }: DayCount): number => sum(quarters);
const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);

const weekday = (date: string): number => new Date(date).getUTCDay();

const dayMs = 86_400_000;
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
