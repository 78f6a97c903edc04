import type { CallId, LegId, TenantId } from '@alo/call-core';
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
  const { start } = botCaller(
    {
      snapshot: async () => ({ legs: [] }),
      startBotCall: (call) => {
        asked.push(call);
        return { id: 'b', ended: new Promise(() => {}) };
      },
    },
    { maxCalls: 10 },
  );
  const order = { tenantId: 't', from: '0901234567', to: '02871000101' };
  await start({ ...order, script: { voice: 'silent', digits: '', seconds: 5 } });
  expect(await start({ ...order, script: { voice: 'khach-2', digits: '', seconds: 5 } })).toBe('b');
  expect(asked).toEqual([
    { from: '0901234567', to: '02871000101', keys: [], hangUpAfterMs: 5_000 },
    { from: '0901234567', to: '02871000101', wav: 'bots/khach-2.wav', keys: [], hangUpAfterMs: 5_000 },
  ]);
});

/** An engine with so many calls of people, and the ends of its bots. */
function busy(calls: number, maxCalls: number) {
  const ends: (() => void)[] = [];
  const leg = (_: unknown, at: number) => ({
    tenant: 'people' as TenantId, // Names of this test.
    call: `call-${at}` as CallId,
    leg: `call-${at}/in` as LegId,
    side: 'arrived' as const,
    state: 'up' as const,
    held: false,
    plays: [],
  });
  const { start } = botCaller(
    {
      snapshot: async () => ({ legs: Array.from({ length: calls }, leg) }),
      startBotCall: () => ({ id: 'b', ended: new Promise<void>((end) => void ends.push(end)) }),
    },
    { maxCalls },
  );
  const script = { voice: 'silent', digits: '', seconds: 600 } as const;
  const order = (tenantId: string, most?: number) =>
    start({ tenantId, from: '0901234567', to: '02871000101', script, most }).then(
      () => 'calls',
      (error: Error) => error.message,
    );
  return { order, ends };
}

test('a company has few bots at once, whatever it asks for, and another company has its own', async () => {
  const { order, ends } = busy(0, 200);
  const many = await Promise.all(Array.from({ length: 40 }, () => order('hostile')));
  expect(many.filter((came) => came === 'calls')).toHaveLength(5);
  expect(many.at(-1)).toContain('Đang có 5 khách thử');
  expect(await order('other')).toBe('calls');
  ends[0]?.();
  await expect.poll(() => order('hostile')).toBe('calls');
  expect(await order('hostile')).toContain('Đang có 5 khách thử');
});

test('a company has the bots that the operator lets it have', async () => {
  const { order } = busy(0, 200);
  const came = [];
  for (let nth = 0; nth < 8; nth += 1) came.push(await order('wide', 7));
  expect(came.filter((one) => one === 'calls')).toHaveLength(7);
  expect(came.at(-1)).toContain('Đang có 7 khách thử');
});

test('the last fifth of all calls is no bot’s', async () => {
  expect(await busy(159, 200).order('a')).toBe('calls');
  const { order } = busy(160, 200);
  expect(await Promise.all(Array.from({ length: 3 }, () => order('a')))).toEqual(
    Array(3).fill(expect.stringContaining('gần hết đường gọi')),
  );
  expect(await busy(0, 1).order('a')).toBe('calls');
});
