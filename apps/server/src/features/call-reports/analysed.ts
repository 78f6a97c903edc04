import { type AnalysedThing, type AnalysisQuery, type Grouping, isAllowed, seesOutcomes } from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import {
  average,
  callRatios,
  isCounted,
  isRefused,
  percent,
  type Ratio,
  type WholeSum,
  wholeCountsOf,
} from '../../domain/call-counts.ts';
import { callsSeenBy } from '../../domain/call-scope.ts';
import { callsIn, seenIn, type Window } from '../../domain/call-sums.ts';
import { isTakenOver } from '../../domain/handed-on.ts';
import { beganInSpan, isHeard } from '../../domain/heard-recordings.ts';
import { menuPath, surveyScore } from '../../domain/menu-path.ts';
import { queueCountsOf, queueRatiosOf, type StaySum } from '../../domain/queue-counts.ts';
import { staysBetween, waitStep } from '../../domain/queue-stays.ts';
import { type ReturnCounts, returnCounts, waitingCalls } from '../../domain/unserved.ts';
import type { Caller } from '../../kernel/caller.ts';

/** What is counted: which calls, whose, and by what they are told apart. */
export interface AnalysisAsked extends Pick<AnalysisQuery, 'direction' | 'queue_id'> {
  readonly caller: Caller;
  readonly window: Window;
  /** How far these days lie before those that they are compared with, as an interval: days are called by the later ones. */
  readonly shift: string;
  readonly by: Grouping;
  readonly across: Grouping | undefined;
}

/** Where a sum belongs; null is all of them together, where that is no sum of the others. */
export interface Placed {
  readonly row: string | null;
  readonly column: string | null;
}

type Values = Readonly<Record<string, number | null>>;

/** One thing that is counted: how its sums are read, and what some of them come to. */
export interface Analysed<Sum> {
  read(trx: Trx, asked: AnalysisAsked): Promise<readonly (Sum & Placed)[]>;
  valuesOf(sums: readonly Sum[]): Values;
  /** Of figures that are shares or averages. */
  ratiosOf(sums: readonly Sum[]): Readonly<Record<string, Ratio>>;
  /** In what a ratio of it is told: percents, or seconds of milliseconds. */
  readonly scaleOf: (figure: string) => number;
  /** Sums of one group do not add up to those of all: they come with the others, null in place of the group. */
  readonly hasOwnTotals: boolean;
}

const perCent = 100;
const inSeconds = 0.001;
const scaleOf = (figure: string) => (figure.endsWith('_average') ? inSeconds : perCent);

/** Of these there are no sums: calls are looked at one by one. */
export const countedEach = ['number', 'campaign', 'ivr', 'survey'] as const satisfies readonly Grouping[];
type CountedEach = (typeof countedEach)[number];

/** What a call is told apart by. */
function valueOfEach(grouping: CountedEach, caller: Caller): RawBuilder<unknown> {
  switch (grouping) {
    case 'number':
      return sql`service_number`;
    case 'campaign':
      return sql`coalesce((select placed.campaign_id::text from campaign_attempt as placed
        where placed.call_id = call.id order by placed.at limit 1), '')`;
    case 'ivr':
      return menuPath;
    // Of whoever is told of no outcome, nobody says what a customer gave.
    case 'survey':
      return isAllowed(caller.role, seesOutcomes) ? surveyScore : sql`''`;
    default:
      return grouping satisfies never;
  }
}

const calls: Analysed<WholeSum> = {
  async read(trx, asked) {
    const { caller, window, direction } = asked;
    const eachBy = countedEach.filter((grouping) => asked.by === grouping || asked.across === grouping);
    const isEach = eachBy.length > 0;
    const columns = (of: (grouping: CountedEach) => RawBuilder<unknown>) =>
      sql`${sql.join(
        countedEach.map(
          (grouping) => sql`${eachBy.includes(grouping) ? of(grouping) : sql`''`} as ${sql.ref(grouping)}`,
        ),
      )}`;
    const each = sql`(select started_at as at, direction, status, 1 as n, (wait_ms < 5000)::int as short,
        (${isRefused})::int as refused, wait_ms, talk_ms, ${columns((grouping) => valueOfEach(grouping, caller))}
      from call where ${seenIn(window, caller)} and ${isCounted})`;
    // By the hour first: what an hour is on the clock of the company is then asked for few rows.
    const { rows } = await sql<WholeSum & Placed>`
      select ${keysOf(asked)}, direction, status, sum(n)::bigint as n, sum(short)::bigint as short,
        sum(refused)::bigint as refused, sum(wait_ms)::bigint as "waitMs", sum(talk_ms)::bigint as "talkMs"
      from (
        select date_bin('1 hour', at, ${window.from}) as at, direction, status, ${columns((grouping) => sql.ref(grouping))},
          sum(n) as n, sum(short) as short, sum(refused) as refused, sum(wait_ms) as wait_ms, sum(talk_ms) as talk_ms
        from ${isEach ? each : callsIn(window, caller)} as each
        where ${direction === undefined ? sql`true` : sql`direction = ${direction}`}
        group by 1, 2, 3, 4, 5, 6, 7
      ) as its left join service_number as own on own.number = its.number and ${sql.lit(eachBy.includes('number'))}
      group by 1, 2, 3, 4`.execute(trx);
    return rows;
  },
  valuesOf(sums) {
    const counts = wholeCountsOf(sums);
    const { total, inbound, outbound, internal, answered, missed, abandoned, voicemail, callback, refused } = counts;
    return {
      total,
      inbound,
      outbound,
      internal,
      answered,
      unanswered: total - answered - counts.open,
      missed,
      abandoned,
      voicemail,
      callback,
      refused,
      answer_rate: percent(...callRatios.answer_rate(counts)),
      abandon_rate: percent(...callRatios.abandon_rate(counts)),
      talk_seconds: Math.round(counts.talkMs / 1_000),
      talk_average: average(...callRatios.talk_average(counts)),
      wait_average: average(...callRatios.wait_average(counts)),
    };
  },
  ratiosOf(sums) {
    const counts = wholeCountsOf(sums);
    return {
      answer_rate: callRatios.answer_rate(counts),
      abandon_rate: callRatios.abandon_rate(counts),
      talk_average: callRatios.talk_average(counts),
      wait_average: callRatios.wait_average(counts),
    };
  },
  scaleOf,
  hasOwnTotals: false,
};

const queues: Analysed<StaySum> = {
  async read(trx, asked) {
    const { window, caller, queue_id: queue } = asked;
    const { rows } = await sql<StaySum & Placed>`
      select ${keysOf(asked)}, '' as queue, '' as slot, outcome, count(*) as n,
        count(*) filter (where in_time) as "inTime", count(*) filter (where soon) as soon,
        sum(wait_ms)::bigint as "waitMs", max(wait_ms) as "longestMs"
      from (select call_started_at as at, queue_id, outcome, wait_ms, in_time, soon
        from ${staysBetween(window.from, window.to, caller, queue)} as stay) as its
      group by 1, 2, outcome`.execute(trx);
    return rows;
  },
  valuesOf: (sums) => ({ ...queueCountsOf(sums), ...(sums.length === 0 && { wait_longest: null }) }),
  ratiosOf: queueRatiosOf,
  scaleOf,
  hasOwnTotals: false,
};

const returns: Analysed<ReturnCounts> = {
  async read(trx, asked) {
    const { window, caller } = asked;
    const which = sql<boolean>`call.started_at >= ${window.from} and call.started_at < ${window.to}
      and ${callsSeenBy(caller)}`;
    const { rows } = await sql<ReturnCounts & Placed>`
      with ${waitingCalls(which)}
      select "row", "column", ${returnCounts} from (
        select ${keysOf(asked)}, its.* from (select waiting.*, waiting.since as at from waiting) as its
      ) as waiting group by 1, 2`.execute(trx);
    return rows;
  },
  valuesOf(sums) {
    const { unserved, open, ...soon } = returnsOf(sums);
    return {
      unserved,
      open,
      within_15_minutes: percent(soon.within_15_minutes, unserved),
      within_hour: percent(soon.within_hour, unserved),
      within_day: percent(soon.within_day, unserved),
    };
  },
  ratiosOf(sums) {
    const { unserved, within_15_minutes: quarter, within_hour: hour, within_day: day } = returnsOf(sums);
    return { within_15_minutes: [quarter, unserved], within_hour: [hour, unserved], within_day: [day, unserved] };
  },
  scaleOf,
  hasOwnTotals: false,
};

function returnsOf(sums: readonly ReturnCounts[]): ReturnCounts {
  const sum = (what: keyof ReturnCounts) => sums.reduce((total, one) => total + one[what], 0);
  return {
    unserved: sum('unserved'),
    open: sum('open'),
    within_15_minutes: sum('within_15_minutes'),
    within_hour: sum('within_hour'),
    within_day: sum('within_day'),
  };
}

interface TransferSum {
  readonly transferred: number;
  readonly transfers: number;
}

const transfers: Analysed<TransferSum> = {
  async read(trx, asked) {
    const { window, caller } = asked;
    // A call that was handed on twice is one, however many took it.
    const { rows } = await sql<TransferSum & Placed>`
      select "row", "column", count(distinct id) as transferred, count(*) as transfers
      from (select ${keysOf(asked)}, its.id from (
        select call.started_at as at, call.id, handed.extension as receiver
        from call_segment as handed join call on call.id = handed.call_id and call.started_at = handed.call_started_at
        where ${isTakenOver('handed')} and handed.call_started_at >= ${window.from} and handed.call_started_at < ${window.to}
          and ${isCounted} and ${callsSeenBy(caller)}) as its) as its
      group by cube ("row", "column")`.execute(trx);
    return rows;
  },
  valuesOf: ([sum]) => ({ transferred: sum?.transferred ?? 0, transfers: sum?.transfers ?? 0 }),
  ratiosOf: () => ({}),
  scaleOf,
  hasOwnTotals: true,
};

interface VoiceSum {
  readonly n: number;
  readonly agentMs: number;
  readonly customerMs: number;
  readonly bothMs: number;
  readonly silentMs: number;
  readonly recordedMs: number;
  readonly greetingMs: number;
  readonly greeted: number;
  readonly holds: number;
  readonly holdsTold: number;
}

const voices: Analysed<VoiceSum> = {
  async read(trx, asked) {
    const { window, caller } = asked;
    const span = { from: window.from, to: window.to };
    const { rows } = await sql<VoiceSum & Placed>`
      select ${keysOf(asked)}, count(*) as n, sum(agent_ms)::bigint as "agentMs", sum(customer_ms)::bigint as "customerMs",
        sum(both_ms)::bigint as "bothMs", sum(silent_ms)::bigint as "silentMs", sum(duration_ms)::bigint as "recordedMs",
        coalesce(sum(greeting_ms), 0)::bigint as "greetingMs", count(greeting_ms) as greeted,
        coalesce(sum(holds), 0)::bigint as holds, coalesce(sum(holds_told), 0)::bigint as "holdsTold"
      from (
        select call.started_at as at, call.direction, call.agent_extension as agent, heard.both_ms, heard.silent_ms, heard.duration_ms,
          heard.greeting_ms, heard.holds, heard.holds_told,
          case when call.direction = 'inbound' then heard.right_ms else heard.left_ms end as agent_ms,
          case when call.direction = 'inbound' then heard.left_ms else heard.right_ms end as customer_ms
        from recording as heard join call on call.id = heard.call_id and call.started_at = heard.call_started_at
        where ${isHeard('heard')} and ${beganInSpan('heard', span)} and call.direction <> 'internal' and ${isCounted}
          and ${callsSeenBy(caller)}
      ) as its group by 1, 2`.execute(trx);
    return rows;
  },
  valuesOf(sums) {
    const ratios = voiceRatiosOf(sums);
    return {
      measured: sums.reduce((total, { n }) => total + n, 0),
      agent_share: percent(...ratios.agent_share),
      overtalk: percent(...ratios.overtalk),
      dead_air: percent(...ratios.dead_air),
      dead_air_average: average(...ratios.dead_air_average),
      greeting_average: average(...ratios.greeting_average),
      holds_told: percent(...ratios.holds_told),
    };
  },
  ratiosOf: voiceRatiosOf,
  scaleOf,
  hasOwnTotals: false,
};

function voiceRatiosOf(
  sums: readonly VoiceSum[],
): Readonly<
  Record<'agent_share' | 'overtalk' | 'dead_air' | 'dead_air_average' | 'greeting_average' | 'holds_told', Ratio>
> {
  const sum = (what: keyof VoiceSum) => sums.reduce((total, one) => total + one[what], 0);
  const spoken = sum('agentMs') + sum('customerMs');
  return {
    agent_share: [sum('agentMs'), spoken],
    overtalk: [sum('bothMs'), spoken - sum('bothMs')],
    dead_air: [sum('silentMs'), sum('recordedMs')],
    dead_air_average: [sum('silentMs'), sum('n')],
    greeting_average: [sum('greetingMs'), sum('greeted')],
    holds_told: [sum('holdsTold'), sum('holds')],
  };
}

/** Everything that can be counted. */
export const analysed = { calls, queues, returns, transfers, voices } satisfies Readonly<Record<AnalysedThing, object>>;

/** Row and column of a row `its`, whose time is `at`. */
function keysOf({ by, across, caller, shift }: AnalysisAsked): RawBuilder<unknown> {
  const at = sql`(its.at at time zone ${caller.timeZone})`;
  const later = sql`(${at} + ${shift}::interval)`;
  const key = (grouping: Grouping) => sql`(${keyOf(grouping, at, later)})::text`;
  return sql`${key(by)} as "row", ${across === undefined ? sql`''` : key(across)} as "column"`;
}

function keyOf(grouping: Grouping, at: RawBuilder<unknown>, later: RawBuilder<unknown>): RawBuilder<unknown> {
  switch (grouping) {
    case 'hour':
      return sql`extract(hour from ${at})::int`;
    case 'weekday':
      return sql`extract(isodow from ${at})::int`;
    case 'day':
      return sql`to_char(${later}, 'YYYY-MM-DD')`;
    case 'week':
      return sql`to_char(date_trunc('week', ${later}), 'YYYY-MM-DD')`;
    case 'month':
      return sql`to_char(${later}, 'YYYY-MM')`;
    case 'direction':
    case 'status':
    case 'outcome':
    case 'receiver':
    case 'agent':
    case 'campaign':
    case 'ivr':
    case 'survey':
      return sql.ref(`its.${grouping}`);
    case 'number':
      return sql`coalesce(own.id::text, '')`;
    case 'queue':
      return sql`its.queue_id`;
    case 'wait':
      return waitStep(sql`its.wait_ms`);
    default:
      return grouping satisfies never;
  }
}
