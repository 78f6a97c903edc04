import type { LocalPlane } from '../create-media-plane.ts';
import { type MediaLeg, MediaRefusal, type Play } from '../media-leg.ts';
import type { BridgeRecording, MediaBridge, MediaRecording } from '../media-plane.ts';
import type { FromWorker, ToWorker } from './words.ts';

interface HostedBridge {
  readonly media: MediaBridge;
  isEmpty: boolean;
}

interface HostedRecording {
  readonly media: MediaRecording;
  /** Null for a message, which is one leg's. */
  readonly follow: BridgeRecording['follow'] | null;
  bridge: number | null;
}

export interface PlaneHostParts {
  readonly plane: LocalPlane;
  readonly say: (word: FromWorker) => void;
  readonly onAddresses: (addresses: readonly string[]) => void;
}

/** Does with the audio of this process what the engine says. */
export class PlaneHost {
  readonly #parts: PlaneHostParts;
  readonly #legs = new Map<number, MediaLeg>();
  readonly #plays = new Map<number, Play>();
  readonly #bridges = new Map<number, HostedBridge>();
  readonly #recordings = new Map<number, HostedRecording>();

  constructor(parts: PlaneHostParts) {
    this.#parts = parts;
  }

  /** Somebody may be heard. */
  get isBusy(): boolean {
    return this.#legs.size > 0;
  }

  take(word: ToWorker): void {
    const { plane, say } = this.#parts;
    switch (word.kind) {
      case 'ping':
        return;
      case 'leg':
        return this.#open(word);
      case 'sdp':
        this.#parts.onAddresses(word.publicAddresses);
        return void this.#agree(word); // Never rejects.
      case 'sending':
        return this.#leg(word.leg).setSending(word.on);
      case 'expect':
        return this.#leg(word.leg).expectMedia(word.on);
      case 'play':
        return this.#play(word);
      case 'stop': {
        const play = this.#plays.get(word.play);
        return play && this.#leg(word.leg).stop(play);
      }
      case 'dtmf':
        return this.#leg(word.leg).sendDtmf(word.digits, word.durationMs);
      case 'pressed':
        return this.#leg(word.leg).pressed(word.digit, word.durationMs);
      case 'close-leg': {
        const told = { stats: null as Extract<FromWorker, { kind: 'closed-leg' }>['stats'] };
        this.#leg(word.leg).close((stats) => {
          told.stats = stats ?? null;
        });
        this.#legs.delete(word.leg);
        return say({ kind: 'closed-leg', id: word.id, ...told });
      }
      case 'bridge':
        return this.#connect(word);
      case 'record': {
        const { recording, tenant, name, begunMs, bridge } = word;
        const media = plane.record({ tenant, recording: name, begunMs }, this.#bridge(bridge).media);
        this.#recordings.set(recording, { media, follow: (next) => media.follow(next), bridge });
        return;
      }
      case 'record-message': {
        const { recording, tenant, name, begunMs, maxSilenceMs, both } = word;
        const limit =
          maxSilenceMs === undefined
            ? undefined
            : { maxSilenceMs, onSilence: () => say({ kind: 'silence', recording }) };
        const media = plane.recordMessage({ tenant, recording: name, begunMs }, this.#leg(word.leg), {
          limit,
          ...(both === true && { both }),
        });
        this.#recordings.set(recording, { media, follow: null, bridge: null });
        return;
      }
      case 'pause':
        return this.#recording(word.recording).media.pause(word.on);
      case 'follow': {
        const recording = this.#recording(word.recording);
        const before = recording.bridge;
        recording.follow?.(this.#bridge(word.bridge).media);
        recording.bridge = word.bridge;
        return this.#forgetUnused(before);
      }
      case 'stop-recording':
        return void this.#stop(word.id, word.recording); // Never rejects.
      case 'served':
        return plane.served(word.on);
      case 'opens':
        return plane.opens(word.keys);
      case 'settled':
        return say({ kind: 'done', id: word.id });
      case 'close':
        return void plane.close().then(() => say({ kind: 'done', id: word.id }));
      default:
        return word satisfies never;
    }
  }

  #open({ leg: id, is, options }: Extract<ToWorker, { kind: 'leg' }>): void {
    const { plane, say } = this.#parts;
    const leg = is === 'webrtc' ? plane.webRtcLeg(options) : plane.rtpLeg(options);
    this.#legs.set(id, leg);
    leg.onDigit((digit) => say({ kind: 'digit', leg: id, digit }));
    leg.onUnsendable((digits, durationMs) => say({ kind: 'unsendable', leg: id, digits, durationMs }));
    leg.onQuality((quality) => say({ kind: 'quality', leg: id, quality }));
    leg.onMedia((on) => say({ kind: 'media', leg: id, on }));
    leg.onMachine((words) => say({ kind: 'machine', leg: id, words }));
  }

  async #agree({ id, leg: of, does, sdp: theirs }: Extract<ToWorker, { kind: 'sdp' }>): Promise<void> {
    const { say } = this.#parts;
    try {
      const leg = this.#leg(of);
      const sdp = (await leg[does](theirs)) ?? '';
      const { remoteHolds: holds, isWide, speaksOpus } = leg;
      say({ kind: 'agreed', id, sdp, holds, isWide, speaksOpus });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (error instanceof MediaRefusal) say({ kind: 'refused', id, why: error.why, message });
      else say({ kind: 'failed', id, message });
    }
  }

  #play({ leg, play, sources, loop }: Extract<ToWorker, { kind: 'play' }>): void {
    const playing = this.#leg(leg).play(sources, { loop }, (end) => {
      this.#plays.delete(play);
      this.#parts.say({ kind: 'played', leg, play, end });
    });
    this.#plays.set(play, playing);
  }

  #connect({ bridge: id, members }: Extract<ToWorker, { kind: 'bridge' }>): void {
    const bridge = this.#bridge(id);
    bridge.media.set(
      members.map(({ leg, hears, ...rest }) => ({
        ...rest,
        leg: this.#leg(leg),
        hears: hears.map((other) => this.#leg(other)),
      })),
    );
    bridge.isEmpty = members.length === 0;
    this.#forgetUnused(id);
  }

  async #stop(id: number, recording: number): Promise<void> {
    const { media, bridge } = this.#recording(recording);
    this.#recordings.delete(recording);
    const result = media.stop();
    this.#forgetUnused(bridge);
    this.#parts.say({ kind: 'recorded', id, result: await result });
  }

  #forgetUnused(bridge: number | null): void {
    if (bridge === null || this.#bridges.get(bridge)?.isEmpty === false) return;
    if ([...this.#recordings.values()].every((recording) => recording.bridge !== bridge)) this.#bridges.delete(bridge);
  }

  /** Made when it is named first, and again when it was forgotten. */
  #bridge(id: number): HostedBridge {
    const known = this.#bridges.get(id);
    if (known !== undefined) return known;
    const fresh = { media: this.#parts.plane.bridge(), isEmpty: true };
    this.#bridges.set(id, fresh);
    return fresh;
  }

  #leg(id: number): MediaLeg {
    return found(this.#legs.get(id), 'leg');
  }

  #recording(id: number): HostedRecording {
    return found(this.#recordings.get(id), 'recording');
  }
}

/** The engine names only what it made and has not ended. */
function found<Thing>(thing: Thing | undefined, what: string): Thing {
  if (thing === undefined) throw new TypeError(`no such ${what}`);
  return thing;
}
