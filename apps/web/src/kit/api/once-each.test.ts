import { expect, test } from 'vitest';

import { onceEach } from './once-each.ts';
import { ApiProblem } from './problem.ts';

test('what nobody answered is sent again under its key, and anything else under one of its own', async () => {
  const once = onceEach();
  const keys: string[] = [];
  const sent = (name: string, answer: () => Promise<string>) =>
    once({ name }, (key) => {
      keys.push(key);
      return answer();
    }).catch((error: unknown) => error);
  const lost = () => Promise.reject(ApiProblem.offline());
  const proxy = () => Promise.reject(ApiProblem.of(502, undefined));
  const refused = () => Promise.reject(ApiProblem.of(422, undefined));
  const done = () => Promise.resolve('done');
  await sent('Hoa', lost);
  await sent('Hoa', proxy);
  expect(await sent('Hoa', done)).toBe('done');
  expect(new Set(keys).size).toBe(1);
  // A second one of the same name is meant.
  await sent('Hoa', refused);
  await sent('Hoa', lost);
  await sent('Lan', done);
  expect(new Set(keys).size).toBe(4);
});
