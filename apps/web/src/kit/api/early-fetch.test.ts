import { expect, test, vi } from 'vitest';

import { type EarlyAnswers, earlyFetch } from './early-fetch.ts';

const lan = { headers: { authorization: 'Bearer lan' } };
const answer = (text: string) => Promise.resolve(new Response(text));

function page(early: EarlyAnswers) {
  const fetch = vi.fn<typeof globalThis.fetch>(() => answer('late'));
  // The page has just begun.
  const answered = earlyFetch(early, fetch, () => 0);
  const ask = async (...asked: Parameters<typeof fetch>) => (await answered(...asked)).text();
  return { ask, fetch };
}

test('what was asked for early is taken once, whatever the order of its query', async () => {
  const { ask, fetch } = page(new Map([['Bearer lan /teams?page=1&sort=name', answer('early')]]));
  expect(await ask('/teams?sort=name&page=1', lan)).toBe('early');
  expect(fetch).not.toHaveBeenCalled();
  expect(await ask('/teams?sort=name&page=1', lan)).toBe('late');
});

test('nobody takes what was asked for with another token, for another page or to be written', async () => {
  const early: EarlyAnswers = new Map([['Bearer minh /teams?page=1', answer('early')]]);
  const { ask } = page(early);
  expect(await ask('/teams?page=1', lan)).toBe('late');
  expect(await ask('/teams?page=2', { headers: { authorization: 'Bearer minh' } })).toBe('late');
  expect(await ask('/teams?page=1', { method: 'POST', headers: { authorization: 'Bearer minh' } })).toBe('late');
  expect(early.size).toBe(1);
});

test('what was asked for early and did not arrive is asked for again', async () => {
  const { ask } = page(new Map([['Bearer lan /teams?', Promise.reject(new TypeError('offline'))]]));
  expect(await ask('/teams', lan)).toBe('late');
});
