import { expect, test } from 'vitest';

import { oneAfterAnother } from './one-after-another.ts';

/** What is seen, as a browser keeps it under one tag: the last that was shown has the place. */
function screen() {
  let seen = '';
  const waiting = new Map<string, () => void>();
  const show = (name: string) => async () => {
    await new Promise<void>((resolve) => waiting.set(name, resolve));
    seen = name;
    return async () => {
      if (seen === name) seen = '';
    };
  };
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return {
    show,
    seen: () => seen,
    asked: () => [...waiting.keys()],
    /** Its picture is there. */
    come: async (name: string) => {
      waiting.get(name)?.();
      await settle();
    },
    settle,
  };
}

test('the name that comes while the first is being shown stands there in the end', async () => {
  const { show, seen, asked, come, settle } = screen();
  const inTurn = oneAfterAnother();
  const endFirst = inTurn(show('0901234567'));
  await settle();
  endFirst();
  const endSecond = inTurn(show('Trần Văn Minh'));
  await settle();
  expect(asked()).toEqual(['0901234567']);
  await come('0901234567');
  await come('Trần Văn Minh');
  expect(seen()).toBe('Trần Văn Minh');
  endSecond();
  await settle();
  expect(seen()).toBe('');
});

test('what has ended before its turn is never shown, and what a browser refuses holds nobody up', async () => {
  const { show, seen, asked, come, settle } = screen();
  const inTurn = oneAfterAnother();
  inTurn(() => Promise.reject(new Error('not allowed')))();
  const endFirst = inTurn(show('first'));
  await settle();
  endFirst();
  inTurn(show('skipped'))();
  inTurn(show('last'));
  await come('first');
  await come('last');
  expect([seen(), asked()]).toEqual(['last', ['first', 'last']]);
});
