import { shiftedDate } from '@alo/calendar';
import { offShiftAt } from '@alo/call-core';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { loadTelephonyConfig } from '../../telephony/routing-plan.ts';
import { rosterDays } from './days.ts';

let app: TestApp;
let demo: TestTenant;
let lan: TestPerson;
let minh: TestPerson;
let team: string;
let queue: string;
let morning: string;
let night: string;
/** The Monday of this week: the plan is made for the days to come. */
const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
const monday = shiftedDate(today, -((new Date(today).getUTCDay() + 6) % 7));

beforeAll(async () => {
  app = await testApp();
  app.clock.now = Date.now();
  demo = await app.tenant('demo');
  const made = async (path: string, body: object) => {
    const answer = await demo.admin.call('POST', path, body);
    if (answer.statusCode >= 300) throw new Error(answer.payload);
    return answer.json().id as string;
  };
  const members = [];
  for (const number of ['101', '102', '103']) {
    const extension = await made('//telephony/partner/subscriber', { number, name: `Máy ${number}` });
    members.push({ extension_id: extension, penalty: 0, weight: 1, skills: {} });
  }
  lan = await demo.person('lan', ['roster.view'], '101');
  minh = await demo.person('minh', [], '102');
  const department = await made('/department', { name: 'Kinh doanh' });
  team = await made('/team', { name: 'Đội 1', department_id: department, people_ids: [lan.accountId] });
  queue = await made('//telephony/partner/call-queue', { name: 'Chăm sóc', members });
  morning = await made('/shift', {
    name: 'Ca sáng',
    from_time: '08:00',
    to_time: '16:00',
    breaks: [{ from_time: '12:00', to_time: '12:30' }],
  });
  night = await made('/shift', { name: 'Ca đêm', from_time: '22:00', to_time: '06:00' });
});
afterAll(() => app.close());

const asked = async (by: TestPerson, query: string) => (await by.call('GET', `/roster?week=${monday}${query}`)).json();
const set = (entries: readonly object[], by = demo.admin) => by.call('PUT', '/roster', { entries });
const works = (person: TestPerson, day: string, shift: string) => ({
  account_id: person.accountId,
  day,
  shift_id: shift,
  kind: 'shift',
});
const says = (person: TestPerson, day: string, kind: 'leave' | 'none') => ({
  account_id: person.accountId,
  day,
  shift_id: null,
  kind,
});

test('a shift has its breaks in it', async () => {
  const body = { name: 'Ca lạ', from_time: '08:00', to_time: '12:00' };
  const beyond = await demo.admin.call('POST', '/shift', {
    ...body,
    breaks: [{ from_time: '12:00', to_time: '13:00' }],
  });
  expect(beyond.json().fields).toEqual({ breaks: 'Giờ nghỉ phải nằm trong ca, và không chồng lên nhau' });
});

test('a week says who works when, and takes it back', async () => {
  expect((await set([works(lan, monday, morning), says(minh, monday, 'leave')])).statusCode).toBe(200);
  const week = await asked(demo.admin, `&queue_id=${queue}`);
  expect(week.days).toHaveLength(7);
  expect(week.by_roster).toBe(false);
  expect(week.people.map(({ extension }: { extension: string }) => extension)).toEqual(['101', '102']);
  expect(week.entries).toEqual(
    expect.arrayContaining([
      { account_id: lan.accountId, day: monday, shift_id: morning },
      { account_id: minh.accountId, day: monday, shift_id: null },
    ]),
  );
  await set([says(minh, monday, 'none')]);
  expect((await asked(demo.admin, '')).entries).toEqual([
    { account_id: lan.accountId, day: monday, shift_id: morning },
  ]);
  const trail = (await demo.admin.call('GET', `/activity-user-tenant?subject_id=${minh.accountId}`)).json();
  expect(trail.data[0]).toMatchObject({ subject: 'account', action: 'set-roster' });
});

test('a shift that somebody works is not deleted', async () => {
  const answer = await demo.admin.call('DELETE', `/shift/${morning}`);
  expect(answer.json().used_by).toEqual([expect.objectContaining({ kind: 'Lịch trực' })]);
});

test('a week is copied onto days of which nothing is said, and leave stays where it is', async () => {
  const next = shiftedDate(monday, 7);
  await set([works(minh, monday, night), says(lan, next, 'leave')]);
  const copied = await demo.admin.call('POST', '/roster/copy', { from: monday, to: next });
  expect(copied.json()).toEqual({ copied: 1 });
  const { entries } = (await demo.admin.call('GET', `/roster?week=${next}`)).json();
  expect(entries).toEqual(
    expect.arrayContaining([
      { account_id: lan.accountId, day: next, shift_id: null },
      { account_id: minh.accountId, day: next, shift_id: night },
    ]),
  );
  expect((await demo.admin.call('POST', '/roster/copy', { from: monday, to: next })).json()).toEqual({ copied: 0 });
});

test('who sees a team plans for that team alone, and agents see their own two weeks', async () => {
  const role = await demo.admin.call('POST', '/role', {
    name: 'Trưởng nhóm',
    permissions: ['roster.view', 'roster.update'],
    scope: 'team',
  });
  const { data } = (await demo.admin.call('GET', '/accounts?search=lan')).json();
  const put = await demo.admin.call('PUT', `/account/${lan.accountId}`, { ...data[0], role_id: role.json().id });
  expect(put.statusCode).toBe(200);
  expect((await asked(lan, '')).people.map(({ id }: { id: string }) => id)).toEqual([lan.accountId]);
  expect((await asked(lan, `&team_id=${team}`)).people).toHaveLength(1);
  expect((await set([works(minh, monday, night)], lan)).statusCode).toBe(422);
  expect((await set([works(lan, shiftedDate(monday, 1), morning)], lan)).statusCode).toBe(200);
  const own = (await minh.call('GET', '/my-roster')).json();
  expect(own.days).toHaveLength(14);
  expect(own.days[0]).toMatchObject({ day: monday, kind: 'shift', shift: { name: 'Ca đêm' } });
  expect((await minh.call('GET', `/roster?week=${monday}`)).statusCode).toBe(403);
});

test('another company neither sees nor plans', async () => {
  const other = await app.tenant('khac');
  expect((await asked(other.admin, '')).entries).toEqual([]);
  expect((await set([works(lan, monday, morning)], other.admin)).statusCode).toBe(422);
  expect((await other.admin.call('GET', `/roster?week=${monday}&queue_id=${queue}`)).statusCode).toBe(404);
});

test('a queue that goes by the roster asks who is on shift, whoever is called in, and everybody where nothing is planned', async () => {
  const tomorrow = shiftedDate(today, 1);
  await set([works(lan, tomorrow, morning), works(minh, tomorrow, night), says(lan, shiftedDate(today, 2), 'none')]);
  const planned = async () => (await loadTelephonyConfig(app.db.inTenant, demo.id)).plan.queues[queue]?.roster;
  expect(await planned()).toBeUndefined();
  const row = (await demo.admin.call('GET', `//telephony/partner/call-queue/${queue}`)).json();
  await demo.admin.call('PUT', `//telephony/partner/call-queue/${queue}`, { ...row, by_roster: true });
  const roster = await planned();
  const off = (clock: string, day = tomorrow) =>
    ['101', '102', '103'].filter(offShiftAt(roster, Date.parse(`${day}T${clock}:00+07:00`)));
  expect(off('09:00')).toEqual(['102', '103']);
  expect(off('23:00')).toEqual(['101', '103']);
  // The night shift goes on into the next day, behind it everybody is asked.
  expect(off('05:00', shiftedDate(tomorrow, 1))).toEqual(['101', '103']);
  const free = shiftedDate(today, 50);
  expect(off('09:00', free)).toEqual([]);
  await demo.admin.call('POST', '/roster/call-in', { account_id: lan.accountId, hours: 8 });
  expect((await planned())?.shifts.some(({ from, to }) => to - from === 8 * 3_600_000 && from <= Date.now())).toBe(
    true,
  );
  expect((await asked(demo.admin, `&queue_id=${queue}`)).people[0].called_in_until).not.toBeNull();
  await demo.admin.call('POST', '/roster/call-in', { account_id: lan.accountId, hours: 0 });
  expect((await asked(demo.admin, `&queue_id=${queue}`)).people[0].called_in_until).toBeNull();
});

test('days say that they are a holiday, Tết or a lunar day', () => {
  const tet = rosterDays('2027-02-01', 14, new Map());
  expect(tet.find(({ day }) => day === '2027-02-06')).toMatchObject({ holiday: 'Mùng 1 Tết', lunar: 'Mùng 1 Tết' });
  expect(tet.find(({ day }) => day === '2027-02-05')?.lunar).toBe('Giao thừa');
  expect(rosterDays('2026-11-23', 7, new Map()).map(({ lunar }) => lunar)).toContain('Rằm tháng 10');
});

test('how a planned day was kept is counted from what the person did, and is a file as well', async () => {
  const day = shiftedDate(monday, -7);
  const late = {
    extension: '102',
    status: 'ready',
    from: `${day}T22:10:00+07:00`,
    to: `${shiftedDate(day, 1)}T05:00:00+07:00`,
  };
  await app.db.inTenant(demo.id, (trx) =>
    sql`insert into status_span (revision, journal, extension, status, reason, from_at, to_at)
      values (1, 1, ${late.extension}, ${late.status}, '', ${late.from}, ${late.to})`.execute(trx),
  );
  await set([works(minh, day, night), works(lan, day, morning)]);
  const asked = `/report/adherence?from=${day}&to=${day}`;
  const report = (await demo.admin.call('GET', asked)).json();
  expect(report).toMatchObject({ from: day, to: day, total: 2 });
  const of = (person: TestPerson) =>
    report.data.find(({ account_id: id }: { account_id: string }) => id === person.accountId);
  expect(of(minh)).toMatchObject({
    shift_name: 'Ca đêm',
    planned_seconds: 8 * 3_600,
    worked_seconds: 410 * 60,
    late_seconds: 600,
    early_seconds: 3_600,
    absences: 0,
  });
  expect(of(lan)).toMatchObject({ absences: 1, adherence: 0 });
  expect(report.counts).toMatchObject({ shifts: 2, absences: 1, planned_seconds: 15.5 * 3_600, late: 1 });
  expect((await demo.admin.call('GET', `${asked}&account_id=${lan.accountId}`)).json().total).toBe(1);
  // Whoever sees one team counts that team.
  expect((await lan.call('GET', asked)).json().total).toBe(1);
  expect((await minh.call('GET', asked)).statusCode).toBe(403);
  const file = await demo.admin.call('GET', `/report/adherence/export?from=${day}&to=${day}&format=csv`);
  expect(file.payload).toContain('Ca đêm');
  expect((await demo.admin.call('GET', '/report/adherence?from=2026-01-01&to=2026-03-01')).statusCode).toBe(400);
});
