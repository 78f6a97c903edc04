import type { PersonEvent } from '@alo/softphone';
import { type Call, initialState } from '@alo/softphone';
import { expect, test } from 'vitest';

import { doCommand } from './do-command.ts';

const session = {
  id: 'a',
  conversation: null,
  party: { number: '0901234567', name: '' },
  startedAt: 0,
} as const;
const calls = {
  idle: { status: 'idle' },
  incoming: { ...session, status: 'incoming', direction: 'incoming' },
  outgoing: { ...session, status: 'outgoing', direction: 'outgoing' },
  connected: {
    ...session,
    status: 'connected',
    direction: 'outgoing',
    variant: 'confirmed',
    answeredAt: 1,
    onHold: false,
    heldByThem: false,
    muted: false,
  },
} satisfies Record<string, Call>;

const call = { do: 'call', to: '101' } as const;
const hold = { do: 'hold', on: true } as const;

test.each([
  ['idle', call, 'dials 101'],
  ['connected', call, 'in-call'],
  ['incoming', call, 'in-call'],
  ['incoming', { do: 'answer' }, { type: 'answer' }],
  ['outgoing', { do: 'answer' }, 'not-ringing'],
  ['incoming', { do: 'hang-up' }, { type: 'reject' }],
  ['outgoing', { do: 'hang-up' }, { type: 'hang-up' }],
  ['connected', { do: 'hang-up' }, { type: 'hang-up' }],
  ['idle', { do: 'hang-up' }, 'no-call'],
  ['connected', hold, { type: 'hold' }],
  ['connected', { do: 'hold', on: false }, { type: 'resume' }],
  ['outgoing', hold, 'not-talking'],
  ['connected', { do: 'mute', on: true }, { type: 'mute', on: true }],
  ['idle', { do: 'mute', on: true }, 'not-talking'],
] as const)('in a call that is %s, %o: %o', (status, command, expected) => {
  const did: (PersonEvent | string)[] = [];
  const phone = {
    snapshot: () => ({
      role: 'here' as const,
      state: { ...initialState, call: calls[status] },
      quality: null,
      trouble: 'none' as const,
      way: null,
    }),
    do: (event: PersonEvent) => void did.push(event),
  };
  const refused = doCommand(command, { phone, dial: (to) => void did.push(`dials ${to}`) });
  expect([...did, ...(refused === null ? [] : [refused])]).toEqual([expected]);
});

test('without a phone nothing is done', () => {
  expect(doCommand(call, { phone: null, dial: () => undefined })).toBe('no-phone');
});
