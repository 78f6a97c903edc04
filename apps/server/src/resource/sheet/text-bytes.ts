/** Beyond it a text is turned into bytes: a long one that was put together of many is slow to be read through. */
const longest = 8_192;

/** Bytes of a text that comes in small parts, in UTF-8. */
export class TextBytes {
  #bytes = Buffer.allocUnsafe(256 * 1024);
  #length = 0;
  #text = '';

  add(text: string): void {
    this.#text += text;
    if (this.#text.length > longest) this.#write();
  }

  /** What was added since it was asked the last time. */
  take(): Buffer {
    this.#write();
    const taken = Buffer.from(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return taken;
  }

  #write(): void {
    // A character is three bytes at most for each unit of sixteen bits.
    const needed = this.#length + 3 * this.#text.length;
    if (needed > this.#bytes.length) {
      const wider = Buffer.allocUnsafe(2 * needed);
      this.#bytes.copy(wider, 0, 0, this.#length);
      this.#bytes = wider;
    }
    this.#length += this.#bytes.write(this.#text, this.#length);
    this.#text = '';
  }
}
