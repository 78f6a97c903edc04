import type { Tone } from '../events.ts';
import type { AdapterListener, MakeAdapter, PhoneAdapter } from '../port.ts';
import type { Party } from '../state.ts';

/**
 * How a telephone stands, in the words of the specification (§4, mode 3), and while it rings for somebody; null where nothing goes
 * on there. `call` is the agent's name of what it tells, the same for as long as it is the same; of what is `initiated`, where it
 * was dialled there and not here. `made`: it was dialled there.
 */
export type CtiStanding =
  | { readonly state: 'initiated'; readonly party: Party; readonly call?: string }
  | { readonly state: 'fail'; readonly party: Party }
  | { readonly state: 'ringing'; readonly party: Party; readonly call: string }
  | { readonly state: 'connected' | 'hold'; readonly party: Party; readonly call: string; readonly made?: boolean }
  | null;

/**
 * A telephone that is no browser: it stands on a desk or is carried about. Whoever can speak to it is an agent: the
 * switchboard, or a vendor's script.
 */
export interface CtiAgent {
  /** Tells how it stands, now and after each change, until what is answered is called. */
  watch(tell: (standing: CtiStanding) => void): () => void;
  call(target: string): void;
  hangUp(): void;
  /** Does not take what rings. */
  decline(): void;
  hold(on: boolean): void;
  key(tone: Tone): void;
}

/** Voice mode 3: nothing is registered and no sound goes through the page, which follows what the agent tells. */
export const makeCtiAdapter =
  (agent: CtiAgent, newId: () => string): MakeAdapter =>
  (listener) =>
    Promise.resolve(new CtiAdapter(agent, newId, listener));

interface Followed {
  readonly id: string;
  /** The agent's name of it; null while it has told none of a call that was dialled here. */
  readonly named: string | null;
  readonly state: 'initiated' | 'ringing' | 'connected' | 'hold';
}

class CtiAdapter implements PhoneAdapter {
  readonly #agent: CtiAgent;
  readonly #newId: () => string;
  readonly #listener: AdapterListener;
  #unwatch: (() => void) | null = null;
  #call: Followed | null = null;

  constructor(agent: CtiAgent, newId: () => string, listener: AdapterListener) {
    this.#agent = agent;
    this.#newId = newId;
    this.#listener = listener;
  }

  connect(): void {
    this.#listener.onEvent({ type: 'registered' });
    if (this.#unwatch !== null) return;
    this.#call = null;
    this.#unwatch = this.#agent.watch((standing) => this.#take(standing));
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
    this.#call = { id, named: null, state: 'initiated' };
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

  /** It is answered where it rings. */
  answer(): void {}

  /** Whoever only goes offline in this page, or signs out of it, still sits before the telephone, which rings on. */
  reject(_id: string, why: 'busy' | 'declined' | 'offline'): void {
    if (why === 'declined') this.#agent.decline();
  }

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

  /** Whether it is registered the telephone says itself. */
  setRelays(): void {}

  async tryOffer(): Promise<null> {
    return null;
  }

  canBeHeard(): void {}

  stats(): Promise<null> {
    return Promise.resolve(null);
  }

  #take(standing: CtiStanding): void {
    if (standing === null) return this.#over('ended');
    if (standing.state === 'fail') return this.#over('failed');
    if (standing.state === 'initiated') {
      if (standing.call !== undefined) this.#dialledThere(standing.party, standing.call);
      // The telephone itself plays what the far end sends.
      if (this.#call?.state === 'initiated') {
        this.#listener.onEvent({ type: 'progress', id: this.#call.id, earlyMedia: true });
      }
      return;
    }
    const { state, party, call } = standing;
    this.#leaveOther(call);
    if (state !== 'ringing' && standing.made === true) this.#dialledThere(party, call);
    const { id, state: before } = this.#call ?? this.#begunElsewhere(party, call, state === 'ringing');
    if (this.#call?.named === null) this.#listener.onEvent({ type: 'named', id, conversation: call });
    this.#call = { id, named: call, state };
    if (state === 'ringing') return;
    const { onEvent } = this.#listener;
    if (before === 'initiated' || before === 'ringing') {
      onEvent({ type: 'accepted', id });
      onEvent({ type: 'confirmed', id });
    }
    if ((before === 'hold') !== (state === 'hold')) onEvent({ type: 'held', id, by: 'us', on: state === 'hold' });
  }

  /** They have taken up another one there: with whom they talk, and whose card is open, is another too. */
  #leaveOther(call: string): void {
    if (this.#call !== null && (this.#call.named ?? call) !== call) this.#over('ended');
  }

  /** What is followed already goes on as it is. */
  #dialledThere(party: Party, conversation: string): void {
    this.#leaveOther(conversation);
    if (this.#call !== null) return;
    const id = this.#newId();
    this.#call = { id, named: conversation, state: 'initiated' };
    this.#listener.onEvent({ type: 'dialled-there', id, party, conversation });
  }

  #over(type: 'ended' | 'failed'): void {
    const id = this.#call?.id;
    this.#call = null;
    if (id === undefined) return;
    this.#listener.onEvent({ type, id, cause: type === 'ended' ? 'normal' : 'failed' });
  }

  /** It rings there, or they picked up on the telephone itself. */
  #begunElsewhere(party: Party, conversation: string, ringsThere: boolean): Pick<Followed, 'id' | 'state'> {
    const id = this.#newId();
    this.#listener.onEvent({ type: 'incoming', id, party, conversation, ringsThere });
    return { id, state: 'initiated' };
  }
}
