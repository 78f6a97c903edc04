import { decodeXML } from 'entities';

/** What a tag says of its element. One for all tags of a document, so that those that nobody asks for cost little. */
export class Attributes {
  readonly #names: string[] = [];
  readonly #values: string[] = [];
  #count = 0;

  clear(): void {
    this.#count = 0;
  }

  name(name: string): void {
    this.#names[this.#count] = name;
    this.#values[this.#count] = '';
  }

  /** A piece of the value of the last name, as it is written. */
  value(piece: string): void {
    const before = this.#values[this.#count] ?? '';
    this.#values[this.#count] = before === '' ? piece : before + piece;
  }

  end(): void {
    this.#count += 1;
  }

  /** The value of an attribute as it is meant, whatever the prefix of its name; of two, the first without one. */
  get(name: string): string | undefined {
    let prefixed = -1;
    for (let at = 0; at < this.#count; at += 1) {
      const written = this.#names[at] ?? '';
      if (written === name) return this.#meant(at);
      if (prefixed === -1 && written.length > name.length && isPrefixed(written, name)) prefixed = at;
    }
    return prefixed === -1 ? undefined : this.#meant(prefixed);
  }

  #meant(at: number): string {
    const value = this.#values[at] ?? '';
    return value.includes('&') ? decodeXML(value) : value;
  }
}

const isPrefixed = (written: string, name: string) =>
  written.endsWith(name) && written.indexOf(':') === written.length - name.length - 1;
