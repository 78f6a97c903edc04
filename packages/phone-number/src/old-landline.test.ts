import fc from 'fast-check';
import { expect, test } from 'vitest';

import { areasOf2017 } from './old-areas.ts';
import { oldLandline } from './old-landline.ts';
import { parsePhone } from './parse.ts';

const national = (written: string) => {
  const read = parsePhone(written);
  return read.ok ? read.phone.national : read.problem;
};

test.each([
  ['(08) 3829 1234', '02838291234', '0838291234'],
  ['08-38291234', '02838291234', '0838291234'],
  ['08.3829.1234', '02838291234', '0838291234'],
  ['(037) 385 2123', '02373852123', '0373852123'],
  ['037 3852123', '02373852123', '0373852123'],
  ['(84-8) 3829 1234', '02838291234', '0838291234'],
  ['(84.8) 38291234', '02838291234', '0838291234'],
  ['84 8 3829 1234', '02838291234', '0838291234'],
  ['+84-8-38291234', '02838291234', '0838291234'],
  ['(+84) 8 3829 1234', '02838291234', '0838291234'],
  ['+84 (0)8 3829 1234', '02838291234', '0838291234'],
  ['+84 (08) 3829 1234', '02838291234', '0838291234'],
  ['0084 8 3829 1234', '02838291234', '0838291234'],
  ['+84 37 3852123', '02373852123', '0373852123'],
])('%s may be a landline of before 2017, or a mobile', (written, fixed, mobile) => {
  expect(oldLandline(written)).toEqual({ fixed, mobile });
});

test.each([
  '0838291234',
  '0838 291 234',
  '083 829 1234',
  '(0901) 234567',
  '(090) 123 4567',
  '04 3825 1234',
  '028 3829 1234',
  '848 382 912',
  '+84 838 291 234',
  '+84 90 123 4567',
  '+84 (0)90 123 4567',
  '(+84) 838 291 234',
  '84 4 3825 1234',
])('%s is no question', (written) => {
  expect(oldLandline(written)).toBeUndefined();
});

test.each([
  ['04 3825 1234', '02438251234'],
  ['0511 3822 222', '02363822222'],
  ['+84 4 3825 1234', '02438251234'],
  ['064 3852 123', '02543852123'],
])('%s has one reading, with the area code of today', (written, now) => {
  expect(national(written)).toBe(now);
});

const area = fc.constantFrom(...Object.keys(areasOf2017));
/** As people and companies began it. */
const before = fc.constantFrom('(0', '(84-', '(84.', '(84 ', '(+84-', '(+84 ', '+84 (', '+84 (0', '(0084-');
const own = fc.tuple(fc.constantFrom('2', '3', '5', '6', '7'), fc.stringMatching(/^\d{7}$/));

test('whatever stands behind an old area code apart is never a mobile without a question', () => {
  fc.assert(
    fc.property(area, own, before, fc.constantFrom(') ', ')', ')-'), (code, [first, rest], start, between) => {
      const digits = (first + rest).slice(0, code.length === 1 ? 8 : 7);
      const written = `${start}${code}${between}${digits}`;
      const read = parsePhone(written);
      const isMobile = read.ok && read.phone.kind === 'mobile';
      expect(oldLandline(written) !== undefined).toBe(isMobile);
    }),
  );
});

test('a mobile in the spellings of today is no question', () => {
  const mobile = fc
    .stringMatching(/^(?:3[2-9]|7[06-9]|8[1-8]|9[0-8])\d{7}$/)
    .map((digits) => [
      `0${digits}`,
      `+84${digits}`,
      `84${digits}`,
      `0${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`,
    ]);
  fc.assert(
    fc.property(mobile, (spellings) => {
      for (const written of spellings) {
        expect(oldLandline(written)).toBeUndefined();
        expect(national(written)).toBe(national(spellings[0] ?? ''));
      }
    }),
  );
});

test.each([
  ['0901239906 (chị Xuân)', 'not-digits'],
  ['0901xxx906', 'masked'],
  ['090123XXXX', 'masked'],
])('%s is refused for the true reason', (written, problem) => {
  expect(national(written)).toBe(problem);
});
