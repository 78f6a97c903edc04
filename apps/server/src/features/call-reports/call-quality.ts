import type { QualityRow } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { isCounted, percent } from '../../domain/call-counts.ts';
import { callsSeenBy } from '../../domain/call-scope.ts';
import type { Caller } from '../../kernel/caller.ts';
import { reachOf } from '../../kernel/reach.ts';
import type { Days } from './parties.ts';
import { readReport } from './read-report.ts';
import { byExtension } from './report.ts';

/** Answered calls of trunks are counted one by one. */
export const qualityDaysAtMost = 92;

/** Calls in which one line sounded poor, as the database adds them up. */
interface PoorLine {
  readonly extension: string;
  readonly trunk: string;
  /** Null of all devices together. */
  readonly device: string | null;
  readonly poor: number;
  readonly loss: number | null;
  readonly jitter: number | null;
  readonly roundTrip: number | null;
}

/**
 * Whose lines sounded poor in these days: people whom the caller sees, and trunks for whoever sees everybody's calls. Those who sounded
 * poor are few and found by an index; of how many calls they are, sums say, and the index of trunks.
 */
export async function callQualityIn(trx: Trx, days: Days, caller: Caller, only?: QualityRow['kind']) {
  const report = await readReport(trx, days, {}, caller);
  const lines = await poorLines(trx, days);
  const whole = lines.filter(({ device }) => device === null);
  const people = byExtension(report).flatMap((person): QualityRow[] => {
    const { id, extension, name, answered } = person;
    const line = whole.find((one) => one.extension === extension);
    return answered === 0 && line === undefined
      ? []
      : [
          {
            ...rowOf(answered, line),
            id,
            kind: 'person',
            name,
            extension,
            devices: devicesOf(lines, extension),
          },
        ];
  });
  const isAll = reachOf(caller).kind === 'all';
  const trunks = isAll ? await trunksIn(trx, days) : [];
  return {
    rows: [
      ...people,
      ...trunks.map(
        ({ id, name, calls }): QualityRow => ({
          ...rowOf(
            calls,
            whole.find(({ trunk }) => trunk === id),
          ),
          id,
          kind: 'trunk',
          name,
          extension: '',
          devices: [],
        }),
      ),
    ]
      .filter(({ kind }) => only === undefined || kind === only)
      .toSorted((one, other) => other.poor - one.poor || (other.poor_percent ?? 0) - (one.poor_percent ?? 0)),
    calls: report.sums.reduce((total, { status, n }) => (status === 'answered' ? total + n : total), 0),
    poor: await poorCalls(trx, days, caller),
  };
}

/** A call that is counted as poor was answered, whatever sums say of a moment ago. */
const rowOf = (answered: number, line: PoorLine | undefined) => {
  const poor = line?.poor ?? 0;
  const calls = Math.max(answered, poor);
  return {
    calls,
    poor,
    poor_percent: percent(poor, calls),
    loss_percent: line?.loss ?? null,
    jitter_ms: line?.jitter ?? null,
    round_trip_ms: line?.roundTrip ?? null,
  };
};

const devicesOf = (lines: readonly PoorLine[], of: string): QualityRow['devices'] =>
  lines
    .flatMap(({ extension, device, poor }) => (extension === of && device !== null ? [{ name: device, poor }] : []))
    .toSorted((one, other) => other.poor - one.poor);

async function poorLines(trx: Trx, { begin, end }: Days): Promise<PoorLine[]> {
  const { rows } = await sql<PoorLine>`
    with line as (
      select leg.call_id, leg.extension, case when leg.extension = '' then leg.trunk_id else '' end as trunk,
        case when leg.device_id = '' then '' else coalesce(device.name, 'Thiết bị đã xoá') end as device,
        greatest(leg.loss_percent, leg.far_loss_percent) as loss, leg.jitter_ms, leg.round_trip_ms
      from leg left join device on device.id = case when leg.device_id <> '' then leg.device_id::uuid end
      where leg.poor and leg.call_started_at >= ${begin} and leg.call_started_at < ${end}
        and exists (select from call where call.id = leg.call_id and call.started_at = leg.call_started_at and ${isCounted})
    )
    select extension, trunk, case when grouping(device) = 0 then device end as device, count(distinct call_id) as poor,
      round(avg(loss)::numeric, 1)::float8 as loss, round(avg(jitter_ms)::numeric)::float8 as jitter,
      round(avg(round_trip_ms)::numeric)::float8 as "roundTrip"
    from line group by grouping sets ((extension, trunk), (extension, trunk, device))`.execute(trx);
  return rows;
}

/** The trunks that there are or were, and how many of their calls were answered: an index has them with their status. */
async function trunksIn(trx: Trx, { begin, end }: Days) {
  const { rows } = await sql<{ id: string; name: string; calls: number }>`
    select answered.trunk_id as id, coalesce(trunk.name, 'Đường truyền đã xoá') as name, answered.calls
    from (
      select trunk_id, count(*) as calls from call
      where trunk_id <> '' and status = 'answered' and started_at >= ${begin} and started_at < ${end} and ${isCounted}
      group by trunk_id
    ) as answered left join trunk on trunk.id::text = answered.trunk_id
    order by 2`.execute(trx);
  return rows;
}

async function poorCalls(trx: Trx, { begin, end }: Days, caller: Caller): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from call
    where poor and started_at >= ${begin} and started_at < ${end} and ${isCounted} and ${callsSeenBy(caller)}`.execute(
    trx,
  );
  return rows[0]?.n ?? 0;
}
