import { type ArchivePart, archiveOf } from '../../storage/archive.ts';
import { type Cell, wallClock } from './cell.ts';
import type { Sheet } from './sheet-rows.ts';
import { TextBytes } from './text-bytes.ts';

/** As many as a page can have (ECMA-376 leaves it open, Excel does not); what is more goes to the next page. */
const mostRowsOnAPage = 1_048_576;
/** More than this gains little and costs the writer most of its time. */
const level = 1;

/**
 * A workbook (ECMA-376, Office Open XML) that is never whole in memory: its pages are written into a zip while it is read.
 * Texts stand in their cells as texts, so that none of them is ever a formula.
 */
export const xlsxBytes = (sheet: Sheet, rowsOnAPage = mostRowsOnAPage): AsyncGenerator<Buffer> =>
  archiveOf(partsOf(sheet, rowsOnAPage));

async function* partsOf(sheet: Sheet, rowsOnAPage: number): AsyncGenerator<ArchivePart> {
  const rows = new RowSource(sheet.pieces);
  const pages: string[] = [];
  try {
    do {
      const name = pages.length === 0 ? sheet.title : `${sheet.title} ${pages.length + 1}`;
      pages.push(pageName(name));
      yield { name: `xl/worksheets/sheet${pages.length}.xml`, content: pageXml(sheet, rows, rowsOnAPage), level };
    } while (await rows.hasMore());
  } finally {
    await rows.close();
  }
  for (const [name, xml] of Object.entries(workbookParts(pages))) yield { name, content: Buffer.from(xml) };
}

/** Takes pieces of rows as they come, and knows whether there is another. */
class RowSource {
  readonly #pieces: AsyncIterator<readonly (readonly Cell[])[]>;
  #ahead: readonly (readonly Cell[])[] = [];

  constructor(pieces: AsyncIterable<readonly (readonly Cell[])[]>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  async hasMore(): Promise<boolean> {
    while (this.#ahead.length === 0) {
      const next = await this.#pieces.next();
      if (next.done === true) return false;
      this.#ahead = next.value;
    }
    return true;
  }

  async take(atMost: number): Promise<readonly (readonly Cell[])[]> {
    if (!(await this.hasMore())) return [];
    const taken = this.#ahead.slice(0, atMost);
    this.#ahead = this.#ahead.slice(atMost);
    return taken;
  }

  /** The reader of the file has left, or has it all. */
  async close(): Promise<void> {
    await this.#pieces.return?.();
  }
}

async function* pageXml({ headings, timeZone }: Sheet, rows: RowSource, rowsOnAPage: number): AsyncGenerator<Buffer> {
  const onTheWall = wallClock(timeZone);
  const columns = headings.map(
    (heading, n) => `<col min="${n + 1}" max="${n + 1}" width="${Math.max(14, heading.length + 4)}" customWidth="1"/>`,
  );
  yield Buffer.from(
    `${xmlHead}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
      `<cols>${columns.join('')}</cols><sheetData>` +
      `<row>${headings.map((heading) => text(heading, ' s="2"')).join('')}</row>`,
  );
  const bytes = new TextBytes();
  for (let left = rowsOnAPage - 1; left > 0; ) {
    const piece = await rows.take(left);
    if (piece.length === 0) break;
    left -= piece.length;
    for (const row of piece) {
      let xml = '<row>';
      for (const cell of row) xml += cellXml(cell, onTheWall);
      bytes.add(`${xml}</row>`);
    }
    yield bytes.take();
  }
  yield Buffer.from('</sheetData></worksheet>');
}

function cellXml(cell: Cell, onTheWall: (at: Date) => number): string {
  if (cell === null || cell === '') return '<c/>';
  if (typeof cell === 'string') return text(cell, '');
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`;
  return `<c s="1"><v>${onTheWall(cell) / 86_400_000 + daysBefore1970}</v></c>`;
}

/** Days of a spreadsheet begin with 1 January 1900, and it takes that year for a leap year. */
const daysBefore1970 = 25_569;

/** In the shorter of two ways; only the longer one keeps blanks at the ends. */
function text(value: string, style: string): string {
  if (!needsCare.test(value)) return `<c t="str"${style}><v>${value}</v></c>`;
  return edged.test(value)
    ? `<c t="inlineStr"${style}><is><t xml:space="preserve">${escaped(value)}</t></is></c>`
    : `<c t="str"${style}><v>${escaped(value)}</v></c>`;
}

/** Blanks at its ends would be lost, and lines be one. */
const edged = /^\s|\s$|[\n\t]/;

/** Characters that XML has no place for are left out (XML 1.0 §2.2). A line ends with a line feed unless it is said otherwise. */
function escaped(value: string): string {
  return value
    .toWellFormed()
    .replace(forbidden, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')
    .replace(likeASign, '_x005F$&');
}

/** Asked of every text, so it is one question: anything but what stands as it is, which also finds pairs of surrogates that are well. */
const needsCare = /[^ -%'-;=?-~\u00A0-\uD7FF\uE000-\uFFFD]|^\s|\s$|_x[\da-fA-F]{4}_/;
/** What would be read as a sign that XML has no place for (ECMA-376 part 1 §22.9.2.19). */
const likeASign = /_(?=x[\da-f]{4}_)/gi;
const forbidden = /(?![\t\n\r])[\p{Cc}\uFFFE\uFFFF]/gu;

/** At most 31 characters, and none of those that a page's name may not have. */
const pageName = (name: string) => escaped(name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31)).replaceAll('"', '&quot;');

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Everything but the pages; it says which pages there are. */
function workbookParts(pages: readonly string[]): Record<string, string> {
  const each = (make: (n: number, name: string) => string) => pages.map((name, n) => make(n + 1, name)).join('');
  return {
    '[Content_Types].xml':
      `${xmlHead}<Types xmlns="${packages}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>` +
      `${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${types}.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels':
      `${xmlHead}<Relationships xmlns="${packages}/relationships">` +
      `<Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml':
      `${xmlHead}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>` +
      `${each((n, name) => `<sheet name="${name}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      `${xmlHead}<Relationships xmlns="${packages}/relationships">` +
      `${each((n) => `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}` +
      `<Relationship Id="rId${pages.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml':
      `${xmlHead}<styleSheet xmlns="${main}">` +
      '<numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm:ss"/></numFmts>' +
      '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
      '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
      '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
      '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
      '<cellXfs count="3"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>',
  };
}
