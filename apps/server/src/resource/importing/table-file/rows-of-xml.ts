import type { FileRow } from '../file-row.ts';
import { type TagReader, XmlReader } from './read-xml.ts';
import { RowPieces } from './row-pieces.ts';

/** A text that can be read from its beginning as often as it is needed. */
export type WholeText = () => AsyncIterable<string>;

/** The rows that a reader of tags tells of a document, in pieces. */
export async function* rowsOfXml(
  text: AsyncIterable<string>,
  readerFor: (onRow: (row: FileRow) => void) => TagReader,
): AsyncGenerator<FileRow[]> {
  const rows = new RowPieces();
  const reader = new XmlReader(readerFor((row) => rows.add(row)));
  for await (const piece of text) {
    reader.write(piece);
    const some = rows.take();
    if (some !== undefined) yield some;
  }
  reader.end();
  yield rows.rest();
}
