import { expect, test } from 'vitest';

import { causeWords, detailWords, isByCompanyLimit } from './trace-words.ts';

test('what decided is named in Vietnamese, numbers grouped, ids left out', () => {
  const detail = {
    number: '0901234567',
    cause: 'no-answer',
    trunks: '01a1fec1-d9d1-766c-ac50-9d4f2bc14246',
    later: 'x',
  };
  expect(detailWords(detail)).toEqual([
    { name: 'số gọi', value: '0901 234 567' },
    { name: 'lý do', value: 'không trả lời' },
    { name: 'later', value: 'x' },
  ]);
});

test('a limit of the company is known as one, and is no value to read', () => {
  expect([isByCompanyLimit({ limits: 'company' }), isByCompanyLimit({})]).toEqual([true, false]);
  expect(detailWords({ limits: 'company' })).toEqual([]);
});

test('a cause that is not known yet is shown as it stands', () =>
  expect(causeWords('solar-flare')).toBe('solar-flare'));
