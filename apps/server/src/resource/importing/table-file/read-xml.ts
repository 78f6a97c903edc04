import type { Readable } from 'node:stream';
import { Parser } from 'htmlparser2';

import { badFile } from './bad-file.ts';

/** Attributes by their names as they are written. */
export type Attributes = Readonly<Record<string, string>>;

/** What is told of a document as it comes in. Names are without the prefix of their namespace, which each writer chooses. */
export interface TagReader {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  /** A piece of text as it is meant; what stands in one element may come in several. */
  text(piece: string): void;
}

/** No table is so deep. The parser takes a time by the square of the depth, so this is what keeps it linear. */
const deepest = 64;
const broken = () => badFile('Tệp bị hỏng');

/**
 * Reads XML piece by piece. A document that ends in the middle is refused, and so is one that declares anything: an entity of its
 * own could be made to burst.
 */
export class XmlReader {
  readonly #parser: Parser;
  #depth = 0;
  #isWhole = false;
  #isOver = false;

  constructor(told: TagReader) {
    this.#parser = new Parser(
      {
        onopentagname: () => {
          this.#depth += 1;
          if (this.#depth > deepest) throw broken();
        },
        onopentag: (name, attributes) => told.open(localName(name), attributes),
        onclosetag: (name) => {
          // What is still open at the end is closed by the parser.
          if (this.#isOver) throw broken();
          this.#depth -= 1;
          this.#isWhole = this.#depth === 0;
          told.close(localName(name));
        },
        ontext: (piece) => told.text(piece),
        onprocessinginstruction(name) {
          if (name.startsWith('!')) throw badFile('Tệp không an toàn nên không được nhận');
        },
      },
      { xmlMode: true },
    );
  }

  write(piece: string): void {
    this.#parser.write(piece);
  }

  end(): void {
    this.#isOver = true;
    this.#parser.end();
    if (!this.#isWhole) throw broken();
  }
}

/** Reads a part of an archive from beginning to end. */
export async function readXml(part: Readable, told: TagReader): Promise<void> {
  const decoder = new TextDecoder('utf-8');
  const reader = new XmlReader(told);
  for await (const bytes of part) reader.write(decoder.decode(bytes as Buffer, { stream: true }));
  reader.write(decoder.decode());
  reader.end();
}

const localName = (name: string) => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name);

/** The value of an attribute, whatever the prefix of its name. */
export function attribute(attributes: Attributes, name: string): string | undefined {
  const plain = attributes[name];
  if (plain !== undefined) return plain;
  for (const key in attributes) if (key.endsWith(name) && localName(key) === name) return attributes[key];
  return undefined;
}
