import { expect, test } from 'vitest';

import { guarded, type Mistake } from './guarded.ts';

test('a mistake in one message is reported without what was sent, and the next message is handled', () => {
  const handled: string[] = [];
  const mistakes: Mistake[] = [];
  const receive = guarded(
    (message: string) => {
      if (message === '0901234567') throw new RangeError(`what is ${message}?`);
      handled.push(message);
    },
    (mistake) => mistakes.push(mistake),
  );
  for (const message of ['a', '0901234567', 'b']) receive(message);
  expect(handled).toEqual(['a', 'b']);
  expect(mistakes).toEqual([{ error: 'RangeError', at: expect.stringMatching(/^guarded\.test\.ts:\d+:\d+$/) }]);
  expect(JSON.stringify(mistakes)).not.toContain('0901234567');
});

test('whatever is thrown is reported', () => {
  const mistakes: Mistake[] = [];
  const throwing: () => void = () => {
    // oxlint-disable-next-line typescript/only-throw-error -- a library may do so
    throw 'text';
  };
  guarded(throwing, (mistake) => mistakes.push(mistake))();
  expect(mistakes).toEqual([{ error: 'string', at: '' }]);
});
