import { expect, test } from 'vitest';
import { causeCode, causeOf } from './causes.ts';

test('who was answered is hung up on as usual, or told what became of the other, who was not is told why', () => {
  expect(causeCode('busy', { isAnswered: false })).toBe(17);
  expect(causeCode('rejected', { isAnswered: true })).toBe(16);
  expect(causeCode('no-media', { isAnswered: true })).toBe(102);
  expect(causeCode('answered-elsewhere', { isAnswered: true })).toBe(26);
});

test('the status of SIP says most; without one Asterisk’s own cause does', () => {
  expect(causeOf(21, 603)).toEqual({ cause: 'rejected', sipCode: 603 });
  expect(causeOf(17, undefined)).toEqual({ cause: 'busy' });
  expect(causeOf(18, 0)).toEqual({ cause: 'no-response' });
  expect(causeOf(99, undefined)).toEqual({ cause: 'failed' });
});
