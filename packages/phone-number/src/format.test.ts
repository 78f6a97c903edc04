import { describe, expect, test } from 'vitest';
import { carrierByPrefix, formatPhone, maskName, maskPhone, matchesPattern, parsePhone } from './index.ts';

describe('a number is shown in groups', () => {
  test.each([
    ['+84901234567', '0901 234 567'],
    ['84901234567', '0901 234 567'],
    ['02871000101', '028 7100 0101'],
    ['02363654321', '0236 365 4321'],
    ['19001234', '1900 1234'],
    ['1900545415', '1900 545 415'],
    ['113', '113'],
    ['+14155550100', '+14155550100'],
    ['101', '101'],
    ['không rõ', 'không rõ'],
  ])('%s → %s', (number, shown) => {
    expect(formatPhone(number)).toBe(shown);
  });
});

describe('a hidden number', () => {
  test('mode 1 hides the middle', () => {
    expect(maskPhone('0987654321', 1)).toBe('098****321');
    expect(maskPhone('19001234', 1)).toBe('19****34');
    expect(maskPhone('113', 1)).toBe('***');
  });
  test('other modes keep the first seven characters', () => {
    expect(maskPhone('0987654321', 2)).toBe('0987654***');
    expect(maskPhone('0987654321', Number.NaN)).toBe('0987654***');
    expect(maskPhone('113', 2)).toBe('113');
  });
  test.each([
    ['0987654321', ''],
    ['+84 98 765 4321', ''],
    ['KH 0987.654.321', ''],
    ['８４９８７６５４３２１', ''],
    ['Nguyễn Văn Đức', 'Nguyễn Văn Đức'],
    ['Taxi 113', 'Taxi 113'],
    ['', ''],
  ])('comes with the name %s as “%s”', (name, shown) => expect(maskName(name)).toBe(shown));
});

test.each([
  ['0981234567', 'Viettel'],
  ['0911234567', 'VinaPhone'],
  ['0901234567', 'MobiFone'],
  ['0921234567', 'Vietnamobile'],
  ['0993123456', 'Gmobile'],
  ['0871234567', 'Itel'],
  ['01681234567', 'Viettel'],
  ['02871000101', null],
])('the prefix of %s was given to %s', (number, carrier) => {
  const result = parsePhone(number);
  expect(result.ok && carrierByPrefix(result.phone)).toBe(carrier);
});

test.each([
  ['0901234567', '0901234567', true],
  ['0901234567', '0901 234 567', true],
  ['0901234567', '090*', true],
  ['0901234567', '09xxxxxxxx', true],
  ['0901234567', '09xxxxxxx', false],
  ['0901234567', '*', true],
  ['0901234567', '', false],
  ['0901', '0901234*', false],
  ['0014155550100', '00*', true],
  ['0901234567', '00*', false],
])('%s against the pattern %s: %s', (number, pattern, expected) => {
  expect(matchesPattern(number, pattern)).toBe(expected);
});
