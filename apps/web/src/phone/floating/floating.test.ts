import { expect, test } from 'vitest';

import { type Floating, type FloatingEvent, stepFloating } from './floating.ts';

const after = (...events: readonly FloatingEvent[]): Floating => events.reduce(stepFloating, 'in-page');
const opened = (inCall: boolean) => ({ type: 'opened', inCall }) as const;
const phone = (inCall: boolean, written: boolean, folded = false) =>
  ({ type: 'phone', inCall, written, folded }) as const;

test('opened in a call it closes with the call, once nothing is left to write', () => {
  expect(after(opened(true), phone(true, false))).toBe('for-call');
  expect(after(opened(true), phone(false, false))).toBe('for-call');
  expect(after(opened(true), phone(false, false), phone(false, true))).toBe('in-page');
});

test('opened before a call it rings, talks and is written up there, and waits for the next one', () => {
  expect(after(opened(false), phone(true, true), phone(true, false), phone(false, true))).toBe('stays');
});

test('closed by hand or folded it is back in the page, and a call that goes on does not open it again', () => {
  expect(after(opened(true), { type: 'back' }, phone(true, false))).toBe('in-page');
  expect(after(opened(false), phone(true, true, true))).toBe('in-page');
  expect(after(phone(true, false))).toBe('in-page');
});
