import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import type { LegId, PlayId } from '@alo/call-core';
import {
  dialogKeyOfRequest,
  dialogOfCallee,
  type IncomingRequest,
  numberOf,
  parseUri,
  responseTo,
  SipEndpoint,
  udpFlow,
} from '@alo/sip';
import type { MediaPlane } from '../media/index.ts';
import { hostOf } from '../sockets/local-address.ts';
import { agreeOnAudio } from '../switch/agree-on-audio.ts';
import { CallerLeg } from '../switch/caller-leg.ts';
import { trunkRoute } from '../switch/destinations.ts';
import type { LiveSession } from '../switch/session-table.ts';
import { type Manners, mannersOf } from './manners.ts';

/** They ring for a moment, and say goodbye in the end. */
const ringMs = 3_000;
const longestTalkMs = 120_000;
const longestMessageMs = 60_000;
/** Between two sentences they listen. */
const listenMs = 4_000;
/** The bot sends a caller's key back after so long. */
const keyAfterMs = 500;

/**
 * Whoever is called over a trunk to `botCarrierHost`: a carrier in this process, on a socket of its own, behind which everybody is a
 * bot that rings, talks, listens, sends keys back, is busy or does not answer.
 */
export class BotCarrier {
  readonly address: string;
  readonly port: number;
  readonly #socket: Socket;
  readonly #endpoint: SipEndpoint;
  readonly #media: MediaPlane;
  readonly #sessions = new Map<string, LiveSession>();
  readonly #legs = new Set<CallerLeg>();
  #calls = 0;

  static async open({ media, address }: { readonly media: MediaPlane; readonly address: string }): Promise<BotCarrier> {
    const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
    socket.bind(0, address);
    await once(socket, 'listening');
    return new BotCarrier(socket, media, address);
  }

  private constructor(socket: Socket, media: MediaPlane, address: string) {
    this.address = address;
    this.port = socket.address().port;
    this.#socket = socket;
    this.#media = media;
    this.#endpoint = new SipEndpoint({
      send: (flow, bytes) => socket.send(bytes, flow.remote.port, flow.remote.address, () => {}),
      closeFlow: () => {},
      sentBy: () => `${hostOf(address)}:${this.port}`,
      onRequest: (incoming) => this.#take(incoming),
    });
    socket.on('message', (bytes, from) => {
      // Only our own switch calls here: packets from other addresses are dropped.
      if (from.address === address) this.#endpoint.receive(udpFlow(from.address, from.port), bytes);
    });
    socket.on('error', () => {}); // What could not be sent is sent again, or the call runs out of time.
  }

  close(): void {
    for (const leg of this.#legs) leg.hangUp('normal');
    this.#endpoint.close();
    this.#socket.close();
  }

  #take(incoming: IncomingRequest): void {
    const session = this.#sessions.get(dialogKeyOfRequest(incoming.request) ?? '');
    if (session !== undefined) return session.receive(incoming);
    if (incoming.request.method === 'OPTIONS') return void incoming.respond({ status: 200 });
    if (incoming.request.method !== 'INVITE') return incoming.refuse({ status: 481 });
    const uri = parseUri(incoming.request.uri);
    const manners = mannersOf(uri === undefined ? '' : numberOf(uri).number);
    if (manners.does === 'refuses') return void incoming.respond({ status: manners.status });
    void this.#ring(incoming, manners); // Never rejects.
  }

  async #ring(incoming: IncomingRequest, manners: Exclude<Manners, { does: 'refuses' }>): Promise<void> {
    const { request } = incoming;
    const media = this.#media.rtpLeg({ localAddress: this.address });
    const sdp = await agreeOnAudio(incoming, media);
    if (sdp === null) return;
    const dialog = dialogOfCallee(request, responseTo(request, { status: 180, toTag: incoming.toTag }));
    if (dialog === undefined) return media.close();
    this.#calls += 1;
    const timers: NodeJS.Timeout[] = [];
    const after = (ms: number, act: () => void) => void timers.push(setTimeout(act, ms));
    const leg = new CallerLeg({
      id: `bot${this.#calls}` as LegId, // Nobody outside names it.
      endpoint: this.#endpoint,
      incoming,
      dialog,
      media,
      kind: 'rtp',
      sdp,
      contact: `<sip:bot@${hostOf(this.address)}:${this.port}>`,
      names: [],
      route: trunkRoute,
      device: null,
      sessions: {
        set: (key, session) => void this.#sessions.set(key, session),
        delete: (key) => void this.#sessions.delete(key),
      },
      findReplaced: null,
      tell: (news) => {
        if (news.type === 'played' && manners.does === 'announces') return leg.hangUp('no-answer');
        if (news.type === 'digit') after(keyAfterMs, () => leg.sendDigits(news.digit));
        if (news.type !== 'ended') return;
        for (const timer of timers) clearTimeout(timer);
        this.#legs.delete(leg);
        media.close();
      },
    });
    this.#legs.add(leg);
    leg.ring();
    if (manners.does === 'rings') return;
    if (manners.does === 'announces') {
      leg.openEarly();
      leg.play('bot' as PlayId, [{ kind: 'file', file: manners.wav }], false);
      return;
    }
    after(ringMs, () => {
      leg.answer();
      if (manners.does === 'records') {
        const greeting = manners.wavs.map((file) => ({ kind: 'file', file }) as const);
        const beep = { kind: 'tone', tone: 'beep' } as const;
        leg.play('bot' as PlayId, [...greeting, beep, beep, beep], false);
        return after(longestMessageMs, () => leg.hangUp('normal'));
      }
      const sentence = [{ kind: 'file', file: manners.wav } as const, { kind: 'silence', ms: listenMs } as const];
      leg.play('bot' as PlayId, sentence, true); // There is one play in a bot's life.
      after(longestTalkMs, () => leg.hangUp('normal'));
    });
  }
}
