import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import type { StoredFile } from '../../storage/file-store.ts';
import { type Archive, openArchive } from './archive.ts';
import { badFile, type FileCell, type FileRow, isFilled, mostColumns } from './file-row.ts';

const rowsAtATime = 1_000;
/** Characters of one row; a sheet that goes on without an end of a row is none. */
const longestRow = 4 * 1024 * 1024;
const mostSharedCharacters = 64 * 1024 * 1024;

/** The rows of the first page that a workbook shows (ECMA-376), read as they are unpacked. Values only: no formula is ever worked out. */
export async function* readXlsx(file: StoredFile): AsyncGenerator<FileRow[]> {
  const archive = await openArchive(file);
  try {
    const dates = await dateStyles(archive);
    const shared = await sharedStrings(archive);
    const workbook = await smallPart(archive, 'xl/workbook.xml');
    const page = await archive.open(await firstPage(archive, workbook));
    const firstDay = firstDayOf(workbook);
    let piece: FileRow[] = [];
    let number = 0;
    for await (const { attributes, inner } of elements(page, 'row')) {
      number = Number(attribute(attributes, 'r') ?? number + 1);
      piece.push({ number, cells: cellsOf(inner, { shared, dates, firstDay }) });
      if (piece.length === rowsAtATime) {
        yield piece.filter(isFilled);
        piece = [];
      }
    }
    yield piece.filter(isFilled);
  } finally {
    archive.close();
  }
}

async function smallPart(archive: Archive, name: string): Promise<string> {
  return withoutDeclarations(await text(await archive.open(name)));
}

async function firstPage(archive: Archive, workbook: string): Promise<string> {
  const pages = [...workbook.matchAll(/<sheet\b[^>]*>/g)].map(([page]) => page);
  const isHidden = (page: string) => /hidden/i.test(attribute(page, 'state') ?? '');
  const first = pages.find((page) => !isHidden(page)) ?? pages[0];
  const id = first && attribute(first, 'r:id');
  const relations = await smallPart(archive, 'xl/_rels/workbook.xml.rels');
  for (const [relation] of relations.matchAll(/<Relationship\b[^>]*>/g)) {
    if (attribute(relation, 'Id') !== id) continue;
    const target = attribute(relation, 'Target') ?? '';
    return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  }
  throw badFile('Tệp .xlsx không có trang nào');
}

/** Which of the workbook's formats show a number as a time. */
async function dateStyles(archive: Archive): Promise<ReadonlySet<number>> {
  if (!archive.has('xl/styles.xml')) return new Set();
  const styles = withoutDeclarations(await text(await archive.open('xl/styles.xml')));
  const own = new Map(
    [...styles.matchAll(/<numFmt\b[^>]*>/g)].map(([format]) => [
      attribute(format, 'numFmtId'),
      (attribute(format, 'formatCode') ?? '').replace(/"[^"]*"|\\./g, ''),
    ]),
  );
  const formats = /<cellXfs\b[^>]*>([^]*?)<\/cellXfs>/.exec(styles)?.[1] ?? '';
  const dates = new Set<number>();
  for (const [at, [format]] of [...formats.matchAll(/<xf\b[^>]*>/g)].entries()) {
    const id = attribute(format, 'numFmtId') ?? '0';
    const code = own.get(id);
    const isDate = code === undefined ? builtInDates.test(id) : /[dmyhs]/i.test(code.replace(/\[[^\]]*\]/g, ''));
    if (isDate) dates.add(at);
  }
  return dates;
}

/** ECMA-376 part 1 §18.8.30. */
const builtInDates = /^(1[4-9]|2[0-2]|4[5-7])$/;

async function sharedStrings(archive: Archive): Promise<readonly string[]> {
  if (!archive.has('xl/sharedStrings.xml')) return [];
  const strings: string[] = [];
  let characters = 0;
  for await (const { inner } of elements(await archive.open('xl/sharedStrings.xml'), 'si')) {
    const string = textsIn(inner.replace(/<rPh\b[^]*?<\/rPh>/g, ''));
    characters += string.length;
    if (characters > mostSharedCharacters) throw badFile('Tệp .xlsx có quá nhiều chữ');
    strings.push(string);
  }
  return strings;
}

/** What a cell's value means in this workbook. */
interface Meaning {
  readonly shared: readonly string[];
  readonly dates: ReadonlySet<number>;
  readonly firstDay: number;
}

function cellsOf(row: string, meaning: Meaning): FileCell[] {
  const cells: FileCell[] = [];
  for (let at = row.indexOf('<c'); at !== -1; at = row.indexOf('<c', at)) {
    const open = row.indexOf('>', at);
    if (open === -1) break;
    const attributes = row.slice(at + 2, open);
    const isEmpty = attributes.endsWith('/');
    const close = isEmpty ? open : row.indexOf('</c>', open);
    if (close === -1) break;
    const reference = attribute(attributes, 'r');
    const column = reference === undefined ? cells.length : columnOf(reference);
    if (column >= mostColumns) throw badFile('Tệp có quá nhiều cột');
    while (cells.length < column) cells.push(null);
    cells[column] = isEmpty ? null : valueOf(attributes, row.slice(open + 1, close), meaning);
    at = close + 1;
  }
  return cells;
}

function valueOf(attributes: string, inner: string, { shared, dates, firstDay }: Meaning): FileCell {
  const type = attribute(attributes, 't') ?? 'n';
  if (type === 'inlineStr') return textsIn(inner);
  const start = inner.indexOf('<v>');
  const end = inner.indexOf('</v>', start);
  if (start === -1 || end === -1) return null;
  const value = inner.slice(start + 3, end);
  switch (type) {
    case 's':
      return shared[Number(value)] ?? '';
    case 'str':
      return unescaped(value);
    case 'b':
      return value === '1';
    case 'e':
      return null;
    default: {
      const number = Number(value);
      if (!Number.isFinite(number)) return unescaped(value);
      return dates.has(Number(attribute(attributes, 's') ?? 0)) ? wallTime(firstDay + number) : number;
    }
  }
}

/** From which day a workbook counts its days, from 30 December 1899 on: Excel for Mac counted them from 1904 (§18.2.28). */
function firstDayOf(workbook: string): number {
  const properties = /<workbookPr\b[^>]*>/.exec(workbook)?.[0] ?? '';
  return ['1', 'true'].includes(attribute(properties, 'date1904') ?? '') ? 1_462 : 0;
}

/** Days since 30 December 1899, as the clock shows them. */
function wallTime(days: number): string {
  const at = Math.round((days - 25_569) * 86_400) * 1_000;
  return Math.abs(at) > 8.64e15 ? String(days) : new Date(at).toISOString().slice(0, 19);
}

/** `BC12` is column 54, counted from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}

function textsIn(xml: string): string {
  let texts = '';
  for (const [, inner = ''] of xml.matchAll(/<t(?:\s[^>]*)?>([^<]*)<\/t>/g)) texts += inner;
  return unescaped(texts);
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The five entities of XML and characters by number; there are no others, as no document declares any. */
const unescaped = (xml: string) =>
  xml.includes('&')
    ? xml.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex?: string, decimal?: string, name = '') => {
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
        return named[name] ?? (code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole);
      })
    : xml;

/** The value of an attribute among those of a start tag. */
function attribute(attributes: string, name: string): string | undefined {
  for (let at = attributes.indexOf(`${name}="`); at !== -1; at = attributes.indexOf(`${name}="`, at + 1)) {
    if (at > 0 && attributes.charCodeAt(at - 1) > 32) continue;
    const start = at + name.length + 2;
    const end = attributes.indexOf('"', start);
    return end === -1 ? undefined : attributes.slice(start, end);
  }
  return undefined;
}

/** Every element of this name, one after the other, as the document comes in. They do not stand in each other. */
async function* elements(xml: Readable, name: string): AsyncGenerator<{ attributes: string; inner: string }> {
  const [open, close] = [`<${name}`, `</${name}>`];
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  for await (const chunk of xml) {
    // A declaration may begin at the end of what came before.
    rest = withoutDeclarations(rest + decoder.decode(chunk as Buffer, { stream: true }));
    let done = 0;
    for (;;) {
      const start = startOf(rest, open, done);
      if (start === -1) break;
      const tagEnd = rest.indexOf('>', start);
      if (tagEnd === -1) break;
      const isEmpty = rest.charCodeAt(tagEnd - 1) === 47;
      const end = isEmpty ? tagEnd : rest.indexOf(close, tagEnd);
      if (end === -1) break;
      const attributes = rest.slice(start + open.length, isEmpty ? tagEnd - 1 : tagEnd);
      yield { attributes, inner: isEmpty ? '' : rest.slice(tagEnd + 1, end) };
      done = isEmpty ? end + 1 : end + close.length;
    }
    rest = rest.slice(done);
    // Before the first and after the last one there may be much that does not matter.
    if (startOf(rest, open, 0) === -1) rest = rest.slice(-16);
    if (rest.length > longestRow) throw badFile('Tệp .xlsx có dòng quá dài');
  }
}

/** Where an element of exactly this name begins: `<row` is not the beginning of `<rowBreaks>`. */
function startOf(xml: string, open: string, from: number): number {
  for (let at = xml.indexOf(open, from); at !== -1; at = xml.indexOf(open, at + 1)) {
    const next = xml[at + open.length];
    if (next === undefined || next === ' ' || next === '>' || next === '/' || next === '\n' || next === '\r') return at;
  }
  return -1;
}

/** A document that declares entities of its own is none that a spreadsheet has written. */
function withoutDeclarations(xml: string): string {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw badFile('Tệp .xlsx không an toàn nên không được nhận');
  return xml;
}
