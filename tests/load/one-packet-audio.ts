import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { type PhoneAudio, parseAudio, plainAudioSdp, type StreamDirection } from '@alo/testing';
import { writeRtpHeader } from '../../packages/engine-sip/src/media/rtp-packet.ts';

/**
 * Audio of a call that is over before anybody would speak: one packet, or one every `packetMs` for a call that is only to stand.
 * What comes is not listened to.
 */
export class OnePacketAudio implements PhoneAudio {
  readonly #address: string;
  readonly #socket: Socket;
  readonly #bound: Promise<unknown>;
  readonly #packetMs: number | undefined;
  #again: NodeJS.Timeout | undefined;

  constructor(address: string, packetMs?: number) {
    this.#address = address;
    this.#packetMs = packetMs;
    this.#socket = createSocket('udp4');
    this.#bound = once(this.#socket, 'listening');
    this.#socket.bind(0, address);
  }

  async offer(direction: StreamDirection = 'sendrecv'): Promise<string> {
    await this.#bound;
    return plainAudioSdp({
      address: this.#address,
      port: this.#socket.address().port,
      codecs: [{ payload: 8, name: 'PCMA', rate: 8000, format: '' }],
      direction,
      sessionId: 1,
      version: 1,
    });
  }

  async answer(offer: string): Promise<string> {
    await this.acceptAnswer(offer);
    return this.offer();
  }

  async acceptAnswer(answer: string): Promise<void> {
    await this.#bound;
    const remote = parseAudio(answer);
    if (remote === undefined || remote.port === 0) throw new Error('the far end offers no audio');
    const packet = Buffer.alloc(172, 0xd5);
    writeRtpHeader(packet, { payloadType: 8, marker: true, sequence: 1, timestamp: 160, ssrc: 4711 });
    const send = () => this.#socket.send(packet, remote.port, remote.address, () => {});
    send();
    if (this.#packetMs !== undefined) this.#again ??= setInterval(send, this.#packetMs);
  }

  close(): void {
    clearInterval(this.#again);
    this.#socket.close();
  }
}
