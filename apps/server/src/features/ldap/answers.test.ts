import fc from 'fast-check';
import { expect, test } from 'vitest';

import { lengthOfMessage, NotLdap, readAnswer, readEntry, resultCodeOf } from './answers.ts';

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');

test('an entry is read with its values', () => {
  const entry = '30 1f 02 01 02 64 1a 04 05 63 6e 3d 61 62 30 11 30 0f 04 04 4d 61 69 6c 31 07 04 05 61 40 62 2e 76';
  expect(lengthOfMessage(bytes(entry))).toBe(33);
  expect(readEntry(readAnswer(bytes(entry)))).toEqual({ dn: 'cn=ab', values: new Map([['mail', ['a@b.v']]]) });
});

test.each([
  ['a length beyond its message', '30 0c 02 01 02 64 07 04 01 61 30 7f'],
  ['a length without end', '30 80'],
  [
    'a value of an attribute that is longer than what there is',
    '30 12 02 01 02 64 0d 04 00 30 09 30 07 04 01 61 31 02 04 7f',
  ],
  ['no message', '04 01 61'],
])('%s is refused', (_, hex) => {
  expect(() => {
    lengthOfMessage(bytes(hex));
    readEntry(readAnswer(bytes(hex)));
  }).toThrow(NotLdap);
});

test('whatever comes is read to an end, or refused', () => {
  const reads = [
    lengthOfMessage,
    readAnswer,
    (message: Buffer) => resultCodeOf(readAnswer(message)),
    (message: Buffer) => readEntry(readAnswer(message)),
  ];
  const isRefusedOrRead = (read: (message: Buffer) => unknown, message: Buffer): boolean => {
    try {
      read(message);
      return true;
    } catch (error) {
      return error instanceof NotLdap;
    }
  };
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom('', '301f020102641a'), (noise, begins) =>
      reads.every((read) => isRefusedOrRead(read, Buffer.concat([Buffer.from(begins, 'hex'), noise]))),
    ),
  );
});
