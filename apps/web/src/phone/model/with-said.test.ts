import type { CallSaid } from '@alo/contract';
import { expect, test } from 'vitest';

import { withSaid } from './with-said.ts';

const [mai, call, before] = ['mai', 'call-2', 'call-1'];
const note = (call_id: string, text: string, mine = true) => ({
  text,
  at: '2026-11-20T02:00:00Z',
  by_name: 'Lan',
  mine,
  call_id,
  name: '',
  version: 0,
});
const found = {
  customer: { id: mai, note_in_calling: 'Cũ', version: 3 },
  notes: [note(before, 'Cũ'), note(call, 'Của Minh', false)],
  said: [before],
};
const told = (more: Partial<CallSaid> = {}): CallSaid => ({
  call_id: call,
  customer_id: mai,
  note: 'Mới',
  name: '',
  said: false,
  note_in_calling: 'Mới',
  version: 4,
  ...more,
});
const noted = ({ notes }: typeof found) => notes.map(({ text }) => text);

test('what one writes at another computer is the note of the call here, beside those of others', () => {
  const first = withSaid(found, told());
  expect(first).toMatchObject({ customer: { id: mai, note_in_calling: 'Mới', version: 4 }, said: [before] });
  expect(noted(first)).toEqual(['Mới', 'Cũ', 'Của Minh']);
  const cleared = withSaid(first, told({ note: '', note_in_calling: '', version: 5 }));
  expect(noted(cleared)).toEqual(['', 'Cũ', 'Của Minh']);
});

test('that one has said what came of it is known once, and nothing is made up where nothing is noted', () => {
  const said = withSaid(found, told({ note: '', note_in_calling: 'Cũ', version: 3, said: true }));
  expect([noted(said), said.said]).toEqual([noted(found), [before, call]]);
  expect(withSaid(said, told({ said: true })).said).toEqual([before, call]);
});

test('what is of another customer, or older than what is known, changes nothing', () => {
  expect(withSaid(found, told({ customer_id: 'another' }))).toBe(found);
  expect(withSaid(found, told({ version: 2 }))).toBe(found);
});

test('what one writes of somebody who is no customer is beside them, and nothing older comes over it', () => {
  const stranger = { customer: null, notes: [], said: [] };
  const about = (note: string, name: string, version: number) => told({ customer_id: null, note, name, version });
  const first = withSaid(stranger, about('Hỏi giá', '', 1));
  expect(first).toMatchObject({ customer: null, notes: [{ text: 'Hỏi giá', name: '', call_id: call, mine: true }] });
  const named = withSaid(first, about('Hỏi giá', 'Chị Bưởi', 2));
  expect(named.notes).toMatchObject([{ text: 'Hỏi giá', name: 'Chị Bưởi' }]);
  expect(withSaid(named, about('Hỏi giá', '', 1))).toBe(named);
  expect(withSaid(named, told())).toBe(named);
  expect(withSaid(found, about('Hỏi giá', '', 1))).toBe(found);
  expect(withSaid(named, { ...about('', '', 3), said: true })).toMatchObject({ notes: [{ text: '' }], said: [call] });
});
