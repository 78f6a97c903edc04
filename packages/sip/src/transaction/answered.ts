import type { Flow } from '../transport/flow.ts';
import type { Wires } from './wires.ts';

/** What was answered by UDP, for whoever did not hear it. */
export interface Answer {
  readonly flow: Flow;
  readonly bytes: Uint8Array;
  /** What its copies that came by other paths would be known by (RFC 3261 §8.2.2.2). */
  readonly merge: string | undefined;
}

/** What is forgotten within so many milliseconds is forgotten together. */
const gatherMs = 200;

/** Of a crowd that is too large this part is forgotten early, the oldest. */
const tooMany = 1 / 8;

/**
 * Non-INVITE transactions in the state `completed` (§17.2.2): an answer that its request gets again until timer J has run out. At any
 * time they are nearly all the transactions that there are, a hundred thousand in a storm of REGISTER, so one of them is its
 * answer and nothing else: all live equally long, and one timer waits for the oldest. Where there are too many, those go that were
 * answered longest ago and were hardly heard by nobody: better than to refuse whoever asks now.
 */
export class Answered {
  readonly #wires: Wires;
  readonly #most: number;
  /** In the order of time. */
  readonly #answers = new Map<string, Answer & { readonly until: number }>();
  readonly #merges = new Set<string>();
  #isWaiting = false;

  constructor(wires: Wires, most: number) {
    this.#wires = wires;
    this.#most = most;
  }

  get count(): number {
    return this.#answers.size;
  }

  keep(key: string, { flow, bytes, merge }: Answer): void {
    if (this.#answers.size >= this.#most) this.#makeRoom();
    const lastsMs = 64 * this.#wires.timers.t1;
    this.#answers.set(key, { flow, bytes, merge, until: this.#wires.now() + lastsMs });
    if (merge !== undefined) this.#merges.add(merge);
    if (!this.#isWaiting) this.#wait(lastsMs);
  }

  /** Says again what was answered to this request; false where nothing was. */
  repeat(key: string): boolean {
    const known = this.#answers.get(key);
    if (known !== undefined) this.#wires.send(known.flow, known.bytes);
    return known !== undefined;
  }

  /** Was a copy of this request answered? */
  hasMerged(merge: string): boolean {
    return this.#merges.has(merge);
  }

  #wait(ms: number): void {
    this.#isWaiting = true;
    this.#wires.after(ms, () => this.#forget());
  }

  #forget(): void {
    this.#isWaiting = false;
    const now = this.#wires.now();
    for (const [key, { until, merge }] of this.#answers) {
      if (until > now) return this.#wait(Math.max(until - now, gatherMs));
      this.#delete(key, merge);
    }
  }

  #makeRoom(): void {
    let left = Math.ceil(this.#most * tooMany);
    for (const [key, { merge }] of this.#answers) {
      this.#delete(key, merge);
      left -= 1;
      if (left === 0) return;
    }
  }

  #delete(key: string, merge: string | undefined): void {
    this.#answers.delete(key);
    if (merge !== undefined) this.#merges.delete(merge);
  }
}
