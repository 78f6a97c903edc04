import { departments, myCalls } from '@alo/contract';
import { cache } from '@alo/testing/specification';
import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';

import { ApiProblem } from './problem.ts';
import { createQueries, invalidating, keyOf } from './queries.ts';

/** How often a read is tried that always ends so. */
async function triesOf(error: Error): Promise<number> {
  let tries = 0;
  const queries = createQueries();
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retryDelay: 0 } });
  const read = queries.fetchQuery({
    queryKey: ['x'],
    retry: queries.getDefaultOptions().queries?.retry ?? false,
    queryFn: () => {
      tries += 1;
      throw error;
    },
  });
  await expect(read).rejects.toBe(error);
  return tries;
}

const problem = (status: number) =>
  new ApiProblem(status, { code: 'internal', message: 'x', fields: {}, used_by: [], request_id: '' });

test('a refusal is an answer, and not asked for again; what failed is tried three times more', async () => {
  for (const status of [400, 403, 404, 409, 422]) expect([status, await triesOf(problem(status))]).toEqual([status, 1]);
  expect(await triesOf(problem(503))).toBe(4);
  expect(await triesOf(new TypeError('no network'))).toBe(4);
});

test('the cache tries again, waits and forgets as the specification says (§7, §9)', async () => {
  const { retryDelay, gcTime } = createQueries().getDefaultOptions().queries ?? {};
  if (typeof retryDelay !== 'function') throw new Error('The delay is no rule.');
  expect(await triesOf(new TypeError('no network'))).toBe(1 + cache.retries);
  expect(cache.delaysMs.map((_, attempt) => retryDelay(attempt, new TypeError('no network')))).toEqual(cache.delaysMs);
  expect(gcTime).toBe(cache.collectedAfterMs);
});

test('what was read of one company is never found by another', () => {
  expect(keyOf('mot', departments.list)).not.toEqual(keyOf('hai', departments.list));
});

test('calls that are being asked for when one of them ends are asked for once more: the first answer may be of before', async () => {
  const queries = createQueries();
  const answers: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver(queries, {
    queryKey: [...keyOf('demo', myCalls), {}, {}],
    queryFn: () => {
      const answer = Promise.withResolvers<string>();
      answers.push(answer);
      return answer.promise;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  observer.subscribe(() => undefined);
  const renewed = invalidating(queries, { tenantCode: 'demo' })(myCalls);
  answers[0]?.resolve('talking');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.resolve('idle');
  await renewed;
  expect(observer.getCurrentResult().data).toBe('idle');
  // Another company's are nobody's concern here.
  await invalidating(queries, { tenantCode: 'other' })(myCalls);
  expect(answers).toHaveLength(2);
  queries.clear();
});
