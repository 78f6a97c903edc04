import { expect, test } from 'vitest';

import { wholeDays } from './parties.ts';
import {
  byDepartment,
  byExtension,
  type Parties,
  type PartySum,
  presentCounts,
  type ReportedPerson,
  reportOf,
  teamsOf,
} from './report.ts';

const person = (
  extension: string,
  departmentId: string | null,
  teamId: string | null,
  more: Partial<ReportedPerson> = {},
) => ({
  key: extension,
  extension,
  name: `Người ${extension}`,
  accountId: extension,
  active: true,
  departmentId,
  teamId,
  within: true,
  departmentName: departmentId ?? '',
  teamName: teamId ?? '',
  ...more,
});
const people = [
  person('101', 'Bán hàng', 'Một'),
  person('102', 'Bán hàng', 'Hai'),
  person('103', 'Bán hàng', null),
  person('104', null, null),
  person('199', null, null, { accountId: null, name: '' }),
];
const sum = (from: string, to: string, more: Partial<PartySum> = {}): PartySum => ({
  from,
  to,
  others: [],
  direction: from === '' ? 'inbound' : to === '' ? 'outbound' : 'internal',
  status: 'answered',
  n: 1,
  waitMs: 4_000,
  talkMs: 60_000,
  ...more,
});
/** Whoever placed a conversation and whoever took it talked for all of it. */
const parties = (all: readonly PartySum[]): Parties => ({
  sums: all,
  talks: all.flatMap(({ from, to, direction, talkMs }) =>
    [from, to].filter(Boolean).map((by) => ({ by, direction, talkMs })),
  ),
});
const sums = [
  sum('', '101', { n: 3, waitMs: 12_000, talkMs: 180_000 }),
  sum('', '101', { status: 'missed', talkMs: 0 }),
  sum('101', '102'),
  sum('101', '103'),
  sum('104', ''),
  sum('', ''),
];

test('a conversation of two colleagues is one of each, one of their department and one of each of their teams', () => {
  const report = reportOf(parties(sums), people, {});
  expect(byDepartment(report).map(({ id, total, people: n }) => [id, total, n])).toEqual([
    ['Bán hàng', 6, 3],
    ['none', 1, 1],
  ]);
  expect(
    teamsOf(report, 'Bán hàng').map(({ id, total, people: its }) => [id, total, its.map((one) => one.total)]),
  ).toEqual([
    ['Hai', 1, [1]],
    ['Một', 6, [6]],
    ['none', 1, [1]],
  ]);
  expect(byExtension(report).map(({ extension, total }) => [extension, total])).toEqual([
    ['101', 6],
    ['102', 1],
    ['103', 1],
    ['104', 1],
    ['199', 0],
  ]);
});

test('a conversation that was handed on is one of each who talked in it, each with their own talk, and one of the company', () => {
  const handedOn: Parties = {
    sums: [sum('', '101', { others: ['102', '104'] })],
    talks: [
      { by: '101', direction: 'inbound', talkMs: 10_000 },
      { by: '102', direction: 'inbound', talkMs: 20_000 },
      { by: '104', direction: 'inbound', talkMs: 30_000 },
    ],
  };
  const report = reportOf(handedOn, people, {});
  const told = (row: { total: number; answered: number; talk_seconds: number; talk_average: number | null }) => [
    row.total,
    row.answered,
    row.talk_seconds,
    row.talk_average,
  ];
  expect(presentCounts(report.sums)).toMatchObject({ total: 1, answered: 1, talk_seconds: 60 });
  expect(byDepartment(report).map(told)).toEqual([
    [1, 1, 30, 30],
    [1, 1, 30, 30],
  ]);
  expect(teamsOf(report, 'Bán hàng').map((team) => [team.name, ...told(team)])).toEqual([
    ['Hai', 1, 1, 20, 20],
    ['Một', 1, 1, 10, 10],
    ['Chưa có nhóm', 0, 0, 0, null],
  ]);
  expect(byExtension(report).map(told).slice(0, 4)).toEqual([
    [1, 1, 10, 10],
    [1, 1, 20, 20],
    [0, 0, 0, null],
    [1, 1, 30, 30],
  ]);
  expect(reportOf(handedOn, people, { team_id: 'Hai' }).sums).toHaveLength(1);
});

test('who has left is no one of their department’s people any more, and what they did stays', () => {
  const left = people.map((one) => (one.extension === '101' ? { ...one, active: false } : one));
  const report = reportOf(parties(sums), left, {});
  expect(byDepartment(report)[0]).toMatchObject({ id: 'Bán hàng', total: 6, people: 2 });
  expect(byExtension(report)[0]).toMatchObject({ name: 'Người 101 (đã ngừng)', total: 6 });
  expect(teamsOf(report, 'Bán hàng').find(({ id }) => id === 'Một')?.people).toMatchObject([
    { name: 'Người 101 (đã ngừng)', total: 6 },
  ]);
});

test('the figures are those of the dashboard', () => {
  const [row] = byExtension(reportOf(parties(sums), people, { direction: 'inbound' }));
  expect(row).toMatchObject({
    total: 4,
    inbound: 4,
    outbound: 0,
    internal: 0,
    answered: 3,
    missed: 1,
    unanswered: 1,
    answer_rate: 75,
    talk_seconds: 180,
    talk_average: 60,
    wait_average: 4,
  });
});

test('a place leaves its people, and of the calls those that one of them had', () => {
  const report = reportOf(parties(sums), people, { team_id: 'Hai' });
  expect(report.sums).toEqual([sum('101', '102')]);
  expect(byExtension(report).map(({ extension }) => extension)).toEqual(['102']);
  expect(byDepartment(reportOf(parties(sums), people, { department_id: 'none' })).map(({ id }) => id)).toEqual([
    'none',
  ]);
});

test('whole days are those of Vietnam, and every moment of a span is counted once', () => {
  const at = (text: string) => new Date(text).getTime();
  const vietnam = wholeDays(at('2026-03-01T00:00:00+07:00'), at('2026-03-08T00:00:00+07:00'));
  expect(vietnam.edges).toEqual([]);
  const [from, to] = [at('2026-03-01T00:00:00Z'), at('2026-03-08T00:00:00Z')];
  const { whole, edges } = wholeDays(from, to);
  expect(edges).toEqual([
    { from, to: whole.from },
    { from: whole.to, to },
  ]);
  expect(wholeDays(from, from + 3_600_000)).toEqual({
    whole: { from, to: from },
    edges: [{ from, to: from + 3_600_000 }],
  });
});
