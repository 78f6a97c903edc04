import type { WatchedAgent, WatchedCall, WatchedQueue } from '@alo/contract';
import { expect, test } from 'vitest';

import {
  abandonedText,
  found,
  laidOver,
  levelAlarm,
  levelOf,
  narrowed,
  sorted,
  totalsOf,
  waitAlarm,
} from './board-view.ts';

const at = '2026-03-09T02:00:00.000Z';
const now = Date.parse(at);
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();

const agent = (extension: string, more: Partial<WatchedAgent> = {}): WatchedAgent => ({
  extension,
  name: `Người ${extension}`,
  department: null,
  team: null,
  state: 'ready',
  note: '',
  since: at,
  until: null,
  queue_ids: [],
  call: null,
  supervisors: [],
  ...more,
});
const queue = (id: string, more: Partial<WatchedQueue> = {}): WatchedQueue => ({
  id,
  name: id,
  waiting: 0,
  callbacks: 0,
  longest_since: null,
  ready: 0,
  busy: 0,
  away: 0,
  level_seconds: 20,
  in_time: 0,
  answered: 0,
  abandoned: 0,
  abandoned_soon: 0,
  ...more,
});
const call = (id: string, more: Partial<WatchedCall> = {}): WatchedCall => ({
  id,
  direction: 'inbound',
  stage: 'waiting',
  doing: '',
  since: at,
  started_at: at,
  name: '',
  number: '',
  dialled: '',
  dialled_name: '',
  waits: false,
  queue: null,
  agents: [],
  carriers: [],
  poor_sound: [],
  ...more,
});

const one = { id: 'one', name: 'one' };
const board = {
  agents: [
    agent('101', { department: one, queue_ids: ['a'], state: 'talking' }),
    agent('102', { department: one, team: one, queue_ids: ['b'] }),
    agent('103', { state: 'paused' }),
  ],
  calls: [
    call('waits in a', { queue: { id: 'a', name: 'a' } }),
    call('with 101', {
      stage: 'talking',
      number: '0901234567',
      queue: { id: 'b', name: 'b' },
      agents: [{ extension: '101', name: 'Người 101', state: 'talking' }],
    }),
    call('with 103', { stage: 'talking', agents: [{ extension: '103', name: 'Người 103', state: 'talking' }] }),
  ],
  queues: [
    queue('a', { waiting: 2, longest_since: ago(30), answered: 3, in_time: 3, abandoned: 2, abandoned_soon: 1 }),
    queue('b', { waiting: 1, longest_since: ago(5), answered: 96, in_time: 72, abandoned: 0 }),
  ],
  // A queue that is there no more had three.
  today: { answered: 102, in_time: 75, abandoned: 2, abandoned_soon: 1 },
};
const all = { department: '', team: '', queue: '', carrier: '' };
const shown = (narrowing: Partial<typeof all>) => {
  const { agents, calls, queues } = narrowed(board, { ...all, ...narrowing });
  return [agents.map(({ extension }) => extension), calls.map(({ id }) => id), queues.map(({ id }) => id)];
};

test('a department, a team and a queue show their people, with the calls that are theirs or wait for them', () => {
  expect(shown({ department: 'one' })).toEqual([
    ['101', '102'],
    ['waits in a', 'with 101'],
    ['a', 'b'],
  ]);
  expect(shown({ team: 'one' })).toEqual([['102'], [], ['b']]);
  expect(shown({ queue: 'a' })).toEqual([['101'], ['waits in a'], ['a']]);
  expect(shown({ department: 'one', queue: 'b' })).toEqual([['102'], [], ['b']]);
  expect(narrowed(board, all)).toBe(board);
});

test('over the lines of a carrier are its calls, who waits in them, and who is in none of another', () => {
  const over = (id: string, carriers: string[], more: Partial<WatchedCall> = {}) =>
    call(id, { carriers, waits: true, queue: { id: 'a', name: 'a' }, ...more });
  const talks = (id: string) =>
    ({ id, direction: 'inbound', name: '', number: '', hotline: '', supervising: false }) as const;
  const { agents, calls, queues } = narrowed(
    {
      ...board,
      agents: [
        agent('101', { state: 'talking', call: talks('talked in') }),
        agent('102', { state: 'talking', call: talks('of another') }),
        agent('103'),
      ],
      calls: [
        over('waits', ['eTelecom', 'Đường chính'], { started_at: ago(20) }),
        over('waits longer', ['Viettel'], { started_at: ago(60) }),
        over('talked in', ['ETELECOM'], { stage: 'talking', waits: false }),
        over('of another', [], { stage: 'talking', waits: false }),
      ],
    },
    { ...all, carrier: 'etelecom' },
  );
  expect(calls.map(({ id }) => id)).toEqual(['waits', 'talked in']);
  expect(agents.map(({ extension }) => extension)).toEqual(['101', '103']);
  expect(queues).toMatchObject([
    { id: 'a', waiting: 1, longest_since: ago(20) },
    { id: 'b', waiting: 0, longest_since: null },
  ]);
});

test('people and calls are found by names without accents and by numbers however they are grouped', () => {
  const by = (search: string) => {
    const { agents, calls } = found(board, search);
    return [agents.map(({ extension }) => extension), calls.map(({ id }) => id)];
  };
  expect(by('nguoi 103')).toEqual([['103'], ['with 103']]);
  expect(by('0901 234')).toEqual([[], ['with 101']]);
});

test('the top adds up what is shown, and a service level is weighed by callers', () => {
  expect(totalsOf(board)).toMatchObject({
    waiting: 3,
    longestSince: ago(30),
    calls: 3,
    by: { talking: 1, ready: 1, paused: 1, offline: 0 },
  });
  const [some, whole] = [narrowed(board, { ...all, department: 'one' }).today, board.today];
  expect([some, levelOf(some), levelOf(whole)]).toEqual([
    { answered: 99, in_time: 75, abandoned: 2, abandoned_soon: 1 },
    75,
    72.8,
  ]);
  expect([abandonedText(some), abandonedText({ ...some, abandoned_soon: 0 })]).toEqual(['2 (bỏ ngay 1)', '2']);
  expect(levelOf({ answered: 0, in_time: 0, abandoned: 1, abandoned_soon: 1 })).toBeNull();
});

test('a wait is told of at half of what counts as in time, and when it is over; a level close to its target, and below', () => {
  const waits = (seconds: number) => waitAlarm(queue('a', { longest_since: ago(seconds) }), now);
  expect([waits(10), waits(11), waits(20), waits(21)]).toEqual(['fine', 'near', 'near', 'over']);
  expect(waitAlarm(queue('a'), now)).toBe('fine');
  expect([85, 84.9, 80, 79.9, null].map((level) => levelAlarm(level, 80))).toEqual([
    'fine',
    'near',
    'near',
    'over',
    'fine',
  ]);
  // More than everybody in time there is not.
  expect([100, 99.9].map((level) => levelAlarm(level, 98))).toEqual(['fine', 'near']);
});

test('whoever has a call stands first; by time the longest comes first, and who is nowhere last', () => {
  const those = [
    agent('1', { state: 'offline', since: null }),
    agent('10', { state: 'ready', since: ago(5) }),
    agent('2', { state: 'talking', since: ago(50) }),
  ];
  const order = (id?: string, descending = false) =>
    sorted(those, id === undefined ? undefined : { id, descending }).map(({ extension }) => extension);
  expect(order()).toEqual(['2', '10', '1']);
  expect(order('extension')).toEqual(['1', '2', '10']);
  expect(order('since', true)).toEqual(['2', '10', '1']);
});

const nothing = { agents: [], calls: [], queues: [], today: null, gone: { agents: [], calls: [], queues: [] } };

test('what changed stands in its place, what is new comes behind, what is gone is gone, and the rest is what it was', () => {
  const [waits, , with103] = board.calls;
  const after = laidOver(board, {
    agents: [agent('102', { state: 'ringing' })],
    calls: [call('new'), call('waits in a', { stage: 'ringing' })],
    queues: [],
    today: null,
    gone: { agents: [], calls: ['with 101', 'never was'], queues: [] },
  });
  expect(after.agents.map(({ extension, state }) => [extension, state])).toEqual([
    ['101', 'talking'],
    ['102', 'ringing'],
    ['103', 'paused'],
  ]);
  expect(after.calls.map(({ id, stage }) => [id, stage])).toEqual([
    ['waits in a', 'ringing'],
    ['with 103', 'talking'],
    ['new', 'waiting'],
  ]);
  expect(after.calls[1]).toBe(with103);
  expect(after.agents[0]).toBe(board.agents[0]);
  expect(after.queues).toBe(board.queues);
  expect(waits?.stage).toBe('waiting');
  expect(laidOver(board, nothing)).toEqual(board);
});

test('who is added, or called otherwise, stands where their name belongs', () => {
  const names = (changed: WatchedAgent[], gone: string[] = []) =>
    laidOver(board, { ...nothing, agents: changed, gone: { ...nothing.gone, agents: gone } }).agents.map(
      ({ extension }) => extension,
    );
  expect(names([agent('104', { name: 'Đặng An' })])).toEqual(['104', '101', '102', '103']);
  expect(names([agent('101', { name: 'Trần Bình' })])).toEqual(['102', '103', '101']);
  expect(names([], ['102'])).toEqual(['101', '103']);
});
