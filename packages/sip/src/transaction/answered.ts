import type { Flow } from '../transport/flow.ts';
import { AnswerLog } from './answer-log.ts';
import { ExpiringStates } from './expiring-states.ts';
import type { Wires } from './wires.ts';

/** Of a crowd that is too large this part is forgotten early, the oldest. */
const tooMany = 1 / 8;

/**
 * Non-INVITE transactions in the state `completed` (§17.2.2): an answer that its request gets again until timer J has run out; and
 * INVITEs whose 2xx was acknowledged, whose copies get nothing until timer L has (RFC 6026 §7.1). A hundred thousand in a storm of
 * REGISTER: one of them is a text by which it is found and a place in a log. Where there are too many, those go that were
 * answered longest ago and were hardly heard by nobody: better than to refuse whoever asks now.
 */
export class Answered {
  readonly #wires: Wires;
  readonly #most: number;
  readonly #log = new AnswerLog();
  /** By what all copies of a request have in common. */
  readonly #places: ExpiringStates<string, number>;

  constructor(wires: Wires, most: number) {
    this.#wires = wires;
    this.#most = most;
    this.#places = new ExpiringStates(
      wires,
      (place) => this.#log.untilOf(place),
      (_request, place) => this.#log.remove(place),
    );
  }

  get count(): number {
    return this.#places.size;
  }

  /** `request` is kept, and a text of its own, as all keys are: it holds on to no message. */
  keep(request: string, key: string, flow: Flow, answer: Uint8Array): void {
    if (this.#places.size >= this.#most) this.#places.makeRoom(Math.ceil(this.#most * tooMany));
    const place = this.#log.add({ key, flowId: flow.id, bytes: answer, until: this.#places.until() });
    this.#places.add(request, place);
  }

  /**
   * Says again what was answered where this is the same transaction, to nowhere else than the first time. `copy` is the same request
   * by another path: somebody before us forked it to us twice (§8.2.2.2).
   */
  repeat(request: string, key: string, flow: Flow): 'unknown' | 'repeated' | 'copy' {
    const place = this.#places.get(request);
    if (place === undefined) return 'unknown';
    const known = this.#log.at(place);
    if (known.key !== key) return 'copy';
    if (known.bytes.length > 0 && known.flowId === flow.id) this.#wires.send(flow, known.bytes);
    return 'repeated';
  }
}
