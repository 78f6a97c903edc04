import { expect, test } from 'vitest';

import { botCaller, timedKeysOf } from './bot-caller.ts';

test('a bot presses one key a second, and a comma waits a second', () => {
  expect(timedKeysOf('1,#')).toEqual([
    { afterMs: 1_000, digits: '1' },
    { afterMs: 3_000, digits: '#' },
  ]);
  expect(timedKeysOf('')).toEqual([]);
});

test('a silent bot says nothing; others speak their voice from the prompt store', async () => {
  const asked: unknown[] = [];
  const start = botCaller({
    startBotCall: (call) => {
      asked.push(call);
      return { id: 'b' };
    },
  });
  const order = { tenantId: 't', from: '0901234567', to: '02871000101' };
  await start({ ...order, script: { voice: 'silent', digits: '', seconds: 5 } });
  expect(await start({ ...order, script: { voice: 'khach-2', digits: '', seconds: 5 } })).toBe('b');
  expect(asked).toEqual([
    { from: '0901234567', to: '02871000101', keys: [], hangUpAfterMs: 5_000 },
    { from: '0901234567', to: '02871000101', wav: 'bots/khach-2.wav', keys: [], hangUpAfterMs: 5_000 },
  ]);
});
