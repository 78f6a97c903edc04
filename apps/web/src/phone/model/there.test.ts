import type { MyCall } from '@alo/contract';
import { expect, test } from 'vitest';

import { callParty, myCall } from '../testing/my-call.ts';
import { callThere, nothingThere, placeWords, stepThere, type ThereEvent, thereIn } from './there.ts';

const ha = callParty();
const conversation = (more: Partial<MyCall> = {}): MyCall =>
  myCall({ answered_at: '2026-11-20T02:00:05Z', on: 'desk', since: '2026-11-20T02:00:09Z', ...more });
const dialled = conversation({
  direction: 'outbound',
  made: true,
  since: null,
  parties: [{ ...ha, state: 'ringing' }],
});

/** What there is after all that was told. */
const after = (...events: readonly ThereEvent[]) => events.reduce(stepThere, nothingThere);
const told = (of: MyCall | undefined, busy = false): ThereEvent => ({ type: 'told', conversation: of, busy });
const card = { callId: 'c-1', party: { number: ha.number, name: ha.name } };

test('what is at the page itself is none, and of several the one that is spoken in is', () => {
  const none = new Set<string>();
  expect(thereIn([conversation({ on: 'browser' })], none)).toBeUndefined();
  const held = conversation({ id: 'c-2', on_hold: true });
  const browser = conversation({ id: 'c-3', on: 'browser' });
  expect(thereIn([held, conversation(), browser], none)?.id).toBe('c-1');
  expect(thereIn([held, browser], new Set(['c-3']))?.id).toBe('c-3');
});

test('the window is told where one speaks, since when, and which way it was called', () => {
  expect(callThere(dialled)).toMatchObject({ status: 'outgoing', direction: 'outgoing' });
  const talks = callThere(conversation({ made: true, on_hold: true }));
  expect(talks).toMatchObject({ status: 'connected', direction: 'outgoing', onHold: true });
  expect(talks.status === 'connected' && talks.answeredAt).toBe(Date.parse('2026-11-20T02:00:09Z'));
  // While one consults a colleague whose phone rings, one still has the customer.
  const consulting = conversation({ made: true, consulting: true, parties: dialled.parties, waiting: [ha] });
  expect(callThere(consulting).status).toBe('connected');
  expect(placeWords(dialled, callThere(dialled))).toBe('Đang gọi từ máy bàn');
  const mobile = conversation({ on: 'mobile' });
  expect(placeWords(mobile, callThere(mobile))).toBe('Đang nghe trên di động');
  const browser = conversation({ on: 'browser' });
  expect(placeWords(browser, callThere(browser))).toBe('Đang nghe ở máy khác');
});

test('a call that came leaves its card behind, one that was made takes it along', () => {
  expect(after(told(conversation()))).toMatchObject({ call: { id: 'c-1', status: 'connected' }, popup: card });
  expect(after(told(conversation()), told(undefined))).toEqual({ call: null, popup: card });
  expect(after(told(dialled), told(conversation({ made: true })), told(undefined))).toEqual(nothingThere);
});

test('a card that was closed stays so while its call goes on, until it is asked for or another call comes', () => {
  const closed = [told(conversation()), { type: 'close-popup' }, told(conversation({ on_hold: true }))] as const;
  expect(after(...closed).popup).toBeNull();
  expect(after(...closed, { type: 'open-popup' }).popup).toEqual(card);
  expect(after(...closed, told(conversation({ id: 'c-2' }))).popup).toMatchObject({ callId: 'c-2' });
});

test('the next call of the page has the card, and what was left behind does not come back after it', () => {
  const page = [told(conversation()), told(undefined), told(undefined, true), told(undefined)] as const;
  expect(after(...page)).toEqual(nothingThere);
});
