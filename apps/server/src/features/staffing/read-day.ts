import { instantOf } from '@alo/calendar';
import { afterDayMs, type QueuePlan, type SeenDay, type SeenLeg, type SeenStay } from '@alo/call-core';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/database.ts';
import { companySound } from '../../domain/company-sound.ts';
import { usualLevel } from '../../domain/queue-stays.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { loadTelephonyConfig } from '../../telephony/routing-plan.ts';

/** What a queue calls in time, and lost. */
export interface QueueLevel {
  readonly levelMs: number;
  readonly shortMs: number;
}

export interface ReadDay {
  readonly seen: SeenDay;
  readonly levels: ReadonlyMap<string, QueueLevel>;
}

/** More than the busiest of companies has: a day of them would take a minute. */
const callersAtMost = 30_000;
/** Nobody is on a call, or in a status, for longer than this: what began before reaches into no day. */
const longestMs = 12 * 3_600_000;

/** A day of all queues of a company as the history has it, with the queues as they are set up today. */
export async function readDay(
  db: Db,
  { tenantId, timeZone }: Pick<Caller, 'tenantId' | 'timeZone'>,
  day: string,
  now: number,
): Promise<ReadDay> {
  const { plan } = await loadTelephonyConfig(db.inTenant, tenantId, undefined, []);
  const from = instantOf(day, 0, timeZone);
  const to = Math.min(from + 86_400_000, now);
  if (to <= from) throw Problem.badRequest({ day: 'Ngày này chưa đến' });
  return await db.inTenant(tenantId, async (trx) => {
    const bounds = { from: new Date(from), to: new Date(to) };
    const stays = await staysIn(trx, bounds);
    if (stays.length > callersAtMost) throw Problem.badRequest({ day: 'Ngày này có quá nhiều cuộc gọi để phát lại' });
    const members = Object.values(plan.queues).flatMap((queue) => queue.members.map(({ extension }) => extension));
    const people = [...new Set(members)];
    const seen: SeenDay = {
      timeZone,
      from,
      to,
      queues: plan.queues,
      greetingMs: await greetingsOf(trx, tenantId, plan.queues),
      stays,
      legs: await legsIn(trx, people, bounds),
      spans: await spansIn(trx, people, bounds),
    };
    return { seen, levels: await levelsOf(trx) };
  });
}

interface Bounds {
  readonly from: Date;
  readonly to: Date;
}

const ms = (date: Date) => date.getTime();

/** Who came to a queue in calls that began then, and had left it by the end. */
async function staysIn(trx: Trx, { from, to }: Bounds): Promise<SeenStay[]> {
  const { rows } = await sql<{
    call: string;
    queue: string;
    outcome: SeenStay['outcome'];
    waitedMs: string;
    enteredAt: Date | null;
    callFrom: Date;
    callTo: Date;
    number: string;
    serviceNumber: string;
  }>`
    select stay.call_id as call, stay.queue_id as queue, stay.outcome, stay.wait_ms as "waitedMs", stay.entered_at as "enteredAt",
      call.started_at as "callFrom", coalesce(call.ended_at, ${to}) as "callTo", call.outside_number as number,
      call.service_number as "serviceNumber"
    from queue_stay as stay join call on call.id = stay.call_id and call.started_at = stay.call_started_at
    where stay.counts and stay.call_started_at >= ${from} and stay.call_started_at < ${to}
      and call.started_at >= ${from} and call.started_at < ${to}
    limit ${callersAtMost + 1}`.execute(trx);
  return rows.map(({ waitedMs, enteredAt, callFrom, callTo, ...stay }) => ({
    ...stay,
    waitedMs: Number(waitedMs),
    enteredAt: enteredAt === null ? null : ms(enteredAt),
    callFrom: ms(callFrom),
    callTo: ms(callTo),
  }));
}

/** Every connection of these people, in calls of queues and in others, and until when they talked in it. */
async function legsIn(trx: Trx, people: readonly string[], { from, to }: Bounds): Promise<SeenLeg[]> {
  const [since, until] = [new Date(ms(from) - longestMs), new Date(ms(to) + afterDayMs)];
  const { rows } = await sql<{
    call: string;
    extension: string;
    dialled: boolean;
    from: Date;
    answeredAt: Date | null;
    to: Date;
    talkedTo: Date | null;
    cause: SeenLeg['cause'];
  }>`
    select leg.call_id as call, leg.extension, leg.side = 'dialled' as dialled, leg.started_at as "from",
      leg.answered_at as "answeredAt", coalesce(leg.ended_at, ${until}) as "to", stay.to_at as "talkedTo", leg.cause
    from leg left join lateral (
      select max(segment.to_at) as to_at from call_segment as segment
      where segment.call_id = leg.call_id and segment.leg_id = leg.id and segment.call_started_at = leg.call_started_at
    ) as stay on leg.answered_at is not null
    where leg.extension = any(${people}::text[]) and leg.started_at >= ${since} and leg.started_at < ${until}
      and leg.call_started_at >= ${new Date(ms(since) - longestMs)} and leg.call_started_at < ${until}
      and coalesce(leg.ended_at, ${until}) > ${from}
    order by leg.started_at, leg.position`.execute(trx);
  return rows.map((leg) => ({
    ...leg,
    from: ms(leg.from),
    answeredAt: leg.answeredAt === null ? null : ms(leg.answeredAt),
    to: ms(leg.to),
    talkedTo: leg.talkedTo === null ? null : ms(leg.talkedTo),
  }));
}

async function spansIn(trx: Trx, people: readonly string[], { from, to }: Bounds): Promise<SeenDay['spans']> {
  const { rows } = await sql<{
    extension: string;
    status: SeenDay['spans'][number]['status'];
    from: Date;
    to: Date | null;
  }>`
    select extension, status, from_at as "from", to_at as "to" from status_span
    where extension = any(${people}::text[]) and from_at >= ${new Date(ms(from) - 2 * longestMs)}
      and from_at < ${new Date(ms(to) + afterDayMs)} and (to_at is null or to_at > ${from})
    order by extension, from_at`.execute(trx);
  return rows.map((span) => ({ ...span, from: ms(span.from), to: span.to === null ? null : ms(span.to) }));
}

/** How long what queues say first is heard; of sounds that are not the company's own nobody knows, and they are short. */
async function greetingsOf(
  trx: Trx,
  tenantId: string,
  queues: Readonly<Record<string, QueuePlan>>,
): Promise<Record<string, number>> {
  const sounds = await trx.selectFrom('audio').select(['id', 'duration_ms']).execute();
  const lengths = new Map(sounds.map(({ id, duration_ms: length }) => [companySound(tenantId, id), length]));
  const lengthOf = (queue: QueuePlan) =>
    queue.greeting.reduce((sum, source) => sum + (source.kind === 'file' ? (lengths.get(source.file) ?? 0) : 0), 0);
  return Object.fromEntries(Object.entries(queues).map(([key, queue]) => [key, lengthOf(queue)]));
}

async function levelsOf(trx: Trx): Promise<Map<string, QueueLevel>> {
  const queues = await trx
    .selectFrom('queue')
    .select(['id', 'service_level_seconds', 'short_abandon_seconds'])
    .execute();
  return new Map(
    queues.map(({ id, service_level_seconds: level, short_abandon_seconds: short }) => [
      id,
      { levelMs: level * 1_000, shortMs: short * 1_000 },
    ]),
  );
}

export const usualQueueLevel: QueueLevel = {
  levelMs: usualLevel.levelSeconds * 1_000,
  shortMs: usualLevel.shortSeconds * 1_000,
};
