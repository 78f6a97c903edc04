import type { Digit } from '@alo/call-core';
import { FRAME_SAMPLES } from './g711.ts';
import { type RtpPacket, timestampAhead } from './rtp-packet.ts';

const EVENTS: readonly Digit[] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '#', 'A', 'B', 'C', 'D'];

/** The longest event of one timestamp; a longer press goes on in a new segment (RFC 4733 §2.5.1.3). */
const LONGEST_SAMPLES = 0xffff;
/** An event that comes this late after a newer one is a late packet, not a press. */
const REMEMBERED = 8;

/** Reads telephone events (RFC 4733): each press once, at its first packet, whatever is lost, doubled or late. */
export class DigitReader {
  #ssrc: number | undefined;
  #seen: { timestamp: number; event: number }[] = [];

  read(packet: RtpPacket): Digit | undefined {
    if (packet.payload.length < 4) return undefined;
    const event = packet.payload.readUInt8(0);
    const { timestamp, ssrc } = packet;
    if (ssrc !== this.#ssrc) {
      this.#ssrc = ssrc;
      this.#seen = [];
    }
    if (this.#seen.some((press) => press.timestamp === timestamp)) return undefined;
    const last = this.#seen.at(-1);
    if (last && isLate(timestamp, last.timestamp)) return undefined;
    const continues = last?.event === event && timestampAhead(timestamp, last.timestamp) === LONGEST_SAMPLES;
    this.#seen = [...this.#seen.slice(1 - REMEMBERED), { timestamp, event }];
    return continues ? undefined : EVENTS[event];
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
  /** First packet of the press: carries the marker. */
  readonly first: boolean;
}

/** 100 ms of tone, its end told three times (RFC 4733 §2.5.1.4), then a pause of 60 ms. One step each 20 ms. */
const TONE_STEPS = 5;
const END_STEPS = 3;
const PAUSE_STEPS = 3;
export const PRESS_STEPS = TONE_STEPS + END_STEPS + PAUSE_STEPS;
/** −10 dBm0. */
const VOLUME = 10;

/** The steps of one press; undefined stands for a frame of pause. */
export function pressSteps(digit: Digit): (EventStep | undefined)[] {
  const event = EVENTS.indexOf(digit);
  return Array.from({ length: PRESS_STEPS }, (_, step) => {
    if (step >= TONE_STEPS + END_STEPS) return undefined;
    const ended = step >= TONE_STEPS;
    const payload = Buffer.from([event, VOLUME | (ended ? 0x80 : 0), 0, 0]);
    payload.writeUInt16BE(Math.min(step + 1, TONE_STEPS) * FRAME_SAMPLES, 2);
    return { payload, first: step === 0 };
  });
}

/** The digits in what a person or a script typed; everything else is left out. */
export function digitsOf(text: string): Digit[] {
  const letters = text.toUpperCase().split('');
  return letters.flatMap((letter) => EVENTS.find((digit) => digit === letter) ?? []);
}
