import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';

import { showAnswer } from './read-again.ts';

const queryKey = ['campaign', '1'];
const queries = new QueryClient();
afterEach(() => queries.clear());

/** Somebody looks at the campaign; what each reading of it is answered with is said by the test, whenever it likes. */
function watched() {
  const answers: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver(queries, {
    queryKey,
    queryFn: () => {
      const answer = Promise.withResolvers<string>();
      answers.push(answer);
      return answer.promise;
    },
  });
  const leave = observer.subscribe(() => undefined);
  return { answers, observer, leave };
}

test('what a change was answered with is not put back by a reading that began before it', async () => {
  const { answers, observer, leave } = watched();
  answers[0]?.resolve('Lan');
  await expect.poll(() => observer.getCurrentResult().data).toBe('Lan');
  const before = observer.refetch();
  const shown = showAnswer(queries, queryKey, 'Minh');
  expect(observer.getCurrentResult().data).toBe('Minh');
  answers[1]?.resolve('Lan');
  await new Promise((done) => setTimeout(done));
  expect(observer.getCurrentResult().data).toBe('Minh');
  expect(answers).toHaveLength(3);
  answers[2]?.resolve('Minh, again');
  await Promise.all([shown, before]);
  expect(observer.getCurrentResult().data).toBe('Minh, again');
  leave();
});

test('where nothing is being read, the answer is all that is asked for', async () => {
  const { answers, observer, leave } = watched();
  answers[0]?.resolve('Lan');
  await expect.poll(() => observer.getCurrentResult().data).toBe('Lan');
  await showAnswer(queries, queryKey, 'Minh');
  expect(observer.getCurrentResult()).toMatchObject({ data: 'Minh', fetchStatus: 'idle' });
  expect(answers).toHaveLength(1);
  leave();
});
