import type { StoredFile } from '../src/storage/file-store.ts';
import { storedBytes, zipOf } from './table-files.ts';

/** The same lists as the programs write them by which people keep lists. What each does otherwise is what readers have stumbled over. */
export interface Maker {
  /** Before the names of elements. */
  readonly prefix?: string;
  /** How texts are written. */
  readonly texts: 'shared' | 'inline' | 'str' | 'rich';
  /** Whether rows and cells say where they stand. */
  readonly places: boolean;
  readonly main?: string;
  readonly absolute?: boolean;
  /** Between elements. */
  readonly gap?: string;
  readonly quote?: '"' | "'";
  readonly head?: string;
  /** Empty cells stand there with their styles. */
  readonly keepsEmpty?: boolean;
  readonly formulas?: boolean;
  readonly byteOrderMark?: boolean;
}

export const makers: Record<string, Maker> = {
  Excel: { texts: 'shared', places: true, gap: '', formulas: true, keepsEmpty: true },
  LibreOffice: { texts: 'shared', places: true, keepsEmpty: true, formulas: true, gap: '\n' },
  'Google Sheets': { texts: 'shared', places: true, keepsEmpty: true, head: '<sheetPr><outlinePr/></sheetPr>' },
  WPS: { texts: 'shared', places: true, byteOrderMark: true, formulas: true },
  openpyxl: { texts: 'inline', places: true, absolute: true },
  xlsxwriter: { texts: 'shared', places: true, main: 'xl/workbook.xml' },
  ClosedXML: { texts: 'shared', places: true, prefix: 'x:', absolute: true },
  'OpenXML SDK': { texts: 'inline', places: false, prefix: 'x:', main: 'xl/book.xml' },
  EPPlus: { texts: 'rich', places: true, formulas: true },
  SheetJS: { texts: 'str', places: true },
  'Apache POI': { texts: 'inline', places: true, gap: '\r\n', main: 'xl/workbook.xml' },
  phpSpreadsheet: { texts: 'shared', places: true, gap: '\n  ' },
  BIRT: { texts: 'inline', places: false, quote: "'" },
  SAP: { texts: 'str', places: false, main: 'package/services/workbook.xml', absolute: true },
  Crystal: { texts: 'rich', places: false, prefix: 'ss:', gap: '\t' },
};

/** What stands in a cell of a workbook as it is written. */
export type CellValue =
  | { readonly text: string }
  | { readonly number: number; readonly style?: number; readonly formula?: string }
  | { readonly truth: boolean }
  | { readonly word: string; readonly formula: string }
  | undefined;

/** Number formats of its styles, counted from 1. */
const formats = ['dd/mm/yyyy', '#,##0\\ "VND"', '"KH"00000', '0000000000', '0%', 'h:mm', '[$-42A]dd mmmm yyyy h:mm'];
export const styles = { date: 1, money: 2, code: 3, digits: 4, percent: 5, clock: 6, long: 7 } as const;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A workbook as a maker writes it. */
export async function bookOf(maker: Maker, rows: readonly (readonly CellValue[])[]): Promise<StoredFile> {
  const { prefix = '', gap = '', quote = '"', main = 'xl/workbook.xml', head = '' } = maker;
  const shared: string[] = [];
  const attributes = (all: Record<string, string | number | undefined>) =>
    Object.entries(all)
      .map(([name, value]) => (value === undefined ? '' : ` ${name}=${quote}${value}${quote}`))
      .join('');
  const element = (name: string, all: Record<string, string | number | undefined>, inner: string) =>
    `${gap}<${prefix}${name}${attributes(all)}${inner === '' ? '/>' : `>${inner}</${prefix}${name}>`}`;
  const tag = (name: string, inner: string, space = '') => `<${prefix}${name}${space}>${inner}</${prefix}${name}>`;
  const kept = ' xml:space="preserve"';
  const placeOf = (row: number, column: number) =>
    maker.places ? `${'ABCDEFGH'.charAt(column)}${row + 1}` : undefined;

  function textCell(text: string, r: string | undefined): string {
    switch (maker.texts) {
      case 'shared':
        shared.push(tag('si', tag('t', escaped(text), kept)));
        return element('c', { r, t: 's' }, tag('v', String(shared.length - 1)));
      case 'rich':
        shared.push(
          tag(
            'si',
            [text.slice(0, 2), text.slice(2)]
              .map((run) => tag('r', `<${prefix}rPr/>${tag('t', escaped(run), kept)}`))
              .join(''),
          ),
        );
        return element('c', { t: 's', r }, tag('v', String(shared.length - 1)));
      case 'inline':
        return element('c', { r, t: 'inlineStr' }, tag('is', tag('t', escaped(text), kept)));
      case 'str':
        return element('c', { r, t: 'str' }, tag('v', escaped(text)));
      default:
        return maker.texts satisfies never;
    }
  }

  function cellOf(written: CellValue, row: number, column: number): string {
    const r = placeOf(row, column);
    if (written === undefined) return maker.keepsEmpty || !maker.places ? element('c', { r, s: 1 }, '') : '';
    if ('text' in written) return textCell(written.text, r);
    if ('truth' in written) return element('c', { r, t: 'b' }, tag('v', written.truth ? '1' : '0'));
    const formula = written.formula === undefined || !maker.formulas ? '' : tag('f', written.formula);
    if ('word' in written) return element('c', { r, t: 'str' }, formula + tag('v', written.word));
    return element('c', { r, s: written.style }, formula + tag('v', String(written.number)));
  }

  const data = rows
    .map((cells, row) => {
      const inner = cells.map((cell, column) => cellOf(cell, row, column)).join('');
      return element('row', { r: maker.places ? row + 1 : undefined, spans: maker.places ? '1:4' : undefined }, inner);
    })
    .join('');
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const target = (name: string) => (maker.absolute ? `/${folder}${name}` : name);
  const space = prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`;
  const root = (name: string, inner: string) =>
    `${maker.byteOrderMark ? '\uFEFF' : ''}<?xml version="1.0" encoding="UTF-8"?>\n<${prefix}${name} ${space}="urn:main" xmlns:r="${relations}">${inner}</${prefix}${name}>`;
  const parts: Record<string, string> = {
    '_rels/.rels': `<Relationships><Relationship Id="rId1" Type="${relations}/officeDocument" Target="${main}"/></Relationships>`,
    [main]: root('workbook', tag('sheets', `<${prefix}sheet name="Trang 1" sheetId="1" r:id="rId7"/>`)),
    [`${folder}_rels/${main.slice(folder.length)}.rels`]: `<Relationships>
      <Relationship Id="rId1" Type="${relations}/sharedStrings" Target="${target('texts.xml')}"/>
      <Relationship Id="rId7" Type="${relations}/worksheet" Target="${target('worksheets/one.xml')}"/>
      <Relationship Id="rId3" Type="${relations}/styles" Target="${target('styles.xml')}"/></Relationships>`,
    [`${folder}styles.xml`]: root(
      'styleSheet',
      tag(
        'numFmts',
        formats.map((format, n) => `<${prefix}numFmt numFmtId="${n + 170}" formatCode="${escaped(format)}"/>`).join(''),
      ) +
        tag('cellStyleXfs', `<${prefix}xf numFmtId="14"/>`) +
        tag(
          'cellXfs',
          `<${prefix}xf numFmtId="0"/>${formats.map((_, n) => `<${prefix}xf numFmtId="${n + 170}"/>`).join('')}`,
        ),
    ),
    [`${folder}worksheets/one.xml`]: root('worksheet', head + tag('sheetData', data)),
    [`${folder}texts.xml`]: root('sst', shared.join('')),
  };
  return storedBytes(await zipOf(parts));
}
