import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { LegId, PlayId } from '@alo/call-core';
import type { BotEvent, BotStart } from '@alo/engine-host/process';
import { dialogKeyOfRequest, escapeUser, randomToken, SipEndpoint, udpFlow } from '@alo/sip';
import type { LocalPlane, MediaLeg } from '../media/index.ts';
import { Branch, type BranchAnswer } from '../switch/branch.ts';
import { LegAudio } from '../switch/leg-audio.ts';
import type { Session } from '../switch/session.ts';
import { botMarkHeader } from './bot-mark.ts';
import { LevelMeter } from './level-meter.ts';

export interface BotSurroundings {
  /** Of this process: what is said to them is measured here. */
  readonly media: LocalPlane;
  readonly target: { readonly address: string; readonly port: number };
  /** By which the switch knows it as ours. */
  readonly mark: string;
  readonly tell: (event: BotEvent) => void;
}

const levelEveryMs = 1_000;
/** Nobody rings for longer than this; a bot that nobody answers goes home. */
const patienceMs = 180_000;

/**
 * A stranger on a telephone, for trying the product without one: calls our own switch over UDP as a carrier would bring
 * the call, speaks, presses keys, hangs up.
 *
 *   calling ──2xx──► talking
 *   from both: refused, hung up on either side ──► ended
 */
export class Bot {
  readonly #plan: BotStart;
  readonly #tell: (event: BotEvent) => void;
  readonly #socket: Socket;
  readonly #endpoint: SipEndpoint;
  readonly #media: MediaLeg;
  readonly #levelMeter: LevelMeter;
  readonly #branch: Branch;
  readonly #timers: NodeJS.Timeout[] = [];
  #state: { readonly is: 'calling' | 'ended' } | { readonly is: 'talking'; readonly session: Session } = {
    is: 'calling',
  };

  static async call(plan: BotStart, surroundings: BotSurroundings): Promise<Bot> {
    const socket = createSocket('udp4');
    socket.bind(0, surroundings.target.address);
    await once(socket, 'listening');
    const bot = new Bot(plan, surroundings, socket);
    await bot.#branch.start();
    return bot;
  }

  private constructor(plan: BotStart, { media, target, mark, tell }: BotSurroundings, socket: Socket) {
    this.#plan = plan;
    this.#tell = tell;
    this.#socket = socket;
    const here = `${target.address}:${socket.address().port}`;
    const there = `${target.address}:${target.port}`;
    this.#endpoint = new SipEndpoint({
      send: (flow, bytes) => socket.send(bytes, flow.remote.port, flow.remote.address, () => {}),
      closeFlow: () => {},
      sentBy: () => here,
      onRequest: (incoming) => {
        const inCall = this.#state.is === 'talking' && dialogKeyOfRequest(incoming.request) === this.#state.session.key;
        if (inCall && this.#state.is === 'talking') this.#state.session.receive(incoming);
        else incoming.refuse({ status: 481 });
      },
    });
    socket.on('message', (bytes, from) => this.#endpoint.receive(udpFlow(from.address, from.port), bytes));
    const leg = media.rtpLeg({ localAddress: target.address });
    this.#media = leg;
    this.#levelMeter = new LevelMeter(leg);
    const number = plan.from === '' ? 'anonymous' : plan.from;
    this.#branch = new Branch({
      leg: 'bot' as LegId, // Nobody outside names it.
      endpoint: this.#endpoint,
      destination: {
        uri: `sip:${escapeUser(plan.to)}@${there}`,
        flow: udpFlow(target.address, target.port),
        kind: 'rtp',
      },
      media: this.#media,
      from: {
        display: plan.name,
        uri: `sip:${escapeUser(number)}@${here}`,
        params: new Map([['tag', randomToken()]]),
      },
      to: { display: '', uri: `sip:${escapeUser(plan.to)}@${there}`, params: new Map() },
      callId: randomToken(),
      contact: `<sip:bot@${here}>`,
      maxForwards: 70,
      headers: [{ name: botMarkHeader, value: mark }],
      route: (_request, flow) => flow,
      onRinging: () => tell({ type: 'ringing' }),
      onEarlyMedia: (sdp) => void this.#media.acceptAnswer(sdp).catch(() => {}), // The answer in the 2xx decides.
      onAnswer: (answer) => this.#answered(answer),
      onRefused: (status) => this.#end(status),
      onAsleep: () => {},
      onSilent: () => {},
      // Nobody who is called by a bot asks it for anything before they answer.
      sessions: { set() {}, delete() {} },
      isAwake: null,
      patienceMs: null,
    });
    this.#after(patienceMs, () => {
      if (this.#state.is === 'calling') this.hangUp();
    });
  }

  /** Hangs up, or stops calling. */
  hangUp(): void {
    if (this.#state.is === 'talking') this.#state.session.bye('normal');
    this.#branch.cancel('cancelled');
    this.#end(null);
  }

  #answered(answer: BranchAnswer): void {
    const session = this.#branch.sessionOf(answer, {
      onPress() {},
      onHeld() {},
      onEnded: () => this.#end(null),
      onTransfer: null,
    });
    this.#state = { is: 'talking', session };
    const agreed = answer.sdp === null ? Promise.resolve() : this.#media.acceptAnswer(answer.sdp);
    agreed.then(
      () => this.#talk(session),
      () => this.hangUp(),
    );
  }

  #talk(session: Session): void {
    this.#tell({ type: 'answered' });
    const audio = new LegAudio({
      media: this.#media,
      kind: 'rtp',
      tell: () => {},
      sendDigits: (digits, durationMs) => session.sendDigits(digits, durationMs),
      restart: () => {},
      onDead: () => this.hangUp(),
      onSilent: () => {},
    });
    const { wav, keys, hangUpAfterMs } = this.#plan;
    // There is one play in a bot's life, so any name will do for it.
    if (wav !== null) audio.play('bot' as PlayId, [{ kind: 'file', file: wav }], false);
    for (const { afterMs, digits } of keys) {
      this.#after(afterMs, () => {
        this.#media.sendDtmf(digits);
      });
    }
    if (hangUpAfterMs !== null) this.#after(hangUpAfterMs, () => this.hangUp());
    const level = setInterval(() => this.#tell({ type: 'level', heardDb: this.#levelMeter.lastDb() }), levelEveryMs);
    this.#timers.push(level);
  }

  #after(ms: number, act: () => void): void {
    this.#timers.push(setTimeout(act, ms));
  }

  #end(sipCode: number | null): void {
    if (this.#state.is === 'ended') return;
    this.#state = { is: 'ended' };
    for (const timer of this.#timers) clearInterval(timer);
    const { heardMs, db } = this.#levelMeter.total();
    this.#media.close();
    this.#tell({ type: 'ended', sipCode, heardMs, heardDb: db });
    // BYE and CANCEL may have to be repeated, and their answers want an ACK.
    setTimeout(() => {
      this.#endpoint.close();
      this.#socket.close();
    }, 5_000).unref();
  }
}
