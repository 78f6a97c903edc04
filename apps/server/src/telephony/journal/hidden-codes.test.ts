import { type Call, type CallId, type Event, emptyBoard, getFrom, step } from '@alo/call-core';
import { expect, test } from 'vitest';

import { testSealer } from '../../../testing/sealer.ts';
import { hiddenKeys, withoutKeys } from './hidden-keys.ts';

const asked = {
  type: 'requested',
  id: 'otp/1',
  by: null,
  at: 0,
  what: {
    kind: 'reach',
    call: 'c' as CallId,
    number: '0901234567',
    showing: null, // an id of the test's own
    then: { kind: 'otp', digits: '470951', repeatKey: '1', times: 1 },
  },
} as const satisfies Event;

test('a one-time password stands sealed in a journal, and in no log', () => {
  const keys = hiddenKeys(testSealer);
  const hidden = keys.hide(asked);
  expect(JSON.stringify(hidden)).not.toContain('470951');
  expect(keys.show(hidden)).toEqual(asked);
  expect(keys.show(asked)).toEqual(asked);
  expect(JSON.stringify(withoutKeys(asked))).not.toContain('470951');
});

test('so does one that a call is about to say, or says, in a snapshot', () => {
  const keys = hiddenKeys(testSealer);
  const { board } = step(emptyBoard, asked);
  const begun = getFrom(board.calls, 'c' as CallId); // as above
  const { then } = asked.what;
  const legs = [
    { id: 'c/1', activity: { kind: 'called', errand: { kind: 'visit', destination: then }, rest: [], ringMs: 1 } },
    { id: 'c/2', activity: { kind: 'otp', digits: '470951', repeatKey: '1', timesLeft: 0 } },
    { id: 'c/3', activity: { kind: 'routing' } },
  ];
  // Legs with what is read of them.
  const call = { ...begun, legs } as unknown as Call;
  const hidden = keys.hideIn(call);
  expect(JSON.stringify(hidden)).not.toContain('470951');
  expect(keys.showIn(hidden)).toEqual(call);
});

test('a code that a caller is typing stands sealed in a snapshot', () => {
  const keys = hiddenKeys(testSealer);
  const activity = { kind: 'coding', question: 'q', typed: '470951', tries: 1, does: 'types' } as const;
  const legs = [
    { id: 'c/1', activity },
    { id: 'c/2', activity: { ...activity, typed: '' } },
  ];
  // A call with what is read of it.
  const call = { id: 'c', legs } as unknown as Call;
  const hidden = keys.hideIn(call);
  expect(JSON.stringify(hidden)).not.toContain('470951');
  expect(keys.showIn(hidden)).toEqual(call);
});
