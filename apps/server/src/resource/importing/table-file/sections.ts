/** Parts of a text that comes in pieces, by their places in all of it; what stands before a part that was taken is let go. */
export class Sections {
  #pieces: string[] = [];
  /** The place where the first of them begins. */
  #from = 0;

  add(piece: string): void {
    this.#pieces.push(piece);
  }

  /** From one place up to another; the next begins no earlier. */
  take(start: number, end: number): string {
    let first = this.#pieces[0] ?? '';
    while (start - this.#from >= first.length && this.#pieces.length > 1) {
      this.#from += first.length;
      this.#pieces.shift();
      first = this.#pieces[0] ?? '';
    }
    if (end - this.#from > first.length) {
      first = this.#pieces.join('').slice(start - this.#from);
      this.#pieces = [first];
      this.#from = start;
    }
    return first.slice(start - this.#from, end - this.#from);
  }
}
