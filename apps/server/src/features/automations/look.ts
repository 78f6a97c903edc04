import { isAtTime, isLevel, serviceLevel } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { GoingOn } from '../../domain/calls-now.ts';
import { clockIn } from '../../domain/company-clock.ts';
import { queueCountsOf, type StaySum } from '../../domain/queue-counts.ts';
import { staySums } from '../../domain/queue-stays.ts';
import { wholeCompany } from '../../kernel/reach.ts';
import type { DiskReport } from '../../storage/disk-watch.ts';
import type { Occurrence, Rule } from './decide.ts';
import { type Moment, start } from './pump.ts';
import { rulesIn } from './rules.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Of fewer calls a share says nothing. */
const leastCalls = 10;

/** What is known of a company at this moment besides its rows; the queues only where somebody asks for them. */
export interface CompanySnapshot {
  readonly queues: GoingOn['queues'];
  readonly disk: DiskReport;
}

/** Whether anything that is due asks for the queues as they are. */
export async function asksForQueues(trx: Trx, now: number): Promise<boolean> {
  const { rows } = await sql`select from automation where active and look_at <= ${new Date(now)}
    and trigger in ('queue.waiting', 'queue.longest') limit 1`.execute(trx);
  return rows.length > 0;
}

/** Looks at what holds for some time, and at the clock, of those automations whose minute has come. */
export async function look(trx: Trx, moment: Moment, seen: CompanySnapshot): Promise<void> {
  const { now, timeZone } = moment;
  const due = await trx
    .selectFrom('automation')
    .where('active', '=', true)
    .where('look_at', '<=', new Date(now))
    .select(['id', 'holds_since', 'told', 'look_at'])
    .orderBy('look_at')
    .limit(100)
    .forUpdate()
    .skipLocked()
    .execute();
  if (due.length === 0) return;
  const rules = new Map((await rulesIn(trx, { ids: due.map(({ id }) => id) })).map((rule) => [rule.id, rule]));
  for (const { id, holds_since: since, told, look_at: lookedAt } of due) {
    const rule = rules.get(id);
    if (rule === undefined) continue;
    if (isAtTime(rule.trigger)) {
      // The first time it is only set; and who was away for hours does not do it late.
      const words = since === null ? null : await wordsAtTime(trx, moment, rule);
      if (words !== null && lookedAt !== null) {
        await start(trx, moment, rule, seenAs(`${rule.trigger}/${lookedAt.getTime()}`, lookedAt.getTime(), words));
      }
      const next = new Date(nextAt(rule.atTime, now, timeZone));
      await sql`update automation set look_at = ${next}, holds_since = ${new Date(now)} where id = ${id}`.execute(trx);
      continue;
    }
    const trouble = await troubleOf(trx, moment, rule, seen);
    const begun = trouble === null ? null : (since ?? new Date(now));
    const holds = trouble !== null && begun !== null && now - begun.getTime() >= rule.forMinutes * minuteMs;
    if (holds && !told) await start(trx, moment, rule, seenAs(`${rule.trigger}/${begun.getTime()}`, now, trouble));
    await sql`update automation set look_at = ${new Date(now + minuteMs)}, holds_since = ${begun},
      told = ${trouble !== null && (told || holds)} where id = ${id}`.execute(trx);
  }
}

const seenAs = (key: string, at: number, words: string): Occurrence => ({
  key,
  at,
  depth: 0,
  party: '',
  numbers: [],
  call: null,
  customer: null,
  outcome: null,
  words,
});

const namedAtMost = 5;

/** What there is to say when its time has come; null where there is nothing. */
async function wordsAtTime(trx: Trx, { targetsBehind }: Moment, { trigger }: Rule): Promise<string | null> {
  if (trigger !== 'kpi.behind') return '';
  const behind = await targetsBehind(trx);
  if (behind.length === 0) return null;
  const named = behind
    .slice(0, namedAtMost)
    .map(({ name, measure, percent }) => `${name}: ${measure} ${(percent ?? 0).toLocaleString('vi')} %`);
  const others = behind.length - named.length;
  return `Chậm tiến độ ${named.join('; ')}${others > 0 ? `; và ${others} chỉ tiêu khác` : ''}`;
}

/** What is wrong now, in words; null where nothing is. */
async function troubleOf(
  trx: Trx,
  { now, timeZone }: Moment,
  rule: Rule,
  { queues, disk }: CompanySnapshot,
): Promise<string | null> {
  const level = rule.level ?? 0;
  const mine = queues.filter(({ id }) => rule.queue === null || id === rule.queue);
  switch (rule.trigger) {
    case 'queue.waiting': {
      const full = mine.find(({ waiting }) => waiting > level);
      return full === undefined ? null : `${full.waiting} khách đang chờ ở ${full.name}`;
    }
    case 'queue.longest': {
      const waits = ({ longestSince }: GoingOn['queues'][number]) =>
        longestSince === null ? 0 : Math.floor((now - longestSince) / 1_000);
      const long = mine.find((queue) => waits(queue) > level);
      return long === undefined ? null : `Có khách chờ ${waits(long)} giây ở ${long.name}`;
    }
    case 'queue.level': {
      const midnight = sql<Date>`(date_trunc('day', ${new Date(now)}::timestamptz at time zone ${timeZone})) at time zone ${timeZone}`;
      const span = { from: midnight, to: sql<Date>`${new Date(now)}::timestamptz` };
      const { rows } = await sql<StaySum>`${staySums(span, sql`''`, wholeCompany, rule.queue ?? undefined)}`.execute(
        trx,
      );
      const sums = rows.map((row) => ({
        ...row,
        n: Number(row.n),
        inTime: Number(row.inTime),
        soon: Number(row.soon),
      }));
      const { answered, in_time, abandoned, abandoned_soon } = queueCountsOf(sums);
      const counted = { answered, in_time, lost: abandoned - abandoned_soon };
      const is = counted.answered + counted.lost < leastCalls ? null : serviceLevel(counted);
      return is === null || is >= level ? null : `Mức phục vụ hôm nay ${is} %, dưới ${level} %`;
    }
    case 'trunk.down': {
      const down = await trx
        .selectFrom('trunk_state')
        .innerJoin('trunk', 'trunk.id', 'trunk_state.trunk_id')
        .where('trunk_state.state', '=', 'down')
        .select('trunk.name')
        .orderBy('trunk.name')
        .execute();
      return down.length === 0 ? null : `Đường truyền ${down.map(({ name }) => name).join(', ')} mất kết nối`;
    }
    case 'disk.full':
      return disk.words === '' ? null : disk.words;
    default:
      return null;
  }
}

/** When the company's clock next shows a time. */
export function nextAt(time: string, now: number, timeZone: string): number {
  const { time: is } = clockIn(now, timeZone);
  const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
  const wait = (minutes(time) - minutes(is)) * minuteMs;
  return Math.floor(now / minuteMs) * minuteMs + (wait <= 0 ? wait + dayMs : wait);
}

/** Whether an automation is looked at each minute, or at its time. */
export const isLookedAt = (trigger: string): boolean =>
  isLevel(trigger) || isAtTime(trigger) || ['trunk.down', 'disk.full'].includes(trigger);
