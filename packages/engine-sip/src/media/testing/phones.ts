import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { Law } from '../g711.ts';
import type { MediaLeg, RemoteDirection } from '../media-leg.ts';
import { Audio, PeerConnection, type Track } from '../node-datachannel.ts';
import { readSdp } from '../read-sdp.ts';
import { readReports } from '../rtcp-packet.ts';
import { TestVoice } from './voice.ts';

/** A desk phone of a test, on a socket of its own. */
export interface DeskPhone {
  readonly voice: TestVoice;
  readonly port: number;
  sdp(direction?: RemoteDirection): string;
  /** Sends to where the leg's SDP says. */
  connect(sdp: string): void;
  close(): void;
}

export async function deskPhone(law: Law = 'pcma', address = '127.0.0.1'): Promise<DeskPhone> {
  const socket = createSocket('udp4');
  socket.bind(0, address);
  await once(socket, 'listening');
  const { port } = socket.address();
  let target: { address: string; port: number } | undefined;
  const voice = new TestVoice(law, (packet) => {
    if (target) socket.send(packet, target.port, target.address);
  });
  socket.on('message', (bytes) => voice.take(bytes));
  const number = law === 'pcma' ? 8 : 0;
  return {
    voice,
    port,
    sdp: (direction = 'sendrecv') =>
      [
        'v=0',
        `o=- 1 1 IN IP4 ${address}`,
        's=-',
        `c=IN IP4 ${address}`,
        't=0 0',
        `m=audio ${port} RTP/AVP ${number} 101`,
        'a=rtpmap:101 telephone-event/8000',
        `a=${direction}`,
        '',
      ].join('\r\n'),
    connect: (sdp) => {
      target = readSdp(sdp).target;
    },
    close: () => {
      voice.hush();
      socket.close();
    },
  };
}

/** A phone connected to a leg of the plane. */
export async function connectedPhone(leg: MediaLeg, law: Law = 'pcma', address = '127.0.0.1'): Promise<DeskPhone> {
  const phone = await deskPhone(law, address);
  phone.connect(await leg.answer(phone.sdp()));
  return phone;
}

/** The WebRTC half of a browser, played by a native peer. */
export class Browser {
  readonly voice: TestVoice;
  /** How many sender reports came. */
  reports = 0;
  readonly #connection: PeerConnection;
  #track: Track | undefined;

  constructor(codec: Law | 'opus' = 'pcma') {
    this.voice = new TestVoice(codec, (packet) => {
      if (this.#track?.isOpen()) this.#track.sendMessageBinary(packet);
    });
    this.#connection = new PeerConnection('browser', {
      iceServers: [],
      bindAddress: '127.0.0.1',
      disableAutoNegotiation: true,
      forceMediaTransport: true,
    });
    this.#connection.onTrack((track) => this.#use(track));
  }

  async offer(): Promise<string> {
    const audio = new Audio('0', 'SendRecv');
    // As Chromium lists them: Opus first, telephone-event with a number of its own.
    audio.addOpusCodec(111);
    audio.addAudioCodec(0, 'PCMU');
    if (this.voice.codec !== 'pcmu') audio.addAudioCodec(8, 'PCMA');
    audio.addAudioCodec(126, 'telephone-event');
    this.#use(this.#connection.addTrack(audio));
    const sdp = await this.#describe('offer');
    // An offering native peer must not be reached before it has the answer, or its handshake may fail; a real browser,
    // with its `….local` candidates, is not either.
    return sdp.replace('telephone-event/48000/2', 'telephone-event/8000').replace(/a=candidate:.*\r\n/g, '');
  }

  async answer(offer: string): Promise<string> {
    this.#connection.setRemoteDescription(offer, 'offer');
    return (await this.#describe('answer')).replace('telephone-event/48000/2', 'telephone-event/8000');
  }

  /** Learns where the leg is reached, by an SDP that it was given without its candidates (trickle, RFC 8840). */
  learn(sdp: string): void {
    for (const [, candidate] of sdp.matchAll(/a=(candidate:.*)\r\n/g)) {
      this.#connection.addRemoteCandidate(candidate ?? '', '0');
    }
  }

  /** Its way is open: audio may go. */
  onOpen(tell: () => void): void {
    this.#track?.onOpen(tell);
  }

  accept(answer: string): void {
    this.#connection.setRemoteDescription(answer, 'answer');
  }

  close(): void {
    this.voice.hush();
    this.#connection.close();
  }

  #use(track: Track): void {
    this.#track = track;
    track.onMessage((bytes) => {
      if (readReports(bytes)?.sentAt !== undefined) this.reports++;
      this.voice.take(bytes);
    });
  }

  #describe(type: 'offer' | 'answer'): Promise<string> {
    return new Promise((resolve) => {
      this.#connection.onGatheringStateChange((state) => {
        if (state === 'complete') resolve(this.#connection.localDescription()?.sdp ?? '');
      });
      this.#connection.setLocalDescription(type);
    });
  }
}
