import fc from 'fast-check';
import { expect, it } from 'vitest';

import { parseTabMessage } from './messages.ts';

it('reads wishes, greetings and states', () => {
  const wish = { kind: 'wish', wish: { type: 'key', tone: '#' } };
  expect(parseTabMessage(wish)).toEqual(wish);
  expect(parseTabMessage({ kind: 'hello' })).toEqual({ kind: 'hello' });
  expect(parseTabMessage({ kind: 'state', mirrored: {} })).toMatchObject({ kind: 'state' });
});

it.each([
  [{ type: 'key', tone: 'x' }],
  [{ type: 'dial', id: 'a', target: 5, party: { number: '1', name: '' } }],
  [{ type: 'dial', id: 'a', target: '5' }],
  [{ type: 'mute' }],
  [{ type: 'registered' }],
  [{ type: 'stop', why: 'tired' }],
  [null],
])('does not take %j for a wish', (wish) => {
  expect(parseTabMessage({ kind: 'wish', wish })).toBeNull();
});

it('takes anything without throwing', () => {
  fc.assert(
    fc.property(fc.anything(), (data) => {
      parseTabMessage(data);
      parseTabMessage({ kind: 'wish', wish: data });
    }),
  );
});
