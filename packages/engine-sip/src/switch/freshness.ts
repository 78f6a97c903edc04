import {
  answerSessionTimer,
  type Header,
  lengthened,
  type Request,
  type Response,
  refreshAfterMs,
  refreshHeaders,
  type SessionTimer,
  timerOfAnswer,
} from '@alo/sip';

export interface FreshnessParts {
  /** Calls `fire` once after so long; what comes back calls it off. */
  readonly after: (ms: number, fire: () => void) => () => void;
  /** Sends a refresh with these headers; its final response, none where nothing came or it cannot be now. */
  readonly refresh: (headers: readonly Header[]) => Promise<Response | undefined>;
  readonly afterGlareMs: () => number;
}

/** When a refresh that failed is tried again, until the party gives the session up. */
const againMs = 5_000;

/** Keeps a session fresh where that is ours to do (RFC 4028 §10); where it is the party's, it does so or hangs up. */
export class Freshness {
  readonly #parts: FreshnessParts;
  #timer: SessionTimer | undefined;
  #callOff: () => void = () => {};
  #isOver = false;

  constructor(parts: FreshnessParts) {
    this.#parts = parts;
  }

  /** What a request that we take, or a 2xx to one of ours, makes of the session. */
  keep(message: Request | Response): void {
    if (this.#isOver) return;
    this.#timer = timerIn(message);
    this.#callOff();
    if (this.#timer !== undefined) this.#refreshIn(refreshAfterMs(this.#timer));
  }

  /** The session is over, and is not kept until it would have been refreshed. */
  close(): void {
    this.#isOver = true;
    this.#timer = undefined;
    this.#callOff();
  }

  #refreshIn(ms: number): void {
    this.#callOff();
    const timer = this.#timer;
    if (timer?.refresher !== 'us') return;
    this.#callOff = this.#parts.after(ms, () => void this.#refresh(timer).catch(() => this.#refreshIn(againMs)));
  }

  async #refresh(timer: SessionTimer): Promise<void> {
    const response = await this.#parts.refresh(refreshHeaders(timer));
    if (timer !== this.#timer) return;
    if (response !== undefined && response.status < 300) return this.keep(response);
    if (response?.status === 422) this.#timer = lengthened(timer, response);
    this.#refreshIn(response?.status === 491 ? this.#parts.afterGlareMs() : response?.status === 422 ? 0 : againMs);
  }
}

function timerIn(message: Request | Response): SessionTimer | undefined {
  if (message.kind === 'response') return timerOfAnswer(message);
  const answer = answerSessionTimer(message);
  return answer.kind === 'agreed' ? answer.timer : undefined;
}
