import { randomInt } from 'node:crypto';
import {
  acknowledgedNumber,
  DEFAULT_TIMERS,
  type IncomingRequest,
  optionTags,
  type Request,
  type ResponseParts,
  reliably,
  type SipEndpoint,
} from '@alo/sip';

export interface ProvisionalsParts {
  readonly endpoint: SipEndpoint;
  readonly incoming: IncomingRequest;
  /** It was said again and again, and never acknowledged. */
  readonly onUnheard: () => void;
}

/**
 * What a caller is told before the final answer. One who requires it (RFC 3262) is told each thing until its PRACK is
 * there, then the next; the answer waits for them.
 */
export class Provisionals {
  /** Whether the caller wants them acknowledged. */
  readonly areReliable: boolean;
  readonly #parts: ProvisionalsParts;
  #number = randomInt(1, 2 ** 31 - 1000);
  /** In their order; the first is being told. */
  #waiting: readonly ResponseParts[] = [];
  /** What comes after them. */
  #last: (() => void) | undefined;
  #isOver = false;

  constructor(parts: ProvisionalsParts) {
    this.#parts = parts;
    this.areReliable = optionTags(parts.incoming.request, 'require').includes(reliably);
  }

  tell(response: ResponseParts): void {
    if (!this.areReliable) return void this.#parts.incoming.respond(response);
    this.#waiting = [...this.#waiting, response];
    if (this.#waiting.length === 1) this.#tellNext();
  }

  /** Does what comes next, once all of them are acknowledged. */
  then(act: () => void): void {
    if (this.#waiting.length === 0) act();
    else this.#last = act;
  }

  /** Is it the PRACK of what is being told? */
  expects(prack: Request): boolean {
    const number = acknowledgedNumber(prack, this.#parts.incoming.request);
    return number !== undefined && number === this.#number && this.#waiting.length > 0;
  }

  /** What is being told was heard: the next follows. */
  acknowledged(): void {
    this.#waiting = this.#waiting.slice(1);
    if (this.#waiting.length > 0) this.#tellNext();
    else this.#last?.();
  }

  /** The call was answered otherwise. */
  stop(): void {
    this.#isOver = true;
    this.#waiting = [];
  }

  #tellNext(): void {
    this.#number += 1;
    this.#repeat(this.#number, DEFAULT_TIMERS.t1);
  }

  /** After twice as long each time, for 64 times the first (§3). */
  #repeat(number: number, gapMs: number): void {
    const [response] = this.#waiting;
    if (this.#isOver || response === undefined || number !== this.#number) return;
    const headers = [
      ...(response.headers ?? []),
      { name: 'require', value: reliably },
      { name: 'rseq', value: String(number) },
    ];
    const { endpoint, incoming, onUnheard } = this.#parts;
    if (gapMs > 64 * DEFAULT_TIMERS.t1) return onUnheard();
    incoming.respond({ ...response, headers });
    endpoint.after(gapMs, () => this.#repeat(number, 2 * gapMs));
  }
}
