import { expect, test } from 'vitest';

import { latestShown } from './latest-shown.ts';

/** What is seen, as a browser keeps it: one place, which the last that was shown has, and which is closed whoever has it. */
function screen() {
  let seen = '';
  const done: string[] = [];
  const waiting = new Map<string, () => void>();
  const until = async (step: string) => {
    await new Promise<void>((resolve) => waiting.set(step, resolve));
    done.push(step);
  };
  const show = (name: string) => async () => {
    await until(name);
    seen = name;
    return async () => {
      await until(`close ${name}`);
      seen = '';
    };
  };
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return {
    show,
    seen: () => seen,
    asked: () => [...waiting.keys()],
    /** The browser has done it. */
    come: async (step: string) => {
      await settle();
      waiting.get(step)?.();
      await settle();
    },
  };
}

test('the name that comes while the first is being shown stands there, and nothing is closed before it ends', async () => {
  const { show, seen, asked, come } = screen();
  const inPlace = latestShown();
  const endFirst = inPlace(show('0901234567'));
  await come('');
  endFirst();
  const endSecond = inPlace(show('Trần Văn Minh'));
  await come('0901234567');
  await come('Trần Văn Minh');
  expect([seen(), asked()]).toEqual(['Trần Văn Minh', ['0901234567', 'Trần Văn Minh']]);
  endSecond();
  await come('close Trần Văn Minh');
  expect(seen()).toBe('');
});

test('the next call that rings while the first one’s is being closed is shown after that', async () => {
  const { show, seen, asked, come } = screen();
  const inPlace = latestShown();
  const endFirst = inPlace(show('first'));
  await come('first');
  endFirst();
  await come('');
  inPlace(show('second'));
  await come('second');
  expect(asked()).toEqual(['first', 'close first']);
  await come('close first');
  await come('second');
  expect(seen()).toBe('second');
});

test('what has ended before its turn is never shown, and what a browser refuses holds nobody up', async () => {
  const { show, seen, asked, come } = screen();
  const inPlace = latestShown();
  inPlace(() => Promise.reject(new Error('not allowed')));
  await come('');
  const endFirst = inPlace(show('first'));
  await come('');
  endFirst();
  inPlace(show('skipped'))();
  inPlace(show('last'));
  await come('first');
  await come('last');
  expect([seen(), asked()]).toEqual(['last', ['first', 'last']]);
});

test('what ends while it is being shown is taken away once it is there', async () => {
  const { show, seen, come } = screen();
  const end = latestShown()(show('short'));
  await come('');
  end();
  await come('short');
  expect(seen()).toBe('short');
  await come('close short');
  expect(seen()).toBe('');
});
