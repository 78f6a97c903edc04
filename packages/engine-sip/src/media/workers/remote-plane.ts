import { join } from 'node:path';
import type { Digit } from '@alo/call-core';
import { measureUnfinished } from '../measure-wav.ts';
import { type LegStats, type MediaLeg, MediaRefusal, type Play, type PlayEnd, type PlaySource } from '../media-leg.ts';
import type {
  BridgeRecording,
  LegOptions,
  MediaBridge,
  MediaMember,
  MediaPlane,
  MediaRecording,
  MessageOptions,
  RecordingOf,
  RecordingResult,
  RtpLegOptions,
} from '../media-plane.ts';
import { LegElsewhere } from './leg-elsewhere.ts';
import type { Answer, FromWorker, ToWorker } from './words.ts';

export interface RemotePlaneParts {
  readonly send: (word: ToWorker) => void;
  readonly recordingsFolder: string;
  readonly publicAddresses: () => readonly string[];
  readonly onWarning: (message: string, fields: Readonly<Record<string, string | number | boolean>>) => void;
}

type Question = Extract<ToWorker, { id: number }>;

/** The process that had it died. */
export class AudioGone extends Error {
  override readonly name = 'AudioGone';
}

/**
 * The audio of another process, as this one has it: what is asked for is said, and what is known of a leg is what was said of it last. When the
 * process is gone everything stays as it was, silent, and what was being asked is answered.
 */
export class RemotePlane implements MediaPlane {
  readonly #parts: RemotePlaneParts;
  readonly #legs = new Map<number, RemoteLeg>();
  readonly #onSilence = new Map<number, () => void>();
  readonly #asked = new Map<number, (answer: Answer | null) => void>();
  #last = 0;
  #load = 0;
  #isGone = false;

  constructor(parts: RemotePlaneParts) {
    this.#parts = parts;
  }

  /** Of its core, the share that it needed in the last second. */
  get load(): number {
    return this.#load;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  webRtcLeg(options: LegOptions = {}): MediaLeg {
    return this.#leg('webrtc', options);
  }

  rtpLeg(options: RtpLegOptions = {}): MediaLeg {
    return this.#leg('rtp', options);
  }

  bridge(): MediaBridge {
    return new RemoteBridge(this.name(), (word) => this.say(word));
  }

  record(what: RecordingOf, bridge: MediaBridge): BridgeRecording {
    const { named, recording } = this.#recording(what);
    this.say({ kind: 'record', ...named, bridge: bridgeIn(bridge) });
    return {
      ...recording,
      follow: (next) => this.say({ kind: 'follow', recording: named.recording, bridge: bridgeIn(next) }),
    };
  }

  recordMessage(what: RecordingOf, leg: MediaLeg, { limit, both = false }: MessageOptions = {}): MediaRecording {
    const { named, recording } = this.#recording(what);
    if (limit !== undefined) this.#onSilence.set(named.recording, limit.onSilence);
    const most = limit === undefined ? {} : { maxSilenceMs: limit.maxSilenceMs };
    this.say({ kind: 'record-message', ...named, leg: legIn(leg), ...most, both });
    return recording;
  }

  served(on: boolean): void {
    this.say({ kind: 'served', on });
  }

  opens(keys: Readonly<Record<string, string>>): void {
    this.say({ kind: 'opens', keys });
  }

  async settled(): Promise<void> {
    await this.ask((id) => ({ kind: 'settled', id }));
  }

  async close(): Promise<void> {
    await this.ask((id) => ({ kind: 'close', id }));
  }

  /** The process died, or was closed. */
  gone(): void {
    this.#isGone = true;
    for (const settle of this.#asked.values()) settle(null);
    this.#asked.clear();
  }

  /** What the process says; its last words may come when it is gone, and its legs are elsewhere. */
  heard(word: FromWorker): void {
    if (this.#isGone) return;
    switch (word.kind) {
      case 'digit':
      case 'unsendable':
      case 'quality':
      case 'media':
      case 'machine':
      case 'played':
        return this.#legs.get(word.leg)?.heard(word);
      case 'silence':
        return this.#onSilence.get(word.recording)?.();
      case 'load':
        this.#load = word.share;
        return;
      case 'warning':
        return this.#parts.onWarning(word.message, word.fields);
      default:
        return this.#asked.get(word.id)?.(word);
    }
  }

  /** A number that nothing else here has. */
  name(): number {
    this.#last += 1;
    return this.#last;
  }

  say(word: ToWorker): void {
    if (!this.#isGone) this.#parts.send(word);
  }

  /** Null where the process was gone before it answered. */
  ask(question: (id: number) => Question): Promise<Answer | null> {
    if (this.#isGone) return Promise.resolve(null);
    const id = this.name();
    return new Promise((resolve) => {
      this.#asked.set(id, (answer) => {
        this.#asked.delete(id);
        resolve(answer);
      });
      this.say(question(id));
    });
  }

  publicAddresses(): readonly string[] {
    return this.#parts.publicAddresses();
  }

  forget(leg: number): void {
    this.#legs.delete(leg);
  }

  #leg(is: 'webrtc' | 'rtp', options: RtpLegOptions): RemoteLeg {
    const leg = new RemoteLeg(this, this.name());
    this.#legs.set(leg.id, leg);
    this.say({ kind: 'leg', leg: leg.id, is, options });
    return leg;
  }

  #recording({ tenant, recording: name, begunMs }: RecordingOf) {
    const recording = this.name();
    let result: Promise<RecordingResult> | undefined;
    const stop = async () => {
      const answer = await this.ask((id) => ({ kind: 'stop-recording', id, recording }));
      this.#onSilence.delete(recording);
      if (answer?.kind === 'recorded') return answer.result;
      return measureUnfinished(join(this.#parts.recordingsFolder, tenant, `${name}.wav`));
    };
    return {
      named: { recording, tenant, name, ...(begunMs === undefined ? {} : { begunMs }) },
      recording: {
        pause: (on: boolean) => this.say({ kind: 'pause', recording, on }),
        stop: () => {
          result ??= stop();
          return result;
        },
      },
    };
  }
}

/** A play, told of its end once. */
class RemotePlay implements Play {
  readonly id: number;
  readonly sources: readonly PlaySource[];
  readonly #onDone: (end: PlayEnd) => void;
  #isDone = false;

  constructor(id: number, sources: readonly PlaySource[], onDone: (end: PlayEnd) => void) {
    this.id = id;
    this.sources = sources;
    this.#onDone = onDone;
  }

  done(end: PlayEnd): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#onDone(end);
  }
}

type OfLeg = Extract<FromWorker, { kind: 'digit' | 'unsendable' | 'quality' | 'media' | 'machine' | 'played' }>;

class RemoteLeg extends LegElsewhere implements MediaLeg {
  readonly id: number;
  readonly #plane: RemotePlane;
  protected agreed = { remoteHolds: false, isWide: false, speaksOpus: false };
  #play: RemotePlay | undefined;

  constructor(plane: RemotePlane, id: number) {
    super();
    this.#plane = plane;
    this.id = id;
  }

  answer(offer: string): Promise<string> {
    return this.#agree('answer', offer);
  }

  offer(): Promise<string> {
    return this.#agree('offer', '');
  }

  async acceptAnswer(answer: string): Promise<void> {
    await this.#agree('acceptAnswer', answer);
  }

  renegotiate(offer: string): Promise<string> {
    return this.#agree('renegotiate', offer);
  }

  restart(): Promise<string> {
    return this.#agree('restart', '');
  }

  setSending(on: boolean): void {
    this.#say({ kind: 'sending', leg: this.id, on });
  }

  expectMedia(on: boolean): void {
    this.#say({ kind: 'expect', leg: this.id, on });
  }

  play(sources: readonly PlaySource[], { loop }: { readonly loop: boolean }, onDone: (end: PlayEnd) => void): Play {
    const play = new RemotePlay(this.#plane.name(), sources, onDone);
    if (this.isClosed) {
      play.done('stopped');
      return play;
    }
    this.#play?.done('stopped');
    this.#play = play;
    this.#say({ kind: 'play', leg: this.id, play: play.id, sources, loop });
    return play;
  }

  stop(play: Play): void {
    if (play !== this.#play) return;
    const { id } = this.#play;
    this.#play.done('stopped');
    this.#play = undefined;
    this.#say({ kind: 'stop', leg: this.id, play: id });
  }

  sendDtmf(digits: string, durationMs?: number): void {
    this.#say({ kind: 'dtmf', leg: this.id, digits, ...lasting(durationMs) });
  }

  pressed(digit: Digit, durationMs?: number): void {
    this.#say({ kind: 'pressed', leg: this.id, digit, ...lasting(durationMs) });
  }

  /** It stays lost: who has several processes sets it up in another. */
  onLost(): void {}

  get isLost(): boolean {
    return false;
  }

  close(told?: (stats: LegStats | undefined) => void): void {
    if (!this.closeOnce()) return;
    this.#play?.done('stopped');
    this.#play = undefined;
    if (this.#plane.isGone) return told?.(undefined);
    void this.#plane
      .ask((id) => ({ kind: 'close-leg', id, leg: this.id }))
      .then((answer) => {
        this.#plane.forget(this.id);
        told?.(answer?.kind === 'closed-leg' ? (answer.stats ?? undefined) : undefined);
      });
  }

  heard(word: OfLeg): void {
    if (this.isClosed) return;
    switch (word.kind) {
      case 'digit':
        return this.tellDigit(word.digit);
      case 'unsendable':
        return this.tellUnsendable(word.digits, word.durationMs);
      case 'quality':
        return this.tellQuality(word.quality);
      case 'media':
        return this.tellMedia(word.on);
      case 'machine':
        return this.tellMachine(word.words);
      case 'played': {
        const play = this.#play;
        if (play?.id !== word.play) return;
        this.#play = undefined;
        return play.done(word.end);
      }
      default:
        word satisfies never;
    }
  }

  async #agree(does: Extract<ToWorker, { kind: 'sdp' }>['does'], sdp: string): Promise<string> {
    if (this.isClosed) throw new MediaRefusal('the leg is closed', 'other');
    const publicAddresses = this.#plane.publicAddresses();
    const answer = await this.#plane.ask((id) => ({ kind: 'sdp', id, leg: this.id, does, sdp, publicAddresses }));
    switch (answer?.kind) {
      case 'agreed': {
        const { holds, isWide, speaksOpus } = answer;
        this.agreed = { remoteHolds: holds, isWide, speaksOpus };
        return answer.sdp;
      }
      case 'refused':
        throw new MediaRefusal(answer.message, answer.why);
      case 'failed':
        throw new Error(answer.message);
      default:
        throw new AudioGone('the process of the audio is gone');
    }
  }

  #say(word: ToWorker): void {
    if (!this.isClosed) this.#plane.say(word);
  }
}

const lasting = (durationMs: number | undefined) => (durationMs === undefined ? {} : { durationMs });

class RemoteBridge implements MediaBridge {
  readonly id: number;
  readonly #say: (word: ToWorker) => void;

  constructor(id: number, say: (word: ToWorker) => void) {
    this.id = id;
    this.#say = say;
  }

  set(members: readonly MediaMember[]): void {
    const open = members.filter(({ leg }) => !leg.isClosed);
    this.#say({
      kind: 'bridge',
      bridge: this.id,
      members: open.map(({ leg, hears, ...rest }) => ({
        ...rest,
        leg: legIn(leg),
        hears: hears.filter((other) => !other.isClosed).map(legIn),
      })),
    });
  }
}

/** Legs of a plane are made by it. */
function legIn(leg: MediaLeg): number {
  if (!(leg instanceof RemoteLeg)) throw new TypeError('a leg of another plane');
  return leg.id;
}

function bridgeIn(bridge: MediaBridge): number {
  if (!(bridge instanceof RemoteBridge)) throw new TypeError('a bridge of another plane');
  return bridge.id;
}
