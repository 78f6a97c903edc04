import type { IncomingRequest } from '@alo/sip';
import type { MediaLeg, MediaPlane } from '../media/index.ts';
import { refusalOfSdp, sdpOf } from './sdp-body.ts';
import { sdpAnswer } from './session-words.ts';

/** So long the browser's connection may take, and stands. */
const trialMs = 15_000;
/** Of all browsers together: when they all come back at once, most of them ask again later. */
const mostAtOnce = 20;

export interface AudioTrialsParts {
  readonly media: Pick<MediaPlane, 'webRtcLeg'>;
  readonly contactFor: (incoming: IncomingRequest) => string;
}

/**
 * A browser that has registered asks by OPTIONS, with an offer, whether audio finds a way through its network. The offer is answered like
 * that of a call (RFC 3261 §11.2 lets the answer have an SDP), by a leg that is in no call, hears nobody and ends by itself.
 */
export class AudioTrials {
  readonly #parts: AudioTrialsParts;
  /** By the flow: a browser tries once at a time. */
  readonly #running = new Map<string, { readonly leg: MediaLeg; readonly end: NodeJS.Timeout }>();

  constructor(parts: AudioTrialsParts) {
    this.#parts = parts;
  }

  /** Answers an OPTIONS with an offer, of a browser that is registered. Never rejects. */
  async answer(incoming: IncomingRequest): Promise<void> {
    const { id } = incoming.flow;
    this.#end(id);
    if (this.#running.size >= mostAtOnce) {
      return void incoming.respond({ status: 503, headers: [{ name: 'retry-after', value: '30' }] });
    }
    const leg = this.#parts.media.webRtcLeg();
    this.#running.set(id, { leg, end: setTimeout(() => this.#end(id), trialMs).unref() });
    try {
      const answer = await leg.answer(sdpOf(incoming.request));
      incoming.respond(sdpAnswer(incoming.request, this.#parts.contactFor(incoming), answer));
    } catch (error) {
      this.#end(id);
      incoming.respond(refusalOfSdp(error));
    }
  }

  close(): void {
    for (const id of Array.from(this.#running.keys())) this.#end(id);
  }

  #end(id: string): void {
    const trial = this.#running.get(id);
    if (trial === undefined) return;
    clearTimeout(trial.end);
    trial.leg.close();
    this.#running.delete(id);
  }
}
