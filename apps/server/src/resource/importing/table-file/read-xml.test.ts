import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { expect, test } from 'vitest';

import { Attributes } from './attributes.ts';
import { BadFile } from './bad-file.ts';
import { XmlReader } from './read-xml.ts';

const asked = ['n', 'm', 'dài', 'id'];

/** What is told of a document that comes in pieces of so many characters. */
function toldOf(xml: string, size = xml.length): string[] {
  const told = telling();
  const reader = new XmlReader({
    open: (name, attributes) =>
      told.tag(`<${name} ${JSON.stringify(asked.map((one) => attributes.get(one) ?? null))}>`),
    close: (name) => told.tag(`</${name}>`),
    text: told.text,
  });
  for (let at = 0; at < xml.length; at += size) reader.write(xml.slice(at, at + size));
  reader.end();
  return told.all;
}

/** Texts that come in several pieces are one. */
function telling() {
  const all: string[] = [];
  let isText = false;
  return {
    all,
    tag(what: string) {
      all.push(what);
      isText = false;
    },
    text(piece: string) {
      if (piece === '') return;
      if (isText) all[all.length - 1] += piece;
      else all.push(piece);
      isText = true;
    },
  };
}

const document = `<?xml version="1.0"?><x:a n="1 > 0" m='"&#x1EC7;'><!-- <b> --><b/>một<![CDATA[<&>]]> &#7879;hai&</x:a>`;
const heard = ['<a ["1 > 0","\\"ệ",null,null]>', '<b [null,null,null,null]>', '</b>', 'một<&> ệhai&', '</a>'];

test.each([1, 2, 3, 5, 7, 1_000])('a document is told the same in pieces of %i characters', (size) => {
  expect(toldOf(document, size)).toEqual(heard);
});

/** The same by the library's own parser, whose tokenizer is used here. */
function toldByParser(xml: string): string[] {
  const told = telling();
  const local = (name: string) => name.replace(/^[^:]*:/, '');
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const valueOf = (one: string) => attributes[one] ?? attributes[`x:${one}`] ?? null;
        told.tag(`<${local(name)} ${JSON.stringify(asked.map(valueOf))}>`);
      },
      onclosetag: (name) => told.tag(`</${local(name)}>`),
      ontext: told.text,
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return told.all;
}

const words = fc.stringMatching(/^[a-zệ0-9 ='>/;#-]{0,12}$/);
const reference = fc.constantFrom(
  '&amp;',
  '&lt;',
  '&#7879;',
  '&#x1EC7;',
  '&quot;',
  '&',
  '&amp',
  '&#',
  '&x;',
  '&#xD800;',
  '&#0;',
);
const written = fc.array(fc.oneof(words, reference), { maxLength: 4 }).map((parts) => parts.join(''));
const spaces = fc.constantFrom(' ', '\n', '\r\n\t');
const attributes = fc
  .array(fc.tuple(fc.constantFrom('n', 'm', 'x:dài', 'x:id', 'other'), written, spaces, fc.boolean()), { maxLength: 4 })
  .map((all) =>
    all.map(([name, value, space, single]) =>
      single ? `${space}${name}='${value.replaceAll("'", '')}'` : `${space}${name}="${value}"`,
    ),
  )
  .map((all) => all.join(''));
const { element } = fc.letrec<{ element: string; inner: string }>((tie) => ({
  inner: fc
    .array(
      fc.oneof(
        { withCrossShrink: true },
        written,
        written.map((text) => `<![CDATA[${text.replaceAll(']]>', '')}<&>]]>`),
        words.map((text) => `<!--${text.replaceAll('-', '')}-->`),
        words.map((text) => `<?p ${text.replaceAll('>', '')}?>`),
        tie('element'),
      ),
      { maxLength: 5 },
    )
    .map((parts) => parts.join('')),
  element: fc
    .record({ name: fc.constantFrom('a', 'x:a', 'row', 'x:c'), attributes, inner: tie('inner') })
    .map(({ name, attributes: its, inner }) =>
      inner === '' ? `<${name}${its}/>` : `<${name}${its}>${inner}</${name} >`,
    ),
}));

test('any document is told as the library tells it, however it is cut', () => {
  fc.assert(
    fc.property(element, fc.integer({ min: 1, max: 40 }), (xml, size) => {
      expect(toldOf(xml, size)).toEqual(toldByParser(xml));
    }),
    { numRuns: 1_000 },
  );
});

test('attributes are found by name, whatever their prefix; one without goes first', () => {
  const attributes = new Attributes();
  for (const [name, value] of [
    ['r:id', 'r1'],
    ['id', 'a'],
    ['x:id2', '&amp;'],
    ['id', 'later'],
  ] as const) {
    attributes.name(name);
    attributes.value(value);
    attributes.end();
  }
  expect(['id', 'id2', 'd2', 'r:id'].map((name) => attributes.get(name))).toEqual(['a', '&', undefined, 'r1']);
  attributes.clear();
  expect(attributes.get('id')).toBeUndefined();
});

test.each([
  '',
  'a',
  '<a',
  '<a>',
  '<a></b>',
  '<a><b></a></b>',
  '<a/></a>',
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
