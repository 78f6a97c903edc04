import { FRAME_SAMPLES } from '@alo/engine-host/audio';
import { decode, encodeInto, type Law } from '../g711.ts';
import { parseRtp, type RtpPacket, writeRtpHeader } from '../rtp-packet.ts';

/** The far end of a leg in a test: speaks a tone, remembers what it hears. Its way to the leg is an argument. */
export class TestVoice {
  readonly heard: RtpPacket[] = [];
  readonly #send: (packet: Buffer) => void;
  readonly law: Law;
  readonly ssrc = Math.floor(Math.random() * 2 ** 32);
  #sequence = 65500;
  #timestamp = 4294960000;
  #spoken = 0;
  #speaking: NodeJS.Timeout | undefined;

  constructor(law: Law, send: (packet: Buffer) => void) {
    this.law = law;
    this.#send = send;
  }

  take(bytes: Buffer): void {
    const packet = parseRtp(Buffer.from(bytes));
    if (packet) this.heard.push(packet);
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
    const payload = Buffer.alloc(FRAME_SAMPLES);
    encodeInto(this.law, samples, payload, 0);
    this.packet(this.law === 'pcma' ? 8 : 0, payload);
    this.#timestamp = (this.#timestamp + FRAME_SAMPLES) >>> 0;
  }

  /** Presses a key as RFC 4733 has it, here in one go. */
  press(event: number, payloadType = 101): void {
    for (let i = 1; i <= 6; i++)
      this.packet(payloadType, Buffer.from([event, i > 3 ? 0x8a : 0x0a, 0, Math.min(i, 4) * 40]));
    this.#timestamp = (this.#timestamp + FRAME_SAMPLES) >>> 0;
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
    const frames = this.heard.filter((packet) => packet.payloadType === 8 || packet.payloadType === 0).slice(-ms / 20);
    return Int16Array.from(
      frames.flatMap(({ payloadType, payload }) => [...decode(payloadType === 8 ? 'pcma' : 'pcmu', payload)]),
    );
  }

  /** The samples of one packet that was heard. */
  frameAt(index: number): Int16Array {
    const packet = this.heard[index];
    return packet ? decode(packet.payloadType === 8 ? 'pcma' : 'pcmu', packet.payload) : new Int16Array(0);
  }

  /** Forgets what was heard until now. */
  forget(): void {
    this.heard.length = 0;
  }
}
