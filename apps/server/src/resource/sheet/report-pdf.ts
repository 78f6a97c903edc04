import { createRequire } from 'node:module';

import { onDemand } from '../../kernel/packages-replaced.ts';
import type { PaperTable } from '../exporting.ts';
import { type Cell, wallClock } from './cell.ts';

export interface Paper {
  /** What the company calls itself. */
  readonly brand: string;
  readonly title: string;
  /** Which days, narrowed down by what. */
  readonly lines: readonly string[];
  readonly tables: readonly PaperTable[];
  readonly timeZone: string;
  readonly madeAt: Date;
}

/** What writes PDF is loaded for the first one. */
const library = onDemand(() => import('pdfkit'));
const fontAt = (file: string) => createRequire(import.meta.url).resolve(`@expo-google-fonts/inter/${file}`);

type Pen = PDFKit.PDFDocument;

const ink = '#111827';
const quiet = '#6b7280';
const rule = '#e5e7eb';
const shade = '#f9fafb';
const accent = '#2f5bea';
const bar = '#dbe4ff';

const margin = 36;
const pad = 5;
const wordsAtMost = 170;
const footer = 24;

/** A report on paper: A4 across, a heading on each page, columns that find no room in a table of their own below. */
export async function reportPdf(paper: Paper): Promise<Buffer> {
  const { default: Document } = await library();
  const pen = new Document({
    size: 'A4',
    layout: 'landscape',
    margin,
    bufferPages: true,
    font: fontAt('400Regular/Inter_400Regular.ttf'),
    info: { Title: paper.title, Author: paper.brand, Creator: 'Alô' },
    lang: 'vi',
  });
  const pieces: Buffer[] = [];
  pen.on('data', (piece: Buffer) => pieces.push(piece));
  const ended = new Promise<void>((resolve, reject) => {
    pen.on('end', resolve);
    pen.on('error', reject);
  });
  pen.registerFont('plain', fontAt('400Regular/Inter_400Regular.ttf'));
  pen.registerFont('strong', fontAt('600SemiBold/Inter_600SemiBold.ttf'));
  head(pen, paper);
  for (const table of paper.tables) {
    for (const part of partsOf(pen, table, paper)) draw(pen, part);
  }
  foot(pen, paper);
  pen.end();
  await ended;
  return Buffer.concat(pieces);
}

const widthOf = (pen: Pen) => pen.page.width - 2 * margin;
const bottomOf = (pen: Pen) => pen.page.height - margin - footer;

function head(pen: Pen, { brand, title, lines }: Paper): void {
  pen.rect(margin, margin, 4, 34).fill(accent);
  pen
    .font('plain')
    .fontSize(9)
    .fillColor(quiet)
    .text(brand, margin + 14, margin - 1);
  pen
    .font('strong')
    .fontSize(18)
    .fillColor(ink)
    .text(title, margin + 14, margin + 12, { width: widthOf(pen) - 14 });
  pen.y += 8;
  for (const line of lines) {
    pen
      .font('plain')
      .fontSize(9.5)
      .fillColor(quiet)
      .text(line, margin, pen.y, { width: widthOf(pen) });
  }
  pen.y += 12;
}

interface Column {
  readonly heading: string;
  readonly isNumber: boolean;
  readonly width: number;
  readonly texts: readonly string[];
  /** How long the bar behind each cell is, from 0 to 1; of the first figure alone. */
  readonly bars: readonly number[];
}

interface Part {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: number;
  /** The last row is what all come to. */
  readonly hasTotal: boolean;
}

/** The table in parts that are as wide as the page; the columns that say what a row is stand in each. */
function partsOf(pen: Pen, { title, headings, rows, total }: PaperTable, { timeZone }: Paper): Part[] {
  const all = total === undefined ? rows : [...rows, total];
  const words = cellWords(timeZone);
  const isFigure = (place: number) => all.some((row) => typeof row[place] === 'number');
  const names = headings.findIndex((_, place) => isFigure(place));
  const keys = names < 0 ? headings.length : names;
  const columns = headings.map((heading, place): Column => {
    const texts = all.map((row) => words(row[place] ?? null));
    const isNumber = isFigure(place);
    const widest = Math.max(...texts.map((text) => measured(pen, 'plain', text)), 0);
    const word = Math.max(...heading.split(' ').map((one) => measured(pen, 'strong', one)), 24);
    const values = rows.map((row) => Number(row[place] ?? 0));
    const most = Math.max(...values, 0);
    return {
      heading,
      isNumber,
      texts,
      width: Math.max(word, Math.min(widest, wordsAtMost)) + 2 * pad,
      bars: place === keys && most > 0 ? values.map((value) => Math.max(0, value) / most) : [],
    };
  });
  const [leading, others] = [columns.slice(0, keys), columns.slice(keys)];
  const room = widthOf(pen);
  const width = (some: readonly Column[]) => some.reduce((sum, one) => sum + one.width, 0);
  const chunks: Column[][] = [[]];
  for (const column of others) {
    const last = chunks.at(-1);
    if (last === undefined || (last.length > 0 && width([...leading, ...last, column]) > room)) chunks.push([column]);
    else last.push(column);
  }
  return chunks.map((chunk, place) => {
    const its = [...leading, ...chunk];
    // What is left is given to all alike, so that the table is as wide as the page.
    const spare = Math.max(0, Math.min(room - width(its), its.length * 60)) / Math.max(1, its.length);
    return {
      title: place === 0 ? title : `${title}${title === '' ? '' : ' '}(tiếp)`,
      columns: its.map((column) => ({ ...column, width: column.width + spare })),
      rows: all.length,
      hasTotal: total !== undefined,
    };
  });
}

function measured(pen: Pen, font: 'plain' | 'strong', text: string): number {
  return pen.font(font).fontSize(9).widthOfString(text);
}

function draw(pen: Pen, part: Part): void {
  const { title, columns, rows, hasTotal } = part;
  const headHeight = rowHeight(pen, 'strong', columns, ({ heading }) => heading);
  if (pen.y + headHeight + 60 > bottomOf(pen)) pen.addPage();
  if (title !== '') {
    pen
      .font('strong')
      .fontSize(11)
      .fillColor(ink)
      .text(title, margin, pen.y + 4);
    pen.y += 4;
  }
  line(pen, { font: 'strong', colour: quiet, height: headHeight, columns, text: ({ heading }) => heading });
  if (rows === 0) {
    pen
      .font('plain')
      .fontSize(9)
      .fillColor(quiet)
      .text('Không có gì trong những ngày này', margin + pad, pen.y + pad);
    pen.y += 2 * pad;
  }
  for (let row = 0; row < rows; row += 1) {
    const isTotal = hasTotal && row === rows - 1;
    const font = isTotal ? 'strong' : 'plain';
    const text = ({ texts }: Column) => texts[row] ?? '';
    const height = rowHeight(pen, font, columns, text);
    if (pen.y + height > bottomOf(pen)) {
      pen.addPage();
      pen.y = margin;
      line(pen, { font: 'strong', colour: quiet, height: headHeight, columns, text: ({ heading }) => heading });
    }
    if (isTotal) pen.rect(margin, pen.y, widthIn(columns), height).fill(shade);
    line(pen, { font, colour: ink, height, columns, text, ...(!isTotal && { row }) });
  }
  pen.y += 14;
}

const widthIn = (columns: readonly Column[]) => columns.reduce((sum, { width }) => sum + width, 0);

/** Most cells are one line; to break the others is what takes time. */
function rowHeight(pen: Pen, font: 'plain' | 'strong', columns: readonly Column[], text: (of: Column) => string) {
  const one = pen.font(font).fontSize(9).currentLineHeight(true);
  const heights = columns.map((column) =>
    fits(pen, font, text(column), column) ? one : pen.heightOfString(text(column), { width: column.width - 2 * pad }),
  );
  return Math.max(...heights) + 2 * pad;
}

const fits = (pen: Pen, font: 'plain' | 'strong', text: string, { width }: Column): boolean =>
  !text.includes('\n') && measured(pen, font, text) <= width - 2 * pad;

function line(
  pen: Pen,
  {
    font,
    colour,
    height,
    columns,
    text,
    row,
  }: {
    readonly font: 'plain' | 'strong';
    readonly colour: string;
    readonly height: number;
    readonly columns: readonly Column[];
    readonly text: (of: Column) => string;
    readonly row?: number;
  },
): void {
  const top = pen.y;
  let left = margin;
  for (const column of columns) {
    const share = row === undefined ? undefined : column.bars[row];
    if (share !== undefined && share > 0) {
      pen.rect(left + 2, top + 3, (column.width - 4) * share, height - 6).fill(bar);
    }
    pen
      .font(font)
      .fontSize(9)
      .fillColor(colour)
      .text(text(column), left + pad, top + pad, {
        width: column.width - 2 * pad,
        lineBreak: !fits(pen, font, text(column), column),
        align: column.isNumber ? 'right' : 'left',
      });
    left += column.width;
  }
  pen
    .moveTo(margin, top + height)
    .lineTo(left, top + height)
    .lineWidth(0.5)
    .strokeColor(rule)
    .stroke();
  pen.x = margin;
  pen.y = top + height;
}

function foot(pen: Pen, { brand, madeAt, timeZone }: Paper): void {
  const { count } = pen.bufferedPageRange();
  const made = cellWords(timeZone)(madeAt);
  for (let page = 0; page < count; page += 1) {
    pen.switchToPage(page);
    // Below the margin a text would begin a page of its own.
    pen.page.margins.bottom = 0;
    const top = pen.page.height - margin - 8;
    const at = { width: widthOf(pen), lineBreak: false } as const;
    pen.font('plain').fontSize(8).fillColor(quiet);
    pen.text(`${brand} · lập lúc ${made} · Alô`, margin, top, at);
    pen.text(`Trang ${page + 1}/${count}`, margin, top, { ...at, align: 'right' });
  }
}

const numbers = new Intl.NumberFormat('vi', { maximumFractionDigits: 1 });

/** What stands in a cell, as people write it. */
export function cellWords(timeZone: string): (cell: Cell) => string {
  const clock = wallClock(timeZone);
  return (cell) => {
    if (cell === null) return '–';
    if (typeof cell === 'number') return numbers.format(cell);
    if (typeof cell === 'boolean') return cell ? 'Có' : 'Không';
    if (typeof cell === 'string') return cell;
    const [day = '', time = ''] = new Date(clock(cell)).toISOString().split('T');
    return `${time.slice(0, 5)} ${day.split('-').toReversed().join('/')}`;
  };
}
