/** A moment at which something is to be done, until it is cancelled. */
export interface Timer {
  readonly at: number;
  fire: (() => void) | undefined;
}

/**
 * Timers in a binary heap. A cancelled timer stays until its time or until half the heap is dead, so that cancelling
 * costs nothing and memory stays in proportion to what is alive.
 */
export class TimerQueue {
  readonly #heap: Timer[] = [];
  #dead = 0;

  add(at: number, fire: () => void): Timer {
    const timer: Timer = { at, fire };
    this.#heap.push(timer);
    this.#up(this.#heap.length - 1);
    return timer;
  }

  cancel(timer: Timer | undefined): void {
    if (!timer?.fire) return;
    timer.fire = undefined;
    this.#dead++;
    if (this.#dead > 64 && this.#dead * 2 > this.#heap.length) this.#sweep();
  }

  nextAt(): number | undefined {
    while (this.#heap[0] && !this.#heap[0].fire) {
      this.#pop();
      this.#dead--;
    }
    return this.#heap[0]?.at;
  }

  /** Fires what is due, in order of time. What a timer starts meanwhile fires too, if it is due. */
  advance(now: number): void {
    for (let at = this.nextAt(); at !== undefined && at <= now; at = this.nextAt()) {
      const timer = this.#pop();
      const fire = timer?.fire;
      if (timer) timer.fire = undefined;
      fire?.();
    }
  }

  get size(): number {
    return this.#heap.length - this.#dead;
  }

  #sweep(): void {
    const alive = this.#heap.filter((timer) => timer.fire);
    this.#heap.length = 0;
    this.#dead = 0;
    // A sorted array is a heap.
    this.#heap.push(...alive.sort((a, b) => a.at - b.at));
  }

  #pop(): Timer | undefined {
    const top = this.#heap[0];
    const last = this.#heap.pop();
    if (last && this.#heap.length > 0) {
      this.#heap[0] = last;
      this.#down();
    }
    return top;
  }

  #up(from: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#swapIfEarlier(at, parent)) return;
      at = parent;
    }
  }

  #down(): void {
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const right = left + 1;
      const earlier = this.#at(right) < this.#at(left) ? right : left;
      if (earlier >= this.#heap.length || !this.#swapIfEarlier(earlier, at)) return;
      at = earlier;
    }
  }

  #at(index: number): number {
    return this.#heap[index]?.at ?? Number.POSITIVE_INFINITY;
  }

  #swapIfEarlier(child: number, parent: number): boolean {
    const a = this.#heap[child];
    const b = this.#heap[parent];
    if (!a || !b || a.at >= b.at) return false;
    this.#heap[child] = b;
    this.#heap[parent] = a;
    return true;
  }
}
