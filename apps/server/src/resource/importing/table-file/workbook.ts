import { posix } from 'node:path';

import { longestRow } from '../file-row.ts';
import type { Archive } from './archive.ts';
import { badFile } from './bad-file.ts';
import { builtIn, type CellFormat, shownBy } from './number-format.ts';
import { type AskedPages, type Page, pagesAsked } from './pages.ts';
import { readXml } from './read-xml.ts';

const mostSharedCharacters = 64 * 1024 * 1024;

/** What the cells of a workbook mean. */
export interface Workbook {
  readonly shared: readonly string[];
  /** By a cell's style. */
  readonly shown: readonly CellFormat[];
  /** The day that it counts from, from 30 December 1899 on: Excel for Mac counted from 1904 (ECMA-376 part 1 §18.2.28). */
  readonly firstDay: number;
}

interface SheetPage extends Page {
  readonly part: string;
}

export async function readWorkbook(
  archive: Archive,
  asked: string | undefined,
): Promise<Workbook & AskedPages<SheetPage>> {
  const main = await mainPart(archive);
  const relations = await relationsOf(archive, main);
  const ofKind = (kind: string) => relations.find(({ type }) => type.endsWith(`/${kind}`))?.target;
  const { pages, firstDay } = await pagesOf(archive, main);
  const byId = new Map(relations.map((one) => [one.id, one]));
  const sheets = pages.flatMap(({ id, ...page }) => {
    const its = byId.get(id);
    return its === undefined || its.type.endsWith('/chartsheet') ? [] : [{ ...page, part: its.target }];
  });
  const beside = (name: string) => posix.join(posix.dirname(main), name);
  return {
    ...pagesAsked(sheets, asked),
    firstDay,
    shown: await stylesOf(archive, ofKind('styles') ?? beside('styles.xml')),
    shared: await sharedTexts(archive, ofKind('sharedStrings') ?? beside('sharedStrings.xml')),
  };
}

const ignored = () => undefined;

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

async function relationsOf(archive: Archive, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part);
  const list = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  const relations: Relation[] = [];
  if (!archive.has(list)) return relations;
  await readXml(archive.text(list), {
    open(name, attributes) {
      if (name !== 'Relationship') return;
      const target = attributes.get('Target') ?? '';
      relations.push({
        id: attributes.get('Id') ?? '',
        type: attributes.get('Type') ?? '',
        target: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
      });
    },
    close: ignored,
    text: ignored,
  });
  return relations;
}

async function mainPart(archive: Archive): Promise<string> {
  const relations = await relationsOf(archive, '');
  return relations.find(({ type }) => type.endsWith('/officeDocument'))?.target ?? 'xl/workbook.xml';
}

async function pagesOf(archive: Archive, part: string) {
  const pages: { readonly id: string; readonly name: string; readonly isHidden: boolean }[] = [];
  let firstDay = 0;
  await readXml(archive.text(part), {
    open(name, attributes) {
      if (name === 'workbookPr' && ['1', 'true'].includes(attributes.get('date1904') ?? '')) firstDay = 1_462;
      if (name !== 'sheet') return;
      const isHidden = /hidden/i.test(attributes.get('state') ?? '');
      pages.push({ id: attributes.get('id') ?? '', name: attributes.get('name') ?? '', isHidden });
    },
    close: ignored,
    text: ignored,
  });
  return { pages, firstDay };
}

async function stylesOf(archive: Archive, part: string): Promise<readonly CellFormat[]> {
  if (!archive.has(part)) return [];
  const own = new Map<number, CellFormat>();
  const ids: number[] = [];
  let isOfCells = false;
  await readXml(archive.text(part), {
    open(name, attributes) {
      if (name === 'cellXfs') isOfCells = true;
      const id = Number(attributes.get('numFmtId') ?? 0);
      if (name === 'numFmt') own.set(id, shownBy(attributes.get('formatCode') ?? ''));
      else if (name === 'xf' && isOfCells) ids.push(id);
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
    text: ignored,
  });
  return ids.map((id) => own.get(id) ?? builtIn(id));
}

async function sharedTexts(archive: Archive, part: string): Promise<readonly string[]> {
  if (!archive.has(part)) return [];
  const texts: string[] = [];
  let characters = 0;
  const reader = textReader();
  await readXml(archive.text(part), {
    open(name) {
      if (name === 'si') reader.begin();
      else reader.open(name);
    },
    close(name) {
      reader.close(name);
      if (name !== 'si') return;
      const text = reader.text();
      characters += text.length;
      if (characters > mostSharedCharacters) throw badFile('Tệp có quá nhiều chữ');
      texts.push(text);
    },
    text: reader.take,
  });
  return texts;
}

/** The text of an element, whose runs stand in `t`; how it is said in Japanese, in `rPh`, is no part of it. */
export function textReader() {
  let pieces = '';
  let isText = false;
  let isAside = false;
  return {
    begin() {
      pieces = '';
    },
    open(name: string) {
      if (name === 'rPh') isAside = true;
      isText = name === 't' && !isAside;
    },
    close(name: string) {
      if (name === 'rPh') isAside = false;
      if (name === 't') isText = false;
    },
    take(piece: string) {
      if (!isText) return;
      pieces += piece;
      if (pieces.length > longestRow) throw badFile('Tệp có dòng quá dài');
    },
    text: () => asMeant(pieces),
  };
}

/** Signs that XML has no place for stand as `_x000D_`, and what looks like that as `_x005F_x000D_` (ECMA-376 part 1 §22.9.2.19). */
export const asMeant = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
