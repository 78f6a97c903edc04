import { decodeXML } from 'entities';
import { Tokenizer } from 'htmlparser2';

import { Attributes } from './attributes.ts';
import { badFile } from './bad-file.ts';
import { Sections } from './sections.ts';

/** What is told of a document as it comes in. Names are without the prefix of their namespace, which each writer chooses. */
export interface TagReader {
  /** The attributes are of this element while it is told. */
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  /** A piece of text as it is meant; what stands in one element may come in several. */
  text(piece: string): void;
}

/** No table is so deep. */
const deepest = 64;
/** `&#x10FFFF;`, and some noughts. */
const longestReference = 16;
const broken = () => badFile('Tệp bị hỏng');

/**
 * Reads XML piece by piece. A document that ends in the middle, or ends an element that is not the last that began, is refused, and so
 * is one that declares anything: an entity of its own could be made to burst.
 */
export class XmlReader {
  readonly #told: TagReader;
  readonly #tokenizer: Tokenizer;
  readonly #sections = new Sections();
  readonly #attributes = new Attributes();
  /** Names of the elements that are open, as they are written. */
  readonly #open: string[] = [];
  /** What may be the beginning of a reference, whose end is still to come. */
  #cut = '';
  #isWhole = false;

  constructor(told: TagReader) {
    this.#told = told;
    // Entities are left to us: texts and values are passed over much faster.
    this.#tokenizer = new Tokenizer(
      { xmlMode: true, decodeEntities: false },
      {
        onopentagname: (start, end) => this.#begin(this.#sections.take(start, end)),
        onattribname: (start, end) => this.#attributes.name(this.#sections.take(start, end)),
        onattribdata: (start, end) => this.#attributes.value(this.#sections.take(start, end)),
        onattribend: () => this.#attributes.end(),
        onopentagend: () => this.#tell(),
        onselfclosingtag: () => {
          this.#tell();
          this.#end();
        },
        onclosetag: (start, end) => {
          if (this.#sections.take(start, end) !== this.#open.at(-1)) throw broken();
          this.#end();
        },
        ontext: (start, end) => this.#text(this.#sections.take(start, end)),
        oncdata: (start, end, over) => {
          this.#endText();
          if (this.#open.length > 0) this.#told.text(this.#sections.take(start, end - over));
        },
        oncomment: () => this.#endText(),
        onprocessinginstruction: () => this.#endText(),
        ondeclaration() {
          throw badFile('Tệp không an toàn nên không được nhận');
        },
        // References are not asked for.
        onattribentity: () => undefined,
        ontextentity: () => undefined,
        onend: () => undefined,
      },
    );
  }

  write(piece: string): void {
    this.#sections.add(piece);
    this.#tokenizer.write(piece);
  }

  end(): void {
    this.#tokenizer.end();
    if (!this.#isWhole || this.#open.length > 0) throw broken();
  }

  #begin(name: string): void {
    this.#endText();
    if (this.#open.length >= deepest) throw broken();
    this.#open.push(name);
    this.#attributes.clear();
  }

  #tell(): void {
    this.#told.open(localName(this.#open.at(-1) ?? ''), this.#attributes);
  }

  #end(): void {
    this.#endText();
    this.#told.close(localName(this.#open.pop() ?? ''));
    this.#isWhole = true;
  }

  #text(piece: string): void {
    const text = this.#cut === '' ? piece : this.#cut + piece;
    this.#cut = '';
    if (this.#open.length === 0) return;
    const last = text.lastIndexOf('&');
    const isCut = last !== -1 && text.length - last < longestReference && !text.includes(';', last);
    if (isCut) this.#cut = text.slice(last);
    this.#told.text(decodeXML(isCut ? text.slice(0, last) : text));
  }

  /** What was no reference after all. */
  #endText(): void {
    if (this.#cut === '') return;
    const text = this.#cut;
    this.#cut = '';
    this.#told.text(text);
  }
}

/** Reads a document from beginning to end. */
export async function readXml(text: AsyncIterable<string>, told: TagReader): Promise<void> {
  const reader = new XmlReader(told);
  for await (const piece of text) reader.write(piece);
  reader.end();
}

const localName = (name: string) => {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
};
