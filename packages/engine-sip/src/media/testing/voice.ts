import { FRAME_SAMPLES } from '@alo/engine-host/audio';
import { decode, encodeInto, type Law } from '../g711.ts';
import { OpusDecoder, OpusEncoder } from '../opus.ts';
import { parseRtp, type RtpPacket, writeRtpHeader } from '../rtp-packet.ts';

/** As offers of ours number it. */
const OPUS_NUMBER = 111;
const deaf = { warn: () => undefined };

/** The far end of a leg in a test: speaks a tone, remembers what it hears. Its way to the leg is an argument. */
export class TestVoice {
  readonly heard: RtpPacket[] = [];
  readonly #send: (packet: Buffer) => void;
  readonly codec: Law | 'opus';
  readonly #opus = { encoder: new OpusEncoder(deaf), decoder: new OpusDecoder(deaf) };
  /** What was heard in Opus, as samples: that can be read once, in its order. */
  readonly #samples = new WeakMap<RtpPacket, Int16Array>();
  readonly ssrc = Math.floor(Math.random() * 2 ** 32);
  #sequence = 65500;
  #timestamp = 4294960000;
  #spoken = 0;
  #speaking: NodeJS.Timeout | undefined;

  constructor(codec: Law | 'opus', send: (packet: Buffer) => void) {
    this.codec = codec;
    this.#send = send;
  }

  take(bytes: Buffer): void {
    const packet = parseRtp(Buffer.from(bytes));
    if (!packet) return;
    this.heard.push(packet);
    if (packet.payloadType === OPUS_NUMBER) this.#samples.set(packet, this.#opus.decoder.decode(packet.payload));
  }

  /** Speaks until `hush`, paced by the wall clock. */
  speak(hertz: number): void {
    this.hush();
    const start = performance.now();
    let frames = 0;
    this.#speaking = setInterval(() => {
      for (; frames * 20 <= performance.now() - start; frames++) this.frame(hertz);
    }, 5);
  }

  frame(hertz: number, amplitude = 8000): void {
    const samples = Int16Array.from({ length: FRAME_SAMPLES }, (_, i) =>
      Math.round(amplitude * Math.sin((2 * Math.PI * hertz * (this.#spoken + i)) / 8000)),
    );
    this.#spoken += FRAME_SAMPLES;
    if (this.codec === 'opus') this.packet(OPUS_NUMBER, Buffer.from(this.#opus.encoder.encode(samples)));
    else {
      const payload = Buffer.alloc(FRAME_SAMPLES);
      encodeInto(this.codec, samples, payload, 0);
      this.packet(this.codec === 'pcma' ? 8 : 0, payload);
    }
    this.#timestamp = (this.#timestamp + this.#frameTicks) >>> 0;
  }

  get #frameTicks(): number {
    return this.codec === 'opus' ? 6 * FRAME_SAMPLES : FRAME_SAMPLES;
  }

  /** Presses a key as RFC 4733 has it, here in one go. */
  press(event: number, payloadType = 101): void {
    for (let i = 1; i <= 6; i++)
      this.packet(payloadType, Buffer.from([event, i > 3 ? 0x8a : 0x0a, 0, Math.min(i, 4) * 40]));
    this.#timestamp = (this.#timestamp + this.#frameTicks) >>> 0;
  }

  packet(payloadType: number, payload: Buffer): void {
    const bytes = Buffer.concat([Buffer.alloc(12), payload]);
    const { ssrc } = this;
    writeRtpHeader(bytes, { payloadType, marker: false, sequence: this.#sequence, timestamp: this.#timestamp, ssrc });
    this.#sequence = (this.#sequence + 1) & 0xffff;
    this.#send(bytes);
  }

  hush(): void {
    clearInterval(this.#speaking);
  }

  /** The samples of the last `ms` that were heard as audio. */
  audio(ms: number): Int16Array {
    const frames = this.heard.filter(({ payloadType }) => [8, 0, OPUS_NUMBER].includes(payloadType)).slice(-ms / 20);
    return Int16Array.from(frames.flatMap((packet) => [...this.#samplesOf(packet)]));
  }

  /** The samples of one packet that was heard. */
  frameAt(index: number): Int16Array {
    const packet = this.heard[index];
    return packet ? this.#samplesOf(packet) : new Int16Array(0);
  }

  #samplesOf(packet: RtpPacket): Int16Array {
    return this.#samples.get(packet) ?? decode(packet.payloadType === 8 ? 'pcma' : 'pcmu', packet.payload);
  }

  /** Forgets what was heard until now. */
  forget(): void {
    this.heard.length = 0;
  }
}
