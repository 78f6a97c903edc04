import type { MyCall } from '@alo/contract';
import { expect, test } from 'vitest';

import { callParty, myCall } from '../testing/my-call.ts';
import { soundNow } from './sound-now.ts';

const clean = { lossPercent: 0, farLossPercent: 0, jitterMs: 3, roundTripMs: 20 };
const good = { level: 'good', as: clean } as const;
type Party = MyCall['parties'][number];

/** A conversation of which only who is in it, and how they sound, is looked at. */
const withThem = (parties: readonly Partial<Party>[], own_sound: MyCall['own_sound'] = null): MyCall =>
  myCall({ own_sound, parties: parties.map((party) => callParty({ name: 'Hoa', number: '0901', ...party })) });

test('nothing is said before anything is measured, and nothing but good of a good line', () => {
  expect(soundNow(null, undefined)).toBeNull();
  expect(soundNow(good, undefined)).toEqual({ level: 'good', lines: [] });
  expect(soundNow(good, withThem([{}]))).toEqual({ level: 'good', lines: [] });
});

test('whose line it is and what is wrong with it is said, with what helps there', () => {
  const customer = withThem([{ sound: { level: 'poor', wrong: 'loss', figure: 6 } }]);
  const said = soundNow(good, customer);
  expect(said?.level).toBe('poor');
  expect(said?.lines).toEqual([{ what: 'Mất gói 6% phía khách', advice: expect.stringContaining('hẹn gọi lại') }]);
  const [colleague] =
    soundNow(good, withThem([{ kind: 'colleague', sound: { level: 'fair', wrong: 'delay', figure: 500 } }]))?.lines ??
    [];
  expect(colleague?.what).toBe('Tiếng trễ 500 ms phía Hoa');
});

test('what the browser hears is told until the switchboard says whose line it is', () => {
  const heard = { level: 'poor', as: { ...clean, lossPercent: 12 } } as const;
  expect(soundNow(heard, withThem([{}]))).toMatchObject({
    level: 'poor',
    lines: [{ what: 'Mất gói 12% ở tiếng bạn nghe', advice: expect.stringContaining('Wi‑Fi') }],
  });
  const said = soundNow(heard, withThem([{ sound: { level: 'poor', wrong: 'loss', figure: 12 } }]));
  expect(said?.lines.map(({ what }) => what)).toEqual(['Mất gói 12% phía khách']);
});

test('what does not reach the switchboard, and a long way there, are the own line’s', () => {
  const uplink = { level: 'fair', as: { ...clean, farLossPercent: 7.4 } } as const;
  expect(soundNow(uplink, undefined)?.lines.map(({ what }) => what)).toEqual(['Mất gói 7% phía bạn']);
  const far = { level: 'poor', as: { ...clean, roundTripMs: 900 } } as const;
  expect(soundNow(far, withThem([{}]))?.lines[0]).toMatchObject({
    what: 'Tiếng trễ 900 ms phía bạn',
    advice: expect.stringContaining('VPN'),
  });
});

test('both lines are told, the own one first', () => {
  const both = withThem([{ sound: { level: 'poor', wrong: 'jitter', figure: 200 } }], {
    level: 'fair',
    wrong: 'loss',
    figure: 8,
  });
  expect(soundNow(null, both)).toMatchObject({
    level: 'poor',
    lines: [{ what: 'Mất gói 8% phía bạn' }, { what: 'Mạng chập chờn, lệch nhịp 200 ms phía khách' }],
  });
  expect(soundNow(null, withThem([{}]))).toEqual({ level: 'good', lines: [] });
});
