import { expect, test } from 'vitest';

import { BadFile } from './bad-file.ts';
import { attribute, TagScanner, unescaped } from './xml-tags.ts';

/** What a scanner tells of a document that comes in pieces of so many characters. */
function toldOf(xml: string, size = xml.length) {
  const told: string[] = [];
  const scanner = new TagScanner({
    open: (name, attributes) => told.push(`<${name}${attributes.trim() === '' ? '' : ` ${attributes.trim()}`}>`),
    close: (name) => told.push(`</${name}>`),
    text: (piece) => {
      const last = told.at(-1);
      if (last === undefined || last.startsWith('<')) told.push(piece);
      else told[told.length - 1] = last + piece;
    },
  });
  for (let at = 0; at < xml.length; at += size) scanner.write(xml.slice(at, at + size));
  scanner.end();
  return { told, looked: scanner.looked };
}

const document = `<?xml version="1.0"?><x:a n="1 > 0" m='"'><!-- <b> --><b/>một<![CDATA[<&>]]> hai</x:a>`;
const heard = ['<a n="1 > 0" m=\'"\'>', '<b>', '</b>', 'một<&amp;> hai', '</a>'];

test.each([1, 2, 3, 5, 7, 1_000])('a document is told the same in pieces of %i characters', (size) => {
  expect(toldOf(document, size).told).toEqual(heard);
});

test('attributes are found by name, whatever their prefix, marks and blanks', () => {
  const tag = ` r:id = 'r1' name="a=&quot;b&quot;" id2="x"`;
  expect([attribute(tag, 'id'), attribute(tag, 'name'), attribute(tag, 'id2')]).toEqual(['r1', 'a="b"', 'x']);
  expect([attribute(tag, 'am'), attribute(' a=b', 'a'), attribute(' a="', 'a')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(unescaped('&#x1EC7;&#7879;&lt;&nbsp;&#1114112;')).toBe('ệệ<&nbsp;&#1114112;');
});

test.each(['<a', '<!-- a', '<!DOCTYPE a>', '<!ENTITY a "b">', '<a <b>', `<a ${'b '.repeat(40_000)}>`])(
  'a document like %.12s is refused',
  (xml) => {
    expect(() => toldOf(xml)).toThrow(BadFile);
    expect(() => toldOf(xml, 1_000)).toThrow(BadFile);
  },
);

/** What took a time by the square of its length when tags were looked for by patterns, and the like. */
const repeated = [
  '<sheet ',
  '<numFmt ',
  '<xf ',
  '<rPh ',
  '<t ',
  '<t>a',
  '<c>',
  '</c>',
  '<!--',
  '<![CDATA[',
  '<?',
  '&',
  '="',
  '<a b="',
  "'>",
];

test.each(repeated)('a document of nothing but `%s` is looked at in proportion to its length', (piece) => {
  const looks = (times: number, size: number): number => {
    const xml = piece.repeat(times);
    const scanner = new TagScanner({ open: () => undefined, close: () => undefined, text: () => undefined });
    try {
      for (let at = 0; at < xml.length; at += size) scanner.write(xml.slice(at, at + size));
      scanner.end();
    } catch (error) {
      if (!(error instanceof BadFile)) throw error;
    }
    return scanner.looked / xml.length;
  };
  for (const size of [1, 100, 65_536]) {
    expect(looks(20_000, size)).toBeLessThanOrEqual(4);
    expect(looks(160_000, size)).toBeLessThanOrEqual(4);
  }
});
