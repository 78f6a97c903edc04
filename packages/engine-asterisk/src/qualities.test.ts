import { expect, test } from 'vitest';
import { qualityAtEnd } from './qualities.ts';

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
