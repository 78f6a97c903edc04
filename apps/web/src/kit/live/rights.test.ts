import type { LiveEvent, LiveTopic } from '@alo/contract';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';

import { followRights } from './rights.ts';

const queries = new QueryClient();
let hear: (event: LiveEvent) => void = () => undefined;
let gap: (topic: LiveTopic) => void = () => undefined;
followRights(
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
  ['me'],
);

/** Somebody looks at it; what each reading is answered with is said by the test, whenever it likes. */
function watched(name: string) {
  const answers: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver(queries, {
    queryKey: [name],
    queryFn: () => {
      const answer = Promise.withResolvers<string>();
      answers.push(answer);
      return answer.promise;
    },
  });
  observer.subscribe(() => undefined);
  return { answers, shown: () => observer.getCurrentResult().data };
}

test('who one is, asked before one’s rights changed and answered afterwards, is asked once more', async () => {
  const { answers, shown } = watched('me');
  hear({ topic: 'me', seq: 1, type: 'rights-changed', data: {} });
  answers[0]?.resolve('agent');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.resolve('supervisor');
  await expect.poll(shown).toBe('supervisor');

  // Their change came by while nobody listened.
  const { answers: others } = watched('departments');
  others[0]?.resolve('departments');
  gap('me');
  await expect.poll(() => answers.length).toBe(3);
  answers[2]?.resolve('agent again');
  await expect.poll(shown).toBe('agent again');
  // In another tab they have said why they are on a break.
  hear({ topic: 'me', seq: 2, type: 'me-changed', data: {} });
  await expect.poll(() => answers.length).toBe(4);
  answers[3]?.resolve('agent at lunch');
  await expect.poll(shown).toBe('agent at lunch');
  expect(others).toHaveLength(1);
  queries.clear();
});
