import {
  type DataRequest,
  dataRequestKinds,
  type Feature,
  featureLabels,
  isAllowed,
  type NotificationKind,
  notificationKind,
} from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { noticesFor } from '../../domain/notices.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { DiskReport } from '../../storage/disk-watch.ts';
import { aboutNoCall, type BellNotice } from './notice.ts';

const dayMs = 86_400_000;
const shownAtMost = 20;
/** A licence is told of so long before it ends, and again when it has ended. */
const licenceSoonMs = 30 * dayMs;
/** The licences of a trial end with it, about which whoever began it has been told. */
const trialSoonMs = 7 * dayMs;
const requestSoonMs = 3 * dayMs;

/** What it takes to be told of each kind: those who can do something about it. Undefined is everybody. */
export const neededFor = {
  'missed-call': undefined,
  voicemail: undefined,
  reminder: undefined,
  job: undefined,
  quality: 'quality.view',
  roster: undefined,
  trunk: 'trunks.view',
  fraud: 'setting.update',
  limit: 'setting.update',
  disk: 'setting.update',
  licence: 'setting.update',
  number: 'numbers.update',
  webhook: 'webhooks.update',
  'look-ups': 'setting.update',
  'broken-path': 'setting.update',
  'data-request': 'customer.delete',
  automation: 'automations.view',
  report: 'mailed-reports.view',
} as const satisfies Record<NotificationKind, string | undefined>;

export const mayHear = ({ role }: Pick<Caller, 'role'>, kind: NotificationKind): boolean => {
  const needed = neededFor[kind];
  return needed === undefined || isAllowed(role, needed);
};

interface Span {
  readonly now: number;
  readonly since: Date;
}

/** How the system is, as far as the person may do something about it. */
export async function systemTroubles(trx: Trx, caller: Caller, disk: DiskReport, span: Span): Promise<BellNotice[]> {
  const may = (kind: NotificationKind) => mayHear(caller, kind);
  return [
    ...(may('disk') && disk.words !== '' ? [told('disk', 'disk', disk.words, new Date(disk.since))] : []),
    ...(may('limit') ? await alarms(trx, span) : []),
    ...(may('trunk') ? await trunksAway(trx) : []),
    ...(may('licence') ? await licencesEnding(trx, span) : []),
    ...(may('data-request') ? await dataRequestsDue(trx, span) : []),
    ...(may('number') ? await numbersEnding(trx, span) : []),
    ...(await noticesFor(trx, caller, span.since)).map(({ id, kind, text, at }) =>
      told(id, notificationKind.parse(kind), text, at),
    ),
  ];
}

const told = (id: string, kind: NotificationKind, text: string, at: Date): BellNotice => ({
  id,
  kind,
  text,
  at,
  ...aboutNoCall,
});

/** What calls have run into lately: limits, what looks like fraud. */
async function alarms(trx: Trx, { since }: Span): Promise<BellNotice[]> {
  const rows = await trx
    .selectFrom('call_alarm')
    .where('last_at', '>', since)
    .select(['kind', 'subject', 'since', 'last_at', 'count', 'words'])
    .orderBy('last_at', 'desc')
    .limit(shownAtMost)
    .execute();
  return rows.map(({ kind, subject, since: begun, last_at: at, count, words }) => {
    const times = count > 1 ? ` (${count} lần)` : '';
    const id = `${kind} ${subject} ${begun.getTime()}`;
    if (kind === 'fraud') return told(id, 'fraud', `Dấu hiệu gian lận cước: ${words}${times}`, at);
    return told(id, kind === 'broken' ? 'broken-path' : 'limit', `${words}${times}`, at);
  });
}

/** Trunks that no call goes through at this moment. */
async function trunksAway(trx: Trx): Promise<BellNotice[]> {
  const rows = await trx
    .selectFrom('trunk_state')
    .innerJoin('trunk', 'trunk.id', 'trunk_state.trunk_id')
    .where('trunk_state.state', '=', 'down')
    .select(['trunk.id', 'trunk.name', 'trunk_state.since', 'trunk_state.reason'])
    .execute();
  return rows.map(({ id, name, since, reason }) =>
    told(
      `trunk ${id} ${since.getTime()}`,
      'trunk',
      `Đường truyền ${name} mất kết nối${reason && `: ${reason}`}`,
      since,
    ),
  );
}

/** What a person asked for about their data has a deadline by law: told of before it comes, and when it is past. */
async function dataRequestsDue(trx: Trx, { now, since }: Span): Promise<BellNotice[]> {
  const open = await trx
    .selectFrom('data_request')
    .leftJoin('customer', 'customer.id', 'data_request.customer_id')
    .where('data_request.state', '=', 'open')
    .where('data_request.due_at', '>', since)
    .where('data_request.due_at', '<', new Date(now + requestSoonMs))
    .select(['data_request.id', 'data_request.kind', 'data_request.due_at', 'customer.name'])
    .execute();
  return open.map(({ id, kind, due_at: due, name }) => {
    const isOver = due.getTime() <= now;
    // Only what the contract names was ever put there.
    const what = dataRequestKinds[kind as DataRequest['kind']];
    const text = `${what} theo yêu cầu của ${name ?? 'khách hàng'} ${isOver ? 'đã quá hạn' : 'sắp đến hạn'}`;
    const at = isOver ? due : new Date(due.getTime() - requestSoonMs);
    return told(`data-request ${id} ${isOver ? 'over' : 'soon'}`, 'data-request', text, at);
  });
}

async function licencesEnding(trx: Trx, { now, since }: Span): Promise<BellNotice[]> {
  const { rows } = await sql<{ id: string; names: string[]; ends: Date; day: string; of_trial: boolean }>`
    select feature.id, feature_name_data as names, date_expired as ends,
      to_char(date_expired at time zone tenant.time_zone, 'DD/MM/YYYY') as day, coalesce(trial_until >= date_expired, false) as of_trial
      from feature, tenant
      where date_expired between ${since} and ${new Date(now + licenceSoonMs)}`.execute(trx);
  return rows.flatMap(({ id, names, ends, day, of_trial: ofTrial }) => {
    const isOver = ends.getTime() <= now;
    const soonMs = ofTrial ? trialSoonMs : licenceSoonMs;
    if (ends.getTime() > now + soonMs) return [];
    const text = `${ofTrial ? 'Dùng thử' : 'Bản quyền'} ${names.map(licenceInWords).join(', ')} ${isOver ? 'đã hết hạn' : 'sắp hết hạn'} ngày ${day}`;
    // Once when its end comes near, once when it has come.
    const at = isOver ? ends : new Date(ends.getTime() - soonMs);
    return told(`licence ${id} ${isOver ? 'over' : 'soon'}`, 'licence', text, at);
  });
}

/** A company may have one that this version knows no more. */
const licenceInWords = (name: string): string => (name in featureLabels ? featureLabels[name as Feature] : name);

/** Our own numbers whose last day comes near, so long before as each wants it, and again when they are ours no more. */
async function numbersEnding(trx: Trx, { now, since }: Span): Promise<BellNotice[]> {
  const { rows } = await sql<{ id: string; name: string; number: string; day: string; soon: Date; over: Date }>`
    select id, name, national_number(number) as number, to_char(expires_on, 'DD/MM/YYYY') as day,
      (expires_on - remind_days)::timestamp at time zone place.zone as soon, (expires_on + 1)::timestamp at time zone place.zone as over
    from service_number, (select time_zone as zone from tenant) as place
    where expires_on is not null and expires_on + 1 > ${since}::date and expires_on - remind_days <= ${new Date(now)}::date + 1
    order by expires_on limit ${shownAtMost}`.execute(trx);
  return rows.flatMap(({ id, name, number, day, soon, over }) => {
    const isOver = over.getTime() <= now;
    const at = isOver ? over : soon;
    if (at.getTime() > now) return [];
    const text = `Đầu số ${number} (${name}) ${isOver ? 'đã hết hạn' : 'sắp hết hạn'} ngày ${day}`;
    return [told(`number ${id} ${day} ${isOver ? 'over' : 'soon'}`, 'number', text, at)];
  });
}
