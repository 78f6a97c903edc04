import type { Call, EndCause, Registration } from '@alo/softphone';
import { expect, test } from 'vitest';

import { callLabel, noticeText, rangWords, registrationLine } from './words.ts';

const session = { conversation: null, id: 'a', party: { number: '101', name: '' }, startedAt: 0 };
const talking = {
  ...session,
  status: 'connected',
  answeredAt: 0,
  onHold: false,
  heldByThem: false,
  muted: false,
} as const;

test.each<[Call, string]>([
  [{ ...session, status: 'incoming', direction: 'incoming' }, 'Cuộc gọi đến'],
  [{ ...session, status: 'outgoing', direction: 'outgoing' }, 'Cuộc gọi đi'],
  [{ ...session, status: 'connecting', direction: 'outgoing' }, 'Đang kết nối'],
  [{ ...session, status: 'connecting', direction: 'incoming' }, 'Đang kết nối'],
  [{ ...session, status: 'calling', direction: 'outgoing' }, 'Đang gọi'],
  [{ ...talking, direction: 'incoming', variant: 'accepted' }, 'Đã kết nối'],
  [{ ...talking, direction: 'outgoing', variant: 'confirmed' }, 'Đã kết nối'],
  [{ status: 'idle' }, ''],
])('%j is labelled as the specification does', (call, label) => expect(callLabel(call)).toBe(label));

test('every state in which no call can arrive says why', () => {
  const states: Registration[] = [
    { state: 'offline', why: 'not-started' },
    { state: 'offline', why: 'status' },
    { state: 'offline', why: 'unregistered' },
    { state: 'offline', why: 'no-connection' },
    { state: 'connecting' },
    { state: 'failed-register', why: 'credentials' },
    { state: 'failed-register', why: 'timeout' },
  ];
  const lines = states.map((state) => registrationLine(state));
  expect(lines.every(({ tone }) => tone !== 'ready')).toBe(true);
  expect(new Set(lines.map(({ help }) => help)).size).toBe(states.length);
  expect(registrationLine({ state: 'registered' })).toMatchObject({ tone: 'ready', word: 'Sẵn sàng' });
});

test('a call that nobody took is missed, one that we gave up is not', () => {
  const ended = (cause: EndCause, direction: 'incoming' | 'outgoing') =>
    noticeText({ kind: 'ended', cause, direction, party: session.party });
  expect(ended('cancelled', 'incoming')).toBe('Cuộc gọi nhỡ');
  expect(ended('no-answer', 'outgoing')).toBe('Không trả lời');
  expect(ended('busy', 'outgoing')).toBe('Máy bận');
  expect(ended('no-microphone', 'incoming')).toMatch(/micro hoặc loa/);
});

test('whose phone rang in vain is told by whom it was answered, or why by nobody', () => {
  const rang = { call_id: 'c-1', at: '2026-11-20T02:00:00Z' };
  expect(rangWords({ ...rang, became: 'answered', by: 'Trần Văn Minh' })).toBe('Trần Văn Minh đã nghe máy');
  expect(rangWords({ ...rang, became: 'gave-up', by: null })).toMatch(/^Người gọi gác máy/);
  expect(rangWords({ ...rang, became: 'led-on', by: null })).toMatch(/đã đi tiếp$/);
});
