import type { Flow } from '../transport/flow.ts';
import { Kept } from './kept.ts';
import type { Wires } from './wires.ts';

/** What was answered, for whoever did not hear it. */
interface Answer {
  /** Of the transaction: what came with another one is a copy by another path (RFC 3261 §8.2.2.2). */
  readonly key: string;
  readonly flowId: string;
  /** The bytes as characters; empty where who asked has acknowledged it. */
  readonly text: string;
  readonly until: number;
}

/** Of a crowd that is too large this part is forgotten early, the oldest. */
const tooMany = 1 / 8;

/**
 * Non-INVITE transactions in the state `completed` (§17.2.2): an answer that its request gets again until timer J has run out; and
 * INVITEs whose 2xx was acknowledged, whose copies get nothing until timer L has (RFC 6026 §7.1). A hundred thousand in a storm of
 * REGISTER: one of them is three short texts and nothing else. Where there are too many, those go that were
 * answered longest ago and were hardly heard by nobody: better than to refuse whoever asks now.
 */
export class Answered {
  readonly #wires: Wires;
  readonly #most: number;
  /** By what all copies of a request have in common. */
  readonly #answers: Kept<string, Answer>;

  constructor(wires: Wires, most: number) {
    this.#wires = wires;
    this.#most = most;
    this.#answers = new Kept(wires);
  }

  get count(): number {
    return this.#answers.size;
  }

  keep(request: string, key: string, flow: Flow, answer: Uint8Array): void {
    if (this.#answers.size >= this.#most) this.#answers.makeRoom(Math.ceil(this.#most * tooMany));
    const { buffer, byteOffset, byteLength } = answer;
    const text = Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
    this.#answers.add(request, { key, flowId: flow.id, text, until: this.#answers.until() });
  }

  /** Was this request answered, or a copy of it? */
  has(request: string): boolean {
    return this.#answers.get(request) !== undefined;
  }

  /** Says again what was answered, where this is the same transaction; to nowhere else than the first time. */
  repeat(request: string, key: string, flow: Flow): boolean {
    const known = this.#answers.get(request);
    if (known?.key !== key) return false;
    if (known.text !== '' && known.flowId === flow.id) this.#wires.send(flow, Buffer.from(known.text, 'latin1'));
    return true;
  }
}
