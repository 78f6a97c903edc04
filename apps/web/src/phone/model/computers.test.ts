import type { MyCall } from '@alo/contract';
import type { ActiveCall } from '@alo/softphone';
import { expect, test } from 'vitest';

import { myCall } from '../testing/my-call.ts';
import { type Computers, nothingKnown, stepComputers } from './computers.ts';

const conversation = (id: string, more: Partial<MyCall> = {}): MyCall => myCall({ id, parties: [], ...more });

const session = {
  id: 'phone-1',
  conversation: 'c-1',
  party: { number: '0912345001', name: '' },
  startedAt: 0,
} as const;
const rings: ActiveCall = { ...session, status: 'incoming', direction: 'incoming' };
const answers: ActiveCall = { ...session, status: 'connecting', direction: 'incoming' };
const talks: ActiveCall = {
  ...session,
  status: 'connected',
  direction: 'incoming',
  variant: 'confirmed',
  answeredAt: 0,
  onHold: false,
  heldByThem: false,
  muted: false,
};
const dials: ActiveCall = { ...session, status: 'calling', direction: 'outgoing', conversation: null };

type Step = readonly [calls: readonly ActiveCall[] | null, ...data: readonly MyCall[]];
/** What is at another computer after all that phone and switchboard have told. */
const away = (...steps: readonly Step[]) =>
  steps.reduce<Computers>((before, [calls, ...data]) => stepComputers(before, { calls, data }), nothingKnown).away;
const c1 = conversation('c-1');

test('what was answered at the other computer is there; at neither it is while both ring', () => {
  expect(away([[rings]], [[rings], c1])).toEqual([]);
  expect(away([[rings]], [[rings], c1], [[], c1])).toEqual(['c-1']);
  // Both were answered at once, and the other one was faster.
  expect(away([[rings]], [[answers]], [[answers], c1], [[], c1])).toEqual(['c-1']);
  expect(away([[]], [[], c1], [[]])).toEqual([]);
});

test('what was answered here is never there, whoever of phone and switchboard tells first of its beginning and its end', () => {
  const mine: readonly Step[] = [[[rings]], [[answers], c1], [[talks], c1]];
  expect(away(...mine)).toEqual([]);
  expect(away(...mine, [[], c1])).toEqual([]);
  expect(away([[talks]], [[]], [[], c1])).toEqual([]);
  // It is over, and came back: the other computer has it now.
  expect(away(...mine, [[], c1], [[]], [[], c1])).toEqual(['c-1']);
});

test('what is dialled here without a name is here; what was there before it stays there', () => {
  expect(away([[dials]], [[dials], c1])).toEqual([]);
  expect(away([[dials]], [[dials], c1], [[], c1])).toEqual([]);
  expect(away([[], c1], [[dials], c1], [[dials], c1, conversation('c-2')])).toEqual(['c-1']);
});

test('a line that was moved into another conversation is here by the name that its phone knows', () => {
  expect(away([[talks], c1], [[talks], conversation('c-9', { known_as: ['c-1'] })])).toEqual([]);
});

test('a page that is loaded again knows nothing before its phone has what was left', () => {
  expect(away([null, c1])).toEqual([]);
  const takenUp = {
    ...talks,
    status: 'connecting',
    takenUp: { call: talks, beside: [], window: 'open', popup: true, replaces: 'x', leftAt: 0, asked: false },
  } as const;
  expect(away([null, c1], [[takenUp], c1], [[talks], c1])).toEqual([]);
  expect(away([null, c1], [[], c1])).toEqual(['c-1']);
});

test('a desk phone is no computer, and of several each is where it is', () => {
  const desk = conversation('c-3', { on: 'desk' });
  expect(away([[talks], c1, conversation('c-2'), desk])).toEqual(['c-2']);
});
