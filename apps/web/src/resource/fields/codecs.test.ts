import { expect, test } from 'vitest';

import {
  dayAddress,
  dayCell,
  listAddress,
  listCell,
  nameCell,
  numberCell,
  oneOfCodec,
  onOffCell,
  plainNumber,
  timeCell,
  weekdaysCell,
} from './codecs.ts';

const people = new Map([
  ['1', 'Nguyễn Thị Lan'],
  ['2', 'Trần Văn Minh'],
]);
const names = {
  nameOf: (id: string) => people.get(id),
  idOf: (name: string) => [...people].find(([, each]) => each === name)?.[0],
};
const statuses = { planned: 'Chuẩn bị', running: 'Đang chạy' } as const;

test('what is written into an address is read back as it was', () => {
  expect(plainNumber.read(plainNumber.write(1234.5))).toBe(1234.5);
  expect(dayAddress.read(dayAddress.write('2026-11-21'))).toBe('2026-11-21');
  const several = listAddress(oneOfCodec(statuses).address);
  expect(several.read(several.write(['planned', 'running']))).toEqual(['planned', 'running']);
});

test('an address that makes no sense is no value', () => {
  expect(plainNumber.read('mười')).toBeUndefined();
  expect(dayAddress.read('2026-02-30')).toBeUndefined();
  expect(oneOfCodec(statuses).address.read('ended')).toBeUndefined();
  expect(listAddress(plainNumber).read('1,hai')).toBeUndefined();
});

test('a cell of a sheet says the value as the screen does, and is read as people write it', () => {
  expect(numberCell(1).write(1234.5, names)).toBe('1.234,5');
  expect(numberCell(0).read('1.500 ₫', names)).toBe(1500);
  expect(dayCell.write('2026-11-21', names)).toBe('21/11/2026');
  expect([dayCell.read('21/11/2026', names), dayCell.read('2026-11-21', names)]).toEqual(['2026-11-21', '2026-11-21']);
  expect(timeCell.read('8h30', names)).toBe('08:30');
  expect(oneOfCodec(statuses).sheet.read('dang chay', names)).toBe('running');
  expect(onOffCell('Bật', 'Tắt').read('có', names)).toBe(true);
});

test('a reference is its name in a sheet; a name that nobody has is no value', () => {
  expect(nameCell.write('1', names)).toBe('Nguyễn Thị Lan');
  expect(listCell(nameCell).read('Trần Văn Minh, Nguyễn Thị Lan', names)).toEqual(['2', '1']);
  expect(listCell(nameCell).read('Trần Văn Minh, Không Có Ai', names)).toBeUndefined();
});

test('weekdays are told as a stretch or one by one', () => {
  expect(weekdaysCell.write([1, 2, 3, 4, 5], names)).toBe('T2–T6');
  expect(weekdaysCell.read('T2-T6', names)).toEqual([1, 2, 3, 4, 5]);
  expect(weekdaysCell.read('CN, T7', names)).toEqual([6, 7]);
  expect(weekdaysCell.read('mai', names)).toBeUndefined();
});
