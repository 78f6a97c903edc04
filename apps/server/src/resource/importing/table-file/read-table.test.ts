import { someOf } from '@alo/testing/in-depth';
import { expect, test } from 'vitest';

import { storedBytes, zipOf } from '../../../../testing/table-files.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { StoredFile } from '../../../storage/file-store.ts';
import type { FileCell } from '../file-row.ts';
import { readTable, type TableLimits } from './read-table.ts';

async function cellsOf(file: StoredFile, limits?: TableLimits): Promise<FileCell[][]> {
  const rows: FileCell[][] = [];
  for await (const piece of readTable(file, limits && { limits })) rows.push(...piece.map(({ cells }) => [...cells]));
  return rows;
}

async function refusalOf(file: StoredFile, limits?: TableLimits): Promise<string | undefined> {
  try {
    await cellsOf(file, limits);
    return undefined;
  } catch (error) {
    return error instanceof Problem ? error.details.fields?.['file'] : String(error);
  }
}

function workbookOf(parts: Record<string, string>): Promise<Buffer> {
  const all = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>',
    'xl/worksheets/s.xml': page('<row><c><v>1</v></c></row>'),
    ...parts,
  };
  return zipOf(all);
}

const page = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const styles = (formats: readonly string[]) =>
  `<styleSheet><numFmts>${formats.map((code, n) => `<numFmt numFmtId="${170 + n}" formatCode="${code}"/>`).join('')}
   </numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
   <cellXfs><xf numFmtId="0"/>${formats.map((_, n) => `<xf numFmtId="${170 + n}"/>`).join('')}</cellXfs></styleSheet>`;

test('a number is read as it is shown, whatever words stand in its format', async () => {
  const cells = [1_500_000, 123, 123, 46_083].map((value, n) => `<c s="${n + 1}"><v>${value}</v></c>`).join('');
  const file = await workbookOf({
    'xl/styles.xml': styles(['#,##0\\ &quot;VND&quot;', '&quot;KH&quot;00000', '000000', 'dd/mm/yyyy']),
    'xl/worksheets/s.xml': page(`<row>${cells}</row>`),
  });
  expect(await cellsOf(storedBytes(file))).toEqual([
    [{ shown: '1,500,000 VND', value: 1_500_000 }, 'KH00123', '000123', '02/03/2026'],
  ]);
});

test('a workbook is read by its relationships, with prefixes, and wherever its parts stand', async () => {
  const file = await workbookOf({
    '_rels/.rels': `<Relationships><Relationship Id="m" Target="/BOOK/main.xml"
      Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"/></Relationships>`,
    'book/main.xml': `<x:workbook><x:sheets><x:sheet name="a" sheetId="1" rel:id="r9"/></x:sheets></x:workbook>`,
    'book/_rels/main.xml.rels': `<Relationships><Relationship Id='r9' Target='../pages/one.xml'/>
      <Relationship Id="t" Target="texts.xml" Type="urn:x/sharedStrings"/></Relationships>`,
    'book/texts.xml':
      '<x:sst><x:si><x:r><x:t>Nguyễn </x:t></x:r><x:r><x:t>Lan</x:t></x:r><x:rPh><x:t>x</x:t></x:rPh></x:si></x:sst>',
    'pages/one.xml': `<x:worksheet><x:sheetData><x:row r="4"><x:c r="B4" t="s"><x:v>0</x:v></x:c>
      <x:c r="C4" t="inlineStr"><x:is><x:t>a&amp;b</x:t></x:is></x:c><x:c r="D4" t="str"><x:f>1+1</x:f><x:v>2</x:v></x:c>
      <x:c r="E4"><x:f>1+1</x:f></x:c></x:row></x:sheetData></x:worksheet>`,
  });
  expect(await cellsOf(storedBytes(file))).toEqual([[null, 'Nguyễn Lan', 'a&b', '2', null]]);
});

test.each(
  someOf(1, [
    ['sheet', 'xl/workbook.xml', '<workbook>', '<sheet '],
    ['numFmt', 'xl/styles.xml', '<styleSheet>', '<numFmt '],
    ['xf', 'xl/styles.xml', '<styleSheet><cellXfs>', '<xf '],
    ['rPh', 'xl/sharedStrings.xml', '<sst><si>', '<rPh '],
    ['t', 'xl/worksheets/s.xml', '<worksheet><sheetData><row><c t="inlineStr">', '<t '],
  ]),
)(
  'five megabytes of <%s> are refused by whoever reads them in proportion to their length',
  async (_, part, begin, piece) => {
    const file = await workbookOf({ [part]: begin + piece.repeat(Math.floor(5_000_000 / piece.length)) });
    // By the square of it, it would take half an hour, and none of these words.
    expect(await refusalOf(storedBytes(file))).toBe('Tệp bị hỏng');
  },
);

test('one text that all cells share is not repeated without end', async () => {
  const cells = '<c t="s"><v>0</v></c>'.repeat(200);
  const file = await workbookOf({
    'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(200_000)}</t></si></sst>`,
    'xl/worksheets/s.xml': page(`<row>${cells}</row>`.repeat(100)),
  });
  expect(await refusalOf(storedBytes(file))).toBe('Tệp có dòng quá dài');
});

test.each([
  ['<html><body><p>Xin chào</p></body></html>', 'trang web không có bảng nào'],
  ['<?xml version="1.0"?><Workbook><Worksheet>', 'bị hỏng'],
  ['<table>'.repeat(5_000), 'bị hỏng'],
])('a page of the web like %.30s is refused', async (text, why) => {
  expect(await refusalOf(storedBytes(text))).toContain(why);
});

const usual: TableLimits = { heapMb: 384, mostBytes: 768 * 1024 * 1024, silentMs: 60_000, mostMs: 600_000 };
const tooMuch = 'Tệp này cần quá nhiều bộ nhớ hoặc thời gian để đọc';

test('a table that takes too much time or memory is let go, and its person is told', async () => {
  const file = storedBytes('a,b\n1,2\n'.repeat(1_000));
  expect(await refusalOf(file, { ...usual, silentMs: 0 })).toBe(tooMuch);
  expect(await refusalOf(file, { ...usual, mostBytes: 1_000_000 })).toBe(tooMuch);
  const texts = Array.from({ length: 300_000 }, (_, n) => `<si><t>${n}${'abcdefghij'.repeat(8)}</t></si>`).join('');
  const large = await workbookOf({ 'xl/sharedStrings.xml': `<sst>${texts}</sst>` });
  expect(await refusalOf(storedBytes(large), { ...usual, heapMb: 16 })).toBe(tooMuch);
});

test('whoever wants the first rows only leaves no program behind, and one that waits for its reader is not late', async () => {
  const file = storedBytes('a,b\n1,2\n'.repeat(20_000));
  let pieces = 0;
  for await (const piece of readTable(file, { limits: usual })) {
    expect(piece.length).toBeGreaterThan(0);
    pieces += 1;
    if (pieces === 2) break;
  }
  expect(pieces).toBe(2);
});
