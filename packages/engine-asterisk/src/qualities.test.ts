import { expect, onTestFinished, test, vi } from 'vitest';
import type { Ari } from './ari/ari.ts';
import type { AsteriskLeg, News } from './legs.ts';
import { Qualities, qualityAtEnd } from './qualities.ts';

test('what Asterisk says at the end is read as it means it', () => {
  const said =
    'ssrc=1;themssrc=2;lp=5;rxjitter=0.000000;rxcount=95;txjitter=0.019750;txcount=90;rlp=10;rtt=0.040000;rxmes=0.0;txmes=0.0';
  expect(qualityAtEnd(said)).toEqual({ lossPercent: 5, farLossPercent: 10, jitterMs: 19.75, roundTripMs: 40 });
});

test('where the far end said nothing, or nothing was heard, nothing is made up', () => {
  const silent = 'lp=0;rxjitter=0.0;rxcount=91;txjitter=0.01;txcount=90;rlp=0;rtt=0.000000';
  expect(qualityAtEnd(silent)).toMatchObject({ lossPercent: 0, farLossPercent: null, roundTripMs: null });
  expect(qualityAtEnd(silent.replace('rxcount=91', 'rxcount=0'))).toBeNull();
});

test('a phone that is silent for 15 s is gone; a carrier’s mailbox that records is waited for, five minutes', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  // The one question that is asked of it.
  const ari = { get: async () => ({ rxcount: 7, txcount: 0, rxploss: 0, txploss: 0 }) } as Partial<Ari> as Ari;
  const told: [string | null, News][] = [];
  const gone: [string | null, number][] = [];
  const qualities = new Qualities({
    ari,
    tell: ({ extension }, news) => void (news.type === 'media' && told.push([extension, news])),
    onSilent(leg) {
      gone.push([leg.extension, Math.round(Date.now() - began)]);
      qualities.remove(leg);
    },
    attempt: (work) => void work.catch(() => {}),
  });
  onTestFinished(() => qualities.close());
  const leg = (extension: string | null) =>
    ({ id: extension ?? 'carrier', extension, channel: 'c', held: false }) as Partial<AsteriskLeg> as AsteriskLeg;
  const began = Date.now();
  qualities.add(leg('101'));
  qualities.add(leg(null));
  await vi.advanceTimersByTimeAsync(400_000);
  expect(told).toEqual([
    ['101', { type: 'media', on: false }],
    [null, { type: 'media', on: false, asked: true }],
  ]);
  // What was heard before the first look is the last that was heard.
  expect(gone).toEqual([
    ['101', 18_000],
    [null, 303_000],
  ]);
});
