import type { CallRow } from '@alo/contract';
import { expect, test } from 'vitest';

import { callBackOf, numberOf, partyOf, staffOf } from './call-words.ts';

const call: CallRow = {
  id: '1',
  direction: 'internal',
  purpose: 'people',
  status: 'answered',
  started_at: '',
  answered_at: null,
  ended_at: null,
  phone: '101',
  customer_id: null,
  customer_name: null,
  hotline: '',
  dialled: '102',
  extension: '102',
  agent_name: 'Minh',
  caller_extension: '101',
  caller_name: 'Lan',
  wait_seconds: 0,
  talk_seconds: 0,
  total_seconds: 0,
  cause: 'normal',
  network_said: null,
  broken: '',
  name_prefix: '',
  recording: 'none',
  recording_refused_after: null,
  voices: null,
  queues: '',
  others: '',
  mos: null,
  poor: false,
  outcome: null,
  outcome_name: null,
  tags: [],
};
const seenBy = (own: string, row = call) => [partyOf(row, own), numberOf(row, own), callBackOf(row, own)];

test('a call of one’s own to a colleague names the colleague, and calls them back', () => {
  expect(seenBy('101')).toEqual(['Minh', '102', '102']);
  expect(seenBy('102')).toEqual(['Lan', '101', '101']);
  // Whoever has no phone of their own reads who called.
  expect(seenBy('')).toEqual(['Lan', '101', '101']);
  expect(seenBy('101', { ...call, extension: '', agent_name: null })).toEqual(['102', '102', '102']);
});

test('who took part is told with those whom the call was handed on to', () => {
  expect([staffOf(call), staffOf({ ...call, others: 'Hoa, Vân' })]).toEqual(['Minh · 102', 'Minh → Hoa, Vân']);
  expect(staffOf({ ...call, extension: '', agent_name: null, others: 'Hoa' })).toBe('Hoa');
});

test('a customer is named behind what the inbound rule put before them, known or not', () => {
  const outside: CallRow = { ...call, direction: 'inbound', phone: '0901234567', name_prefix: 'VIP' };
  expect(partyOf({ ...outside, customer_name: 'Nguyễn An' }, '101')).toBe('VIP: Nguyễn An');
  expect(partyOf(outside, '101')).toBe('VIP: Khách lạ');
});
