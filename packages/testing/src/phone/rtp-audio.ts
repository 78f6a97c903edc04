import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { decodeAlaw, encodeAlaw } from './alaw.ts';
import type { PhoneAudio } from './phone-audio.ts';
import { type DescribedCodec, parseAudio, plainAudioSdp, type StreamDirection } from './sdp.ts';
import { toneLevel } from './tone-level.ts';

const frameSamples = 160;
const tickMs = 10;
/** What is said late at most, in frames: nobody says the words of several seconds at once, and no socket would hold them. */
const mostLate = 50;
const keptSamples = 8_000;
const keptFrames = 3_000;
const eventType = 101;

const codecs: readonly DescribedCodec[] = [
  { payload: 8, name: 'PCMA', rate: 8000, format: '' },
  { payload: eventType, name: 'TELEPHONE-EVENT', rate: 8000, format: '0-16' },
];

/** Plain RTP in A-law: speaks a tone or silence every 20 ms, and measures what it hears in the last second. */
export class RtpAudio implements PhoneAudio {
  readonly #socket: Socket;
  readonly #address: string;
  readonly #sessionId = 1 + Math.floor(Math.random() * 1e6);
  readonly #ssrc = Math.floor(Math.random() * 2 ** 32);
  #version = 0;
  #remote: { readonly address: string; readonly port: number } | undefined;
  #direction: StreamDirection = 'sendrecv';
  #hertz: number | null = null;
  #loses = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #startedAt = 0;
  #frames = 0;
  #sequence = Math.floor(Math.random() * 60_000);
  #heard: number[] = [];
  /** The last minute, packet by packet. */
  #all: number[][] = [];
  #packets = 0;
  #reception = nothingYet();
  /** Milliseconds that we were awake to listen; see `reception`. */
  #awakeMs = 0;
  #tickedAt = 0;
  /** What was pressed at the other side, each press once. */
  readonly #pressed = new Map<number, string>();
  #keys: { digit: number; frame: number; startedAt: number }[] = [];

  private constructor(socket: Socket, address: string) {
    this.#socket = socket;
    this.#address = address;
    socket.on('message', (packet) => this.#receive(packet));
  }

  static async open(address: string): Promise<RtpAudio> {
    const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
    socket.bind(0, address);
    await once(socket, 'listening');
    return new RtpAudio(socket, address);
  }

  async offer(direction: StreamDirection = 'sendrecv'): Promise<string> {
    this.#direction = direction;
    return this.#describe(direction);
  }

  async answer(offer: string): Promise<string> {
    this.#take(offer);
    return this.#describe('sendrecv');
  }

  async acceptAnswer(answer: string): Promise<void> {
    this.#take(answer);
  }

  /** Says a tone of that frequency, half of full scale; `null` is silence. */
  speak(hertz: number | null): void {
    this.#hertz = hertz;
  }

  /** Loses each so-many-th packet that it says, as a bad network does; 0 none. */
  lose(each: number): void {
    this.#loses = each;
  }

  /** Presses a key for 100 ms (RFC 4733). */
  press(digit: string): void {
    const code = '0123456789*#ABCD'.indexOf(digit);
    if (code < 0) throw new RangeError(`no such key: ${digit}`);
    this.#keys.push({ digit: code, frame: 0, startedAt: 0 });
  }

  /** What was heard since `listenAnew`, of the last minute: 8 kHz samples from -1 to 1. */
  get samples(): Float32Array {
    return Float32Array.from(this.#all.flat(), (sample) => sample / 32_768);
  }

  /** How loud that frequency was within the last second: 0.5 is what `speak` says. */
  level(hertz: number): number {
    return toneLevel(this.#heard, hertz);
  }

  /** Keys that came by RFC 4733, in their order. */
  get keys(): readonly string[] {
    return [...this.#pressed.values()];
  }

  /** Which of these tones were heard one after the other, each `ms` long: twice as long is twice. */
  strongest(tones: readonly number[], ms: number): readonly number[] {
    const frames = this.#all.flatMap((frame) => tones.find((hertz) => toneLevel(frame, hertz) > 0.3) ?? []);
    const runs: { hertz: number; frames: number }[] = [];
    for (const hertz of frames) {
      const last = runs.at(-1);
      if (last?.hertz === hertz) last.frames += 1;
      else runs.push({ hertz, frames: 1 });
    }
    return runs.flatMap(({ hertz, frames: n }) => Array.from({ length: Math.round((n * 20) / ms) }, () => hertz));
  }

  get packetsReceived(): number {
    return this.#packets;
  }

  /**
   * How it came since `listenAnew`: the longest wait for a packet, the one for the next included, and how many never came. Waits
   * are counted by ticks of our own: while this process itself gets no processor, it can neither speak nor hear.
   */
  get reception(): { readonly longestWaitMs: number; readonly missing: number } {
    const { lastAt, longestWaitMs, missing } = this.#reception;
    const untilNow = lastAt === null ? 0 : this.#awakeMs - lastAt;
    return { longestWaitMs: Math.max(longestWaitMs, untilNow), missing };
  }

  /** Forgets what was heard. */
  listenAnew(): void {
    this.#reception = { ...nothingYet(), lastAt: this.#awakeMs };
    this.#heard = [];
    this.#all = [];
    this.#packets = 0;
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#socket.close();
  }

  #describe(direction: StreamDirection): string {
    this.#version += 1;
    return plainAudioSdp({
      address: this.#address,
      port: this.#socket.address().port,
      codecs,
      direction,
      sessionId: this.#sessionId,
      version: this.#version,
    });
  }

  #take(sdp: string): void {
    const audio = parseAudio(sdp);
    if (audio === undefined || audio.port === 0) throw new Error('the far end offers no audio');
    this.#remote = { address: audio.address, port: audio.port };
    // What the far end answers may come when its call is over here.
    if (this.#timer !== undefined || this.#isClosed) return;
    this.#startedAt = performance.now();
    this.#tickedAt = this.#startedAt;
    this.#timer = setInterval(() => this.#tick(), tickMs);
  }

  #tick(): void {
    const now = performance.now();
    this.#awakeMs += Math.min(now - this.#tickedAt, 2 * tickMs);
    this.#tickedAt = now;
    this.#speak();
  }

  #speak(): void {
    const due = Math.floor((performance.now() - this.#startedAt) / 20);
    this.#frames = Math.max(this.#frames, due - mostLate);
    while (this.#frames < due) {
      this.#frames += 1;
      if (this.#direction === 'sendrecv' || this.#direction === 'sendonly') this.#sendFrame();
    }
  }

  #sendFrame(): void {
    const timestamp = this.#frames * frameSamples;
    const key = this.#keys[0];
    if (key !== undefined) {
      if (key.frame === 0) key.startedAt = timestamp;
      key.frame += 1;
      const ends = key.frame > 5;
      const payload = Buffer.alloc(4);
      payload.writeUInt8(key.digit, 0);
      payload.writeUInt8((ends ? 0x80 : 0) | 10, 1);
      payload.writeUInt16BE(Math.min(key.frame, 5) * frameSamples, 2);
      this.#send(eventType, key.startedAt, payload, key.frame === 1);
      // The end is told three times (RFC 4733 §2.5.1.4), and a pause tells two presses of one key apart.
      if (key.frame === 8) this.#keys.shift();
      return;
    }
    const payload = Buffer.alloc(frameSamples);
    for (let i = 0; i < frameSamples; i += 1) {
      const at = (timestamp + i) / 8000;
      const sample = this.#hertz === null ? 0 : 16_384 * Math.sin(2 * Math.PI * this.#hertz * at);
      payload.writeUInt8(encodeAlaw(sample), i);
    }
    this.#send(8, timestamp, payload, false);
  }

  #send(type: number, timestamp: number, payload: Buffer, marker: boolean): void {
    if (this.#remote === undefined) return;
    const head = Buffer.alloc(12);
    head.writeUInt8(0x80, 0);
    head.writeUInt8((marker ? 0x80 : 0) | type, 1);
    this.#sequence = (this.#sequence + 1) & 0xffff;
    head.writeUInt16BE(this.#sequence, 2);
    head.writeUInt32BE(timestamp >>> 0, 4);
    head.writeUInt32BE(this.#ssrc, 8);
    if (this.#loses > 0 && this.#sequence % this.#loses === 0) return;
    this.#socket.send(Buffer.concat([head, payload]), this.#remote.port, this.#remote.address, () => {});
  }

  #count(packet: Buffer): void {
    const [now, sequence, ssrc] = [this.#awakeMs, packet.readUInt16BE(2), packet.readUInt32BE(8)];
    const { lastAt, longestWaitMs, missing, last } = this.#reception;
    const skipped = last?.ssrc === ssrc ? ((sequence - last.sequence) & 0xffff) - 1 : 0;
    this.#reception = {
      lastAt: now,
      longestWaitMs: Math.max(longestWaitMs, lastAt === null ? 0 : now - lastAt),
      missing: missing + skipped,
      last: { ssrc, sequence },
    };
  }

  #receive(packet: Buffer): void {
    if (packet.length < 12 || packet.readUInt8(0) >> 6 !== 2) return;
    this.#packets += 1;
    this.#count(packet);
    const type = packet.readUInt8(1) & 0x7f;
    if (type === eventType) this.#pressed.set(packet.readUInt32BE(4), '0123456789*#ABCD'[packet.readUInt8(12)] ?? '');
    if (type !== 8) return;
    const frame = Array.from(packet.subarray(12), decodeAlaw);
    this.#heard.push(...frame);
    this.#all.push(frame);
    if (this.#all.length > keptFrames) this.#all.shift();
    if (this.#heard.length > keptSamples) this.#heard = this.#heard.slice(-keptSamples);
  }
}

interface Reception {
  readonly lastAt: number | null;
  readonly longestWaitMs: number;
  readonly missing: number;
  readonly last: { readonly ssrc: number; readonly sequence: number } | null;
}

const nothingYet = (): Reception => ({ lastAt: null, longestWaitMs: 0, missing: 0, last: null });
