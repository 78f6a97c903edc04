import {
  type CallRow,
  callRow,
  callsByQueue,
  callsToReturn,
  dashboard,
  type Endpoint,
  type LiveEvent,
  type LiveTopic,
  myCalls,
  myDay,
  notifications,
} from '@alo/contract';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Api } from '../api/client.ts';
import { reader } from '../api/queries.ts';
import { followLiveReadings } from './live-readings.ts';

let hear: (event: LiveEvent) => void;
let gap: (topic: LiveTopic) => void;
let queries: QueryClient;

beforeEach(() => {
  vi.useFakeTimers();
  queries = new QueryClient();
  followLiveReadings(
    {
      listen: (listener) => {
        hear = listener;
        return () => undefined;
      },
      onGap: (listener) => {
        gap = listener;
        return () => undefined;
      },
    },
    queries,
  );
});
afterEach(() => {
  queries.clear();
  vi.useRealTimers();
});

/** So many parts of a page show it; the test answers each request whenever it likes. */
function shownBy(parts: number, endpoint: Endpoint) {
  const asked: { answer: () => Promise<void>; isAborted: () => boolean }[] = [];
  const request = (_: unknown, __: unknown, signal?: AbortSignal) => {
    const { promise, resolve } = Promise.withResolvers<object>();
    asked.push({
      answer: async () => {
        resolve({});
        await vi.advanceTimersByTimeAsync(0);
      },
      isAborted: () => signal?.aborted === true,
    });
    return promise;
  };
  const read = reader(request as Api, { tenantCode: 'demo' })(endpoint, {});
  for (let part = 0; part < parts; part += 1)
    new QueryObserver(queries, { ...read, staleTime: Number.POSITIVE_INFINITY }).subscribe(() => undefined);
  return asked;
}

const callsChanged: LiveEvent = { topic: 'me', seq: 1, type: 'my-calls-changed', data: {} };
const notified: LiveEvent = { topic: 'me', seq: 1, type: 'notified', data: {} };
const ringing = callRow.parse({
  id: '00000000-0000-4000-8000-0000000000a1',
  direction: 'inbound',
  status: 'in_progress',
  started_at: '2026-11-20T02:00:00Z',
  answered_at: null,
  ended_at: null,
  phone: '0901234567',
  customer_id: null,
  customer_name: null,
  hotline: '',
  dialled: '',
  extension: '101',
  agent_name: null,
  caller_extension: '',
  caller_name: null,
  wait_seconds: 0,
  talk_seconds: 0,
  total_seconds: 0,
  cause: '',
  recording: 'none',
});
const rowChanged: LiveEvent = {
  topic: 'resources',
  seq: 1,
  type: 'resource-changed',
  data: { subject: 'teams', ids: [] },
};

test('three events of a call make two requests however many parts show it, and none is broken off', async () => {
  const asked = shownBy(7, myCalls);
  await asked[0]?.answer();
  hear(callsChanged);
  hear(callsChanged);
  hear(callsChanged);
  expect(asked).toHaveLength(2);
  await asked[1]?.answer();
  // The second and the third came while it was under way: it may have been answered from before them.
  expect(asked).toHaveLength(3);
  await asked[2]?.answer();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.map(({ isAborted }) => isAborted())).toEqual([false, false, false]);
});

test('an event concerns the endpoints that name it, and a gap those of its topic', async () => {
  const calls = shownBy(1, myCalls);
  const bell = shownBy(1, notifications);
  await calls[0]?.answer();
  await bell[0]?.answer();
  hear(notified);
  expect([calls.length, bell.length]).toEqual([1, 2]);
  await bell[1]?.answer();
  gap('calls');
  expect([calls.length, bell.length]).toEqual([1, 2]);
  gap('me');
  expect([calls.length, bell.length]).toEqual([2, 3]);
});

const answered = { data: [], ringing: [], phone: 'talking' } as const;

test('what an event says that asking would answer is asked for by nobody; a reading that is under way is repeated behind it', async () => {
  const asked = shownBy(7, myCalls);
  const shown = () => queries.getQueryCache().getAll()[0]?.state.data;
  const told: LiveEvent = { ...callsChanged, data: { now: myCalls.result.parse(answered) } };
  hear(told);
  expect([asked.length, shown()]).toEqual([1, undefined]);
  await asked[0]?.answer();
  expect(asked).toHaveLength(2);
  await asked[1]?.answer();
  hear(told);
  hear(told);
  expect([asked.length, shown()]).toEqual([2, told.data.now]);
  hear(callsChanged);
  expect(asked).toHaveLength(3);
  await asked[2]?.answer();
});

test('of calls that still ring nothing is asked where only those that were answered, or have ended, count', async () => {
  const toReturn = shownBy(1, callsToReturn);
  const day = shownBy(1, myDay);
  await toReturn[0]?.answer();
  await day[0]?.answer();
  const happens = async (call: Partial<CallRow>) => {
    hear({ topic: 'calls', seq: 1, type: 'call-changed', data: { ...ringing, ...call } });
    await vi.advanceTimersByTimeAsync(5_000);
    for (const asked of [toReturn, day]) await asked.at(-1)?.answer();
    return [toReturn.length, day.length];
  };
  expect(await happens({})).toEqual([1, 1]);
  expect(await happens({ answered_at: '2026-11-20T02:00:05Z' })).toEqual([2, 1]);
  expect(await happens({ status: 'answered', answered_at: '2026-11-20T02:00:05Z' })).toEqual([3, 2]);
  expect(await happens({ status: 'missed' })).toEqual([4, 3]);
});

test('figures are counted again once in their time, however much happens', async () => {
  const figures = shownBy(2, dashboard);
  const report = shownBy(1, callsByQueue);
  await figures[0]?.answer();
  await report[0]?.answer();
  for (let second = 0; second < 6; second += 1) {
    hear(rowChanged);
    await vi.advanceTimersByTimeAsync(999);
    await figures.at(-1)?.answer();
  }
  await vi.advanceTimersByTimeAsync(3_000);
  expect([figures.length, report.length]).toEqual([1 + 2, 1]);
});

test('what is shown no more is read when it is shown again', async () => {
  const asked = shownBy(1, myCalls);
  await asked[0]?.answer();
  const [query] = queries.getQueryCache().getAll();
  for (const observer of query?.observers ?? []) observer.destroy();
  hear(callsChanged);
  expect([asked.length, query?.state.isInvalidated]).toEqual([1, true]);
});
