import { expect, it } from 'vitest';

import { leftCallIn } from './left-call.ts';
import type { LeftCall } from './state.ts';

const left: LeftCall = {
  call: {
    status: 'connected',
    variant: 'accepted',
    id: 'a',
    conversation: 'c-1',
    direction: 'incoming',
    party: { number: '0901234567', name: 'An' },
    startedAt: 1,
    answeredAt: 2,
    onHold: false,
    heldByThem: false,
    muted: true,
  },
  beside: [],
  window: 'folded',
  popup: true,
  replaces: 'x;to-tag=1;from-tag=2',
  leftAt: 3,
};

it('is read as it was left', () => {
  expect(leftCallIn(JSON.stringify(left))).toEqual(left);
  const unnamed = { ...left, call: { ...left.call, conversation: null } };
  expect(leftCallIn(JSON.stringify(unnamed))).toEqual(unnamed);
});

it('is read with those who waited beside it; who cannot be read is lost alone, and a page of before kept none', () => {
  const waiting = { call: { ...left.call, id: 'w', onHold: true }, replaces: 'w;to-tag=3;from-tag=4' };
  const both = { ...left, beside: [waiting] };
  expect(leftCallIn(JSON.stringify(both))).toEqual(both);
  const strange = { ...left, beside: [{ call: {}, replaces: 'x' }, { call: left.call }, waiting, 3] };
  expect(leftCallIn(JSON.stringify(strange))).toEqual(both);
  expect(leftCallIn(JSON.stringify({ ...left, beside: undefined }))).toEqual(left);
});

it.each([
  ['no JSON', '{'],
  ['nothing', 'null'],
  ['no call', JSON.stringify({ ...left, call: null })],
  ['a call that was never answered', JSON.stringify({ ...left, call: { ...left.call, answeredAt: null } })],
  ['nobody at the other end', JSON.stringify({ ...left, call: { ...left.call, party: {} } })],
  ['no dialog', JSON.stringify({ ...left, replaces: undefined })],
])('with %s there is nothing to go on with', (_, text) => {
  expect(leftCallIn(text)).toBeNull();
});
