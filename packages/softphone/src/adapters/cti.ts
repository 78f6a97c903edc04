import type { Tone } from '../events.ts';
import type { AdapterListener, MakeAdapter, PhoneAdapter } from '../port.ts';
import type { Party } from '../state.ts';

/** How the one call of a telephone stands, in the words of the specification (§4, mode 3); null where it has none. */
export type CtiStanding = {
  readonly state: 'initiated' | 'connected' | 'hold' | 'fail';
  readonly party: Party;
} | null;

/**
 * A telephone that is no browser: it stands on a desk or is carried about. Whoever can speak to it is an agent: the
 * switchboard, or a vendor's script.
 */
export interface CtiAgent {
  /** Tells how it stands, now and after each change, until what is answered is called. */
  watch(tell: (standing: CtiStanding) => void): () => void;
  call(target: string): void;
  hangUp(): void;
  hold(on: boolean): void;
  key(tone: Tone): void;
}

/** Voice mode 3: nothing is registered and no sound goes through the page, which follows what the agent tells. */
export const makeCtiAdapter =
  (agent: CtiAgent, newId: () => string): MakeAdapter =>
  (listener) =>
    Promise.resolve(new CtiAdapter(agent, newId, listener));

class CtiAdapter implements PhoneAdapter {
  readonly #agent: CtiAgent;
  readonly #newId: () => string;
  readonly #listener: AdapterListener;
  #unwatch: (() => void) | null = null;
  #call: { readonly id: string; state: 'initiated' | 'connected' | 'hold' } | null = null;

  constructor(agent: CtiAgent, newId: () => string, listener: AdapterListener) {
    this.#agent = agent;
    this.#newId = newId;
    this.#listener = listener;
  }

  connect(): void {
    this.#listener.onEvent({ type: 'registered' });
    this.#unwatch ??= this.#agent.watch((standing) => this.#take(standing));
  }

  /** Its registration is the telephone's own. */
  unregister(): void {}

  stop(): void {
    this.#unwatch?.();
    this.#unwatch = null;
    this.#call = null;
  }

  wake(): void {}

  dial(id: string, target: string): void {
    this.#call = { id, state: 'initiated' };
    this.#listener.onEvent({ type: 'out', id });
    this.#agent.call(target);
  }

  /** A conversation on another telephone does not live by this page: the agent tells of it again. */
  takeUp(id: string): void {
    this.#listener.onEvent({ type: 'failed', id, cause: 'normal' });
  }

  replacesOf(): null {
    return null;
  }

  /** It is answered, or not, where it rings. */
  answer(): void {}

  reject(): void {}

  hangUp(): void {
    this.#agent.hangUp();
  }

  hold(): void {
    this.#agent.hold(true);
  }

  resume(): void {
    this.#agent.hold(false);
  }

  /** The microphone is the telephone's. */
  mute(): void {}

  sendDtmf(_id: string, tone: Tone): void {
    this.#agent.key(tone);
  }

  setMicrophone(): Promise<void> {
    return Promise.resolve();
  }

  stats(): Promise<null> {
    return Promise.resolve(null);
  }

  #take(standing: CtiStanding): void {
    const { onEvent } = this.#listener;
    if (standing === null || standing.state === 'fail') {
      const id = this.#call?.id;
      this.#call = null;
      if (id === undefined) return;
      onEvent(standing === null ? { type: 'ended', id, cause: 'normal' } : { type: 'failed', id, cause: 'failed' });
      return;
    }
    const { state, party } = standing;
    if (state === 'initiated') {
      // The telephone itself plays what the far end sends.
      if (this.#call !== null) onEvent({ type: 'progress', id: this.#call.id, earlyMedia: true });
      return;
    }
    const call = this.#call ?? this.#begunElsewhere(party);
    const { id, state: before } = call;
    call.state = state;
    if (before === 'initiated') {
      onEvent({ type: 'accepted', id });
      onEvent({ type: 'confirmed', id });
    }
    if ((before === 'hold') !== (state === 'hold')) onEvent({ type: 'held', id, by: 'us', on: state === 'hold' });
  }

  /** They picked up, or dialled, on the telephone itself. */
  #begunElsewhere(party: Party) {
    const call = { id: this.#newId(), state: 'initiated' as const };
    this.#listener.onEvent({ type: 'incoming', id: call.id, party });
    this.#call = call;
    return this.#call;
  }
}
