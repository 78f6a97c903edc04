import type { Digit } from '@alo/call-core';
import { FRAME_MS, FRAME_SAMPLES, SAMPLE_RATE } from '@alo/engine-host/audio';
import type { Clock } from './codec.ts';
import { type RtpPacket, timestampAhead } from './rtp-packet.ts';

const EVENTS: readonly Digit[] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '#', 'A', 'B', 'C', 'D'];

/** The longest event of one timestamp; a longer press goes on in a new segment (RFC 4733 §2.5.1.3). */
const LONGEST_SAMPLES = 0xffff;
/** An event that comes this late after a newer one is a late packet, not a press. */
const REMEMBERED = 8;

/** A press that is over, by its packets. */
export interface Press {
  readonly digit: Digit;
  readonly durationMs: number;
}

/** No packet of a press for so many frames: its end was lost. */
const LOST_END_FRAMES = 10;

/** Reads telephone events (RFC 4733): each press once, at its first packet, though packets be lost, doubled or late. */
export class DigitReader {
  readonly #onEnd: (press: Press) => void;
  /** By which the durations count. */
  clock: Clock = SAMPLE_RATE;
  #ssrc: number | undefined;
  #seen: { timestamp: number; event: number }[] = [];
  /** The press that goes on; `before` is how long its segments were until now. */
  #open: { digit: Digit; timestamp: number; samples: number; before: number; frames: number } | undefined;

  /** Each press is also told at its end. */
  constructor(onEnd: (press: Press) => void) {
    this.#onEnd = onEnd;
  }

  /** The key whose press begins with this packet. */
  read(packet: RtpPacket): Digit | undefined {
    if (packet.payload.length < 4) return undefined;
    const began = this.#begin(packet);
    this.#follow(packet);
    return began;
  }

  /** Another frame has passed. */
  tick(): void {
    if (this.#open && ++this.#open.frames > LOST_END_FRAMES) this.#end();
  }

  #begin({ payload, timestamp, ssrc }: RtpPacket): Digit | undefined {
    const event = payload.readUInt8(0);
    if (ssrc !== this.#ssrc) {
      this.#ssrc = ssrc;
      this.#seen = [];
    }
    if (this.#seen.some((press) => press.timestamp === timestamp)) return undefined;
    const last = this.#seen.at(-1);
    if (last && isLate(timestamp, last.timestamp)) return undefined;
    const continues = last?.event === event && timestampAhead(timestamp, last.timestamp) === LONGEST_SAMPLES;
    this.#seen = [...this.#seen.slice(1 - REMEMBERED), { timestamp, event }];
    if (continues && this.#open) {
      const before = this.#open.before + LONGEST_SAMPLES;
      this.#open = { ...this.#open, timestamp, samples: 0, before };
    }
    if (continues) return undefined;
    this.#end();
    const digit = EVENTS[event];
    if (digit !== undefined) this.#open = { digit, timestamp, samples: 0, before: 0, frames: 0 };
    return digit;
  }

  #follow({ payload, timestamp }: RtpPacket): void {
    if (this.#open?.timestamp !== timestamp) return;
    this.#open.samples = Math.max(this.#open.samples, payload.readUInt16BE(2));
    this.#open.frames = 0;
    if (payload.readUInt8(1) & 0x80) this.#end();
  }

  #end(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open) this.#onEnd({ digit: open.digit, durationMs: ((open.before + open.samples) * 1000) / this.clock });
  }
}

/** Before the last press, but not so far before that the sender must have started its clock again. */
function isLate(timestamp: number, last: number): boolean {
  const ahead = timestampAhead(timestamp, last);
  return ahead < 0 && ahead > -10 * LONGEST_SAMPLES;
}

/** One packet of an outgoing press. */
export interface EventStep {
  readonly payload: Buffer;
  /** Of the first packet, which carries the marker: how much of the stream's time the press takes with its pause. */
  readonly takesSamples: number | undefined;
}

/** How long a key is pressed where nobody says, as phones do. */
export const USUAL_PRESS_MS = 100;
/** Shorter ones are missed (ITU-T Q.24: 40 ms must be heard); of longer ones than 8 s a packet cannot tell. */
const [SHORTEST_STEPS, LONGEST_STEPS] = [3, 400];
/** The end is told three times (RFC 4733 §2.5.1.4), then a pause of 60 ms. One step each 20 ms. */
const END_STEPS = 3;
const PAUSE_STEPS = 3;
/** −10 dBm0. */
const VOLUME = 10;

/** How many frames of tone a press has. */
export const toneSteps = (durationMs: number): number =>
  Math.max(SHORTEST_STEPS, Math.min(LONGEST_STEPS, Math.round(durationMs / FRAME_MS)));

/** The steps of one press, of which the packets count by that clock; undefined stands for a frame of pause. */
export function pressSteps({ digit, durationMs }: Press, clock: Clock = SAMPLE_RATE): (EventStep | undefined)[] {
  const event = EVENTS.indexOf(digit);
  const frameTicks = (clock * FRAME_MS) / 1000;
  // Our presses have one segment: by 48 kHz 1.3 s.
  const tone = Math.min(toneSteps(durationMs), Math.floor(LONGEST_SAMPLES / frameTicks));
  const total = tone + END_STEPS + PAUSE_STEPS;
  return Array.from({ length: total }, (_, step) => {
    if (step >= tone + END_STEPS) return undefined;
    const ended = step >= tone;
    const payload = Buffer.from([event, VOLUME | (ended ? 0x80 : 0), 0, 0]);
    payload.writeUInt16BE(Math.min(step + 1, tone) * frameTicks, 2);
    return { payload, takesSamples: step === 0 ? total * FRAME_SAMPLES : undefined };
  });
}

/** The digits in what a person or a script typed; everything else is left out. */
export function digitsOf(text: string): Digit[] {
  const letters = text.toUpperCase().split('');
  return letters.flatMap((letter) => EVENTS.find((digit) => digit === letter) ?? []);
}
