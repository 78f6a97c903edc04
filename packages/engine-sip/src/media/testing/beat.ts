import { FRAME_MS } from '@alo/engine-host/audio';
import { vi } from 'vitest';
import { type AudioFormats, LAST_RESORTS } from '../audio-formats.ts';
import { AudioLeg } from '../audio-leg.ts';
import { PromptStore } from '../prompt-store.ts';
import type { Ticker, TickListener } from '../ticker.ts';
import { amplitudeOf } from './amplitude.ts';
import { TestVoice } from './voice.ts';

const plainFormats: AudioFormats = { codec: 'pcma', payloadType: 8, eventType: 101, packetMs: undefined };
/** Those that a browser has which speaks Opus. */
export const opusFormats: AudioFormats = {
  codec: 'opus',
  payloadType: 111,
  eventType: 110,
  eventClock: 48_000,
  packetMs: undefined,
};

/** A clock that beats when a test says so: what is heard does not depend on how busy the machine is. */
export class Beat {
  readonly #listeners = new Set<TickListener>();
  readonly parties: TestParty[] = [];
  readonly ticker: Pick<Ticker, 'add' | 'remove'> = {
    add: (listener) => void this.#listeners.add(listener),
    remove: (listener) => void this.#listeners.delete(listener),
  };

  constructor() {
    vi.useFakeTimers({ toFake: ['performance'] });
  }

  [Symbol.dispose](): void {
    vi.useRealTimers();
  }

  party(hertz: number, amplitude?: number, formats: AudioFormats = plainFormats): TestParty {
    const party = new TestParty(this.ticker, hertz, amplitude, formats);
    this.parties.push(party);
    return party;
  }

  /** Everybody speaks for so long. */
  pass(ms: number): void {
    for (let passed = 0; passed < ms; passed += FRAME_MS) {
      vi.advanceTimersByTime(FRAME_MS);
      for (const party of this.parties) party.speak();
      for (const listener of Array.from(this.#listeners)) listener(performance.now());
    }
  }
}

/** A party with a tone of its own, on a leg without a network. */
export class TestParty extends AudioLeg {
  readonly hertz: number;
  readonly far: TestVoice;
  readonly #amplitude: number | undefined;

  constructor(
    ticker: Pick<Ticker, 'add' | 'remove'>,
    hertz: number,
    amplitude: number | undefined,
    formats: AudioFormats,
  ) {
    super({
      ticker,
      prompts: new PromptStore('/nowhere'),
      log: { warn() {} },
      lastResorts: LAST_RESORTS,
      onClosed() {},
    });
    this.hertz = hertz;
    this.#amplitude = amplitude;
    this.far = new TestVoice(formats.codec === 'opus' ? 'opus' : 'pcma', (packet) => {
      const heard = this.read(packet);
      if (heard) this.received(heard, performance.now());
    });
    this.agreed(formats, 'sendrecv');
    this.opened();
  }

  speak(): void {
    this.far.frame(this.hertz, this.#amplitude);
  }

  /** How much of another's tone was heard in the last `ms`. */
  level(other: TestParty, ms = 200): number {
    return amplitudeOf(this.far.audio(ms), other.hertz);
  }

  /** The longest time in which nothing of another's tone was heard, since what was heard was forgotten. */
  longestGapMs(other: TestParty): number {
    let [longest, now] = [0, 0];
    for (let frame = 0; frame < this.far.heard.length; frame++) {
      const isHeard = amplitudeOf(this.far.frameAt(frame), other.hertz) > 2_000;
      now = isHeard ? 0 : now + FRAME_MS;
      longest = Math.max(longest, now);
    }
    return longest;
  }

  answer = () => Promise.resolve('');
  offer = () => Promise.resolve('');
  acceptAnswer = () => Promise.resolve();
  renegotiate = () => Promise.resolve('');
  restart = () => Promise.resolve('');
  protected transmit(packet: Buffer): void {
    this.far.take(packet);
  }
  protected transmitReport(): void {}
  protected closeTransport(): void {}
}
