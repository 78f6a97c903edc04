import { departments } from '@alo/contract';
import { expect, test } from 'vitest';

import { ApiProblem } from './problem.ts';
import { createQueries, keyOf } from './queries.ts';

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

test('what was read of one company is never found by another', () => {
  expect(keyOf('mot', departments.list)).not.toEqual(keyOf('hai', departments.list));
});
