import { expect, test } from 'vitest';

import { type CallerNumber, chooseCaller } from './caller-number.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 24, 5, minute));
const viettel: CallerNumber = { number: '+84961234567', carrier: '', recent: 0, last: at(10) };
const mobifone: CallerNumber = { number: '+84901234567', carrier: '', recent: 0, last: at(5) };
const landline: CallerNumber = { number: '+842871000101', carrier: '', recent: 0, last: null };
const all = [viettel, mobifone, landline];
const free = { ownNetwork: true, calls: null, minutes: 60 };
const toViettel = '+84971111111';
const toLandline = '+842439999999';

test('the network of the customer goes first, then whichever has rested longest', () => {
  expect(chooseCaller(all, free, toViettel).shown).toBe(viettel.number);
  expect(chooseCaller(all, free, toLandline).shown).toBe(landline.number);
  expect(chooseCaller(all, { ...free, ownNetwork: false }, toViettel).shown).toBe(landline.number);
  // As it was written down, whatever its prefix says.
  expect(chooseCaller([mobifone, { ...landline, carrier: 'Viettel' }], free, toViettel).shown).toBe(landline.number);
});

test('a number that has called often enough rests, and the others go on', () => {
  const busy = { ...viettel, recent: 20 };
  const most = { ...free, calls: 20 };
  expect(chooseCaller([busy, mobifone], most, toViettel).shown).toBe(mobifone.number);
  expect(chooseCaller([{ ...viettel, recent: 19 }], most, toViettel).shown).toBe(viettel.number);
  expect(chooseCaller([busy], most, toViettel)).toEqual({
    shown: '',
    refused: {
      reason: 'callers-rest',
      words: 'Mỗi đầu số của chiến dịch đã gọi đủ 20 cuộc trong 60 phút, đang nghỉ',
    },
  });
  expect(chooseCaller([], free, toViettel).refused?.reason).toBe('no-caller');
});
