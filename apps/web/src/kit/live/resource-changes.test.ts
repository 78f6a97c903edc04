import type { LiveEvent, LiveTopic } from '@alo/contract';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { followResourceChanges } from './resource-changes.ts';

let hear: (event: LiveEvent) => void;
let gap: (topic: LiveTopic) => void;
const live = {
  listen: (listener: (event: LiveEvent) => void) => {
    hear = listener;
    return () => undefined;
  },
  onGap: (listener: (topic: LiveTopic) => void) => {
    gap = listener;
    return () => undefined;
  },
};

let queries: QueryClient;
beforeEach(() => {
  vi.useFakeTimers();
  queries = new QueryClient();
});
afterEach(() => {
  queries.clear();
  vi.useRealTimers();
});

const shown = (name: string, ...rowsOf: string[]) =>
  queries.fetchQuery({
    queryKey: [name],
    queryFn: () => name,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { rowsOf },
  });
const changed = (subject: string, ids: string[]): LiveEvent => ({
  topic: 'resources',
  seq: 1,
  type: 'resource-changed',
  data: { subject, ids },
});
const staleOnes = () =>
  queries
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.isInvalidated)
    .map((query) => query.queryKey[0]);

test('lists and pickers of what somebody changed are stale, and nothing else is', async () => {
  followResourceChanges(live, queries);
  await shown('teams list', 'teams');
  await shown('teams picker', 'teams');
  await shown('departments', 'departments');
  await shown('me');
  hear(changed('teams', ['1']));
  expect(staleOnes()).toEqual(['teams list', 'teams picker']);
});

test('a list that shows the names of another resource is stale when that changes', async () => {
  followResourceChanges(live, queries);
  await shown('teams', 'teams', 'departments');
  await shown('branches', 'branchs');
  hear(changed('departments', ['1']));
  expect(staleOnes()).toEqual(['teams']);
});

test('word of one’s own change is no news; the next one is', async () => {
  const changes = followResourceChanges(live, queries);
  await shown('teams list', 'teams');
  changes.mine('teams', ['1']);
  hear(changed('teams', ['1']));
  expect(staleOnes()).toEqual([]);
  hear(changed('teams', ['1']));
  expect(staleOnes()).toEqual(['teams list']);
});

test('who listens hears what somebody else has changed, and nothing of one’s own', () => {
  const changes = followResourceChanges(live, queries);
  const news: string[] = [];
  const stop = changes.onNews((subject, ids) => news.push(`${subject} ${ids.join(' ')}`));
  changes.mine('customer', ['1']);
  hear(changed('customer', ['1']));
  hear(changed('customer', ['1', '2']));
  hear(changed('customer', []));
  stop();
  hear(changed('customer', ['3']));
  expect(news).toEqual(['customer 1 2', 'customer ']);
});

test('word of a new row may come before its answer: what somebody else changes then is news all the same', async () => {
  const changes = followResourceChanges(live, queries);
  hear(changed('teams', ['1']));
  changes.mine('teams', ['1']);
  await shown('teams list', 'teams');
  hear(changed('teams', ['1']));
  expect(staleOnes()).toEqual(['teams list']);
});

test('word of a change that was refused is somebody else’s, whether it comes before the refusal or after', async () => {
  const changes = followResourceChanges(live, queries);
  await shown('teams list', 'teams');
  changes.mine('teams', ['1']);
  changes.notMine('teams', ['1']);
  expect(staleOnes()).toEqual([]);
  hear(changed('teams', ['1']));
  expect(staleOnes()).toEqual(['teams list']);

  await shown('departments list', 'departments');
  changes.mine('departments', ['1']);
  hear(changed('departments', ['1']));
  expect(staleOnes()).toEqual(['teams list']);
  changes.notMine('departments', ['1']);
  expect(staleOnes()).toEqual(['teams list', 'departments list']);
});

test('word that does not come is not waited for for ever', async () => {
  const changes = followResourceChanges(live, queries);
  await shown('teams list', 'teams');
  changes.mine('teams', ['1']);
  vi.advanceTimersByTime(10_001);
  hear(changed('teams', ['1']));
  expect(staleOnes()).toEqual(['teams list']);
});

test('what was just answered is not read again', async () => {
  const changes = followResourceChanges(live, queries);
  await shown('teams list', 'teams');
  await shown('team 1', 'teams');
  await changes.stale('teams', ['team 1']);
  expect(staleOnes()).toEqual(['teams list']);
});

test('a first reading that was on its way when a row changed is not taken for news: it is asked once more', async () => {
  followResourceChanges(live, queries);
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let asked = 0;
  const observer = new QueryObserver(queries, {
    queryKey: ['who calls'],
    queryFn: () => answers[asked++]?.promise ?? '',
    meta: { rowsOf: ['customer'] },
  });
  const stop = observer.subscribe(() => undefined);
  hear(changed('customer', ['1']));
  expect(asked).toBe(1);
  answers[0]?.resolve('nobody');
  await vi.waitFor(() => expect(asked).toBe(2));
  answers[1]?.resolve('Hoa');
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('Hoa'));
  stop();
});

test('after a gap every resource is stale', async () => {
  followResourceChanges(live, queries);
  await shown('teams list', 'teams');
  await shown('me');
  gap('resources');
  expect(staleOnes()).toEqual(['teams list']);
});
