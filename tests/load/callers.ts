import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { PhoneAudio } from '@alo/testing';
import { Audio, PeerConnection } from '../../packages/engine-sip/src/media/node-datachannel.ts';
import { readSdp } from '../../packages/engine-sip/src/media/read-sdp.ts';
import { parseRtp, writeRtpHeader } from '../../packages/engine-sip/src/media/rtp-packet.ts';
import { cryptoAttribute } from '../../packages/engine-sip/src/media/sdes.ts';
import { SdesKeys } from '../../packages/engine-sip/src/media/sdes-keys.ts';

/** One generated party: sends packets that carry their time of sending, measures those that arrive. */
export interface Caller {
  readonly offer: string;
  readonly open: Promise<void>;
  accept(answer: string): void;
  send(): void;
  /** From here on packets count; what was sent before does not. */
  startCounting(): void;
  readonly sent: number;
  /** Packets with sound that arrived since `startCounting`. */
  readonly received: number;
  /** One-way, in ms, of packets sent since `startCounting`. */
  readonly delays: readonly number[];
  close(): void;
}

/** How a plain caller's audio travels: G.711, G.722, or G.711 by SRTP with its keys in the SDP. */
export type Coding = 'pcma' | 'g722' | 'srtp';

const formats: Readonly<Record<Coding, string>> = { pcma: 'RTP/AVP 8', g722: 'RTP/AVP 9', srtp: 'RTP/SAVP 8' };

/** RTP over a UDP socket. */
export async function rtpCaller(coding: Coding = 'pcma'): Promise<Caller> {
  const socket = createSocket({ type: 'udp4', lookup: (address, _options, done) => done(null, address, 4) });
  const bound = once(socket, 'listening');
  socket.bind(0, '127.0.0.1');
  await bound;
  let target = 0;
  const keys = new SdesKeys();
  if (coding === 'srtp') keys.offer();
  const stream = new MeasuredStream(
    (packet) => socket.send(keys.srtp?.protect(packet) ?? packet, target, '127.0.0.1'),
    coding === 'g722' ? 9 : 8,
  );
  socket.on('message', (bytes) => stream.take(keys.srtp?.unprotect(bytes) ?? bytes));
  const { port } = socket.address();
  const lines = [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    // Keys are told as carriers and phones tell them, not by their sound.
    `m=audio ${port} ${formats[coding]} 101`,
    'a=rtpmap:101 telephone-event/8000',
    ...keys.told.map(cryptoAttribute),
    '',
  ];
  return Object.assign(stream, {
    offer: lines.join('\r\n'),
    open: Promise.resolve(),
    accept: (answer: string) => {
      target = Number(/m=audio (\d+)/.exec(answer)?.[1]);
      if (coding === 'srtp') keys.takeAnswer(readSdp(answer).crypto);
    },
    close: () => socket.close(),
  });
}

/** ICE and DTLS-SRTP, as a browser has it; in Opus it says these frames, one after the other. */
export async function dtlsCaller(opus?: readonly Buffer[]): Promise<Caller> {
  const connection = new PeerConnection('caller', {
    iceServers: [],
    bindAddress: '127.0.0.1',
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  });
  const audio = new Audio('0', 'SendRecv');
  if (opus === undefined) audio.addAudioCodec(8, 'PCMA');
  else audio.addOpusCodec(opusNumber);
  const track = connection.addTrack(audio);
  const transmit = (packet: Buffer) => void track.sendMessageBinary(packet);
  const stream = opus === undefined ? new MeasuredStream(transmit) : new OpusStream(transmit, opus);
  track.onMessage((bytes) => stream.take(bytes));
  const open = new Promise<void>((resolve) => track.onOpen(resolve));
  const offer = await new Promise<string>((resolve) => {
    connection.onGatheringStateChange((state) => {
      if (state === 'complete') resolve(withoutCandidates(connection.localDescription()?.sdp ?? ''));
    });
    connection.setLocalDescription('offer');
  });
  return Object.assign(stream, {
    offer,
    open,
    accept: (answer: string) => connection.setRemoteDescription(answer, 'answer'),
    close: () => connection.close(),
  });
}

/** The same as the audio of a phone. */
export function audioOf(caller: Caller): PhoneAudio {
  return {
    offer: async () => caller.offer,
    answer: async (offer) => {
      caller.accept(offer);
      return caller.offer;
    },
    acceptAnswer: async (answer) => caller.accept(answer),
    close: () => caller.close(),
  };
}

/** A caller that is not reached before it has the answer; a handshake that overtakes it would fail. */
function withoutCandidates(offer: string): string {
  return offer.replace(/a=candidate:.*\r\n/g, '');
}

class MeasuredStream {
  sent = 0;
  received = 0;
  delays: number[] = [];
  #sequence = 0;
  #countFrom = 0;
  protected readonly transmit: (packet: Buffer) => void;
  readonly #payloadType: number;

  constructor(transmit: (packet: Buffer) => void, payloadType = 8) {
    this.transmit = transmit;
    this.#payloadType = payloadType;
  }

  send(): void {
    const packet = Buffer.alloc(172, 0xd5);
    this.#sequence = (this.#sequence + 1) & 0xffff;
    const timestamp = (this.#sequence * 160) >>> 0;
    const payloadType = this.#payloadType;
    writeRtpHeader(packet, { payloadType, marker: false, sequence: this.#sequence, timestamp, ssrc: 4711 });
    packet.writeDoubleBE(performance.now(), 12);
    this.sent++;
    this.transmit(packet);
  }

  take(bytes: Buffer): void {
    const packet = parseRtp(bytes);
    if (packet?.payload.length !== 160) return;
    this.received++;
    const sentAt = packet.payload.readDoubleBE(0);
    // Frames of silence from before the bridge carry no time.
    if (sentAt >= this.#countFrom) this.delays.push(performance.now() - sentAt);
  }

  startCounting(): void {
    this.sent = 0;
    this.received = 0;
    this.delays = [];
    this.#countFrom = performance.now();
  }
}

const opusNumber = 111;

/** Of speech, whose packets can carry no time: they are counted. */
class OpusStream extends MeasuredStream {
  readonly #frames: readonly Buffer[];
  #at = 0;

  constructor(transmit: (packet: Buffer) => void, frames: readonly Buffer[]) {
    super(transmit, opusNumber);
    this.#frames = frames;
  }

  override send(): void {
    const at = this.#at++;
    const payload = this.#frames[at % this.#frames.length] ?? Buffer.alloc(1);
    const packet = Buffer.concat([Buffer.alloc(12), payload]);
    const sequence = at & 0xffff;
    const timestamp = (at * 960) >>> 0;
    writeRtpHeader(packet, { payloadType: opusNumber, marker: false, sequence, timestamp, ssrc: 4711 });
    this.sent++;
    this.transmit(packet);
  }

  override take(bytes: Buffer): void {
    if (parseRtp(bytes)?.payloadType === opusNumber) this.received++;
  }
}
