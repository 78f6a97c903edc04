import { expect, test } from 'vitest';

import { fileOfRange } from './range-file.ts';

const line = { person_name: null, leaves: '', outcome: 'new', words: '', phone: null } as const;

test('the file of a range has what was added, with what its phones are set up with, and no formula', () => {
  const file = fileOfRange({
    door: { server: 'tong-dai.vn', port: 5061, transport: 'tls', domain: 'acme.alo' },
    data: [
      {
        ...line,
        id: '01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11',
        number: '0101',
        name: '=Lan "A"',
        person_name: 'Lan',
        phone: { username: '0101-m1', password: 'bi,mat' },
      },
      { ...line, id: null, number: '0102', name: 'Bị từ chối', outcome: 'taken' },
    ],
  });
  expect(file.split('\r\n').slice(1)).toEqual([
    `"0101","'=Lan ""A""","Lan","tong-dai.vn","5061","tls","acme.alo","0101-m1","bi,mat"`,
    '',
  ]);
  expect(file.charCodeAt(0)).toBe(0xfeff);
});
