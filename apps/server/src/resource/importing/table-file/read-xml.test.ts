import { expect, test } from 'vitest';

import { BadFile } from './bad-file.ts';
import { attribute, XmlReader } from './read-xml.ts';

/** What is told of a document that comes in pieces of so many characters. */
function toldOf(xml: string, size = xml.length): string[] {
  const told: string[] = [];
  const reader = new XmlReader({
    open: (name, attributes) => told.push(`<${name} ${JSON.stringify(attributes)}>`),
    close: (name) => told.push(`</${name}>`),
    text: (piece) => {
      const last = told.at(-1);
      if (last === undefined || last.startsWith('<')) told.push(piece);
      else told[told.length - 1] = last + piece;
    },
  });
  for (let at = 0; at < xml.length; at += size) reader.write(xml.slice(at, at + size));
  reader.end();
  return told;
}

const document = `<?xml version="1.0"?><x:a n="1 > 0" m='"&#x1EC7;'><!-- <b> --><b/>một<![CDATA[<&>]]> &#7879;hai</x:a>`;
const heard = ['<a {"n":"1 > 0","m":"\\"ệ"}>', '<b {}>', '</b>', 'một<&> ệhai', '</a>'];

test.each([1, 2, 3, 5, 7, 1_000])('a document is told the same in pieces of %i characters', (size) => {
  expect(toldOf(document, size)).toEqual(heard);
});

test('attributes are found by name, whatever their prefix', () => {
  const attributes = { 'r:id': 'r1', name: 'a', id2: 'x' };
  expect(['id', 'name', 'id2', 'am'].map((name) => attribute(attributes, name))).toEqual(['r1', 'a', 'x', undefined]);
});

test.each([
  '',
  'a',
  '<a',
  '<a>',
  '<!-- a',
  '<!DOCTYPE a><a/>',
  '<!ENTITY a "b"><a/>',
  '<a><!ENTITY a "b"></a>',
  `<a ${'b '.repeat(40_000)}`,
  '<a>'.repeat(100_000),
])('a document like %.12s is refused', (xml) => {
  expect(() => toldOf(xml)).toThrow(BadFile);
  expect(() => toldOf(xml, 1_000)).toThrow(BadFile);
});
