import type { MediaLeg } from '../media-leg.ts';
import type {
  BridgeRecording,
  LegOptions,
  MediaBridge,
  MediaLog,
  MediaPlane,
  MediaRecording,
  MessageOptions,
  RecordingOf,
  RtpLegOptions,
} from '../media-plane.ts';
import { PoolBridge, poolBridgeOf } from './pool-bridge.ts';
import { PoolLeg, poolLegOf } from './pool-leg.ts';
import { PoolRecording } from './pool-recording.ts';

/** Where the legs of one call are, and how many. */
interface Place {
  readonly plane: MediaPlane;
  legs: number;
}

/**
 * The audio of several processes as one plane (ADR 701). What is of one call is set up in one process, the one that has the fewest legs when the
 * call begins; calls that are joined are connected by pipes. What a process had that died is set up in another.
 */
export class MediaPool implements MediaPlane {
  /** Of this process: carries calls while no other does. */
  readonly #own: MediaPlane;
  readonly #log: MediaLog;
  readonly #planes = new Set<MediaPlane>();
  readonly #places = new Map<string, Place>();
  readonly #legs = new Set<PoolLeg>();
  readonly #bridges = new Set<PoolBridge>();
  readonly #recordings = new Set<PoolRecording>();
  #isServed = true;

  constructor(own: MediaPlane, log: MediaLog) {
    this.#own = own;
    this.#log = log;
  }

  /** Another process carries calls from now on. */
  joined(plane: MediaPlane): void {
    plane.served(this.#isServed);
    this.#planes.add(plane);
  }

  /** A process died: its calls are set up in others, and their parties are told of that. */
  died(plane: MediaPlane): void {
    if (!this.#planes.delete(plane)) return;
    for (const [conversation, place] of this.#places) if (place.plane === plane) this.#places.delete(conversation);
    const lost = [...this.#legs].filter((leg) => leg.plane === plane);
    for (const leg of lost) leg.moveTo(this.#placeFor(leg.conversation));
    for (const bridge of this.#bridges) bridge.lost(plane);
    for (const recording of this.#recordings) recording.lost(plane);
    for (const leg of lost) leg.tellLost();
  }

  /** How many legs a process has. */
  legsIn(plane: MediaPlane): number {
    let legs = 0;
    for (const leg of this.#legs) if (leg.plane === plane) legs += 1;
    return legs;
  }

  webRtcLeg(options: LegOptions = {}): MediaLeg {
    return this.#leg(options.conversation, (plane, after) => plane.webRtcLeg({ ...options, ...after }));
  }

  rtpLeg(options: RtpLegOptions = {}): MediaLeg {
    return this.#leg(options.conversation, (plane, after) => plane.rtpLeg({ ...options, ...after }));
  }

  bridge(conversation?: string): MediaBridge {
    const bridge: PoolBridge = new PoolBridge({
      home: () => (conversation === undefined ? undefined : this.#places.get(conversation)?.plane) ?? this.#least(),
      onUsed: (isUsed) => void (isUsed ? this.#bridges.add(bridge) : this.#bridges.delete(bridge)),
      log: this.#log,
    });
    return bridge;
  }

  record(what: RecordingOf, first: MediaBridge): BridgeRecording {
    let bridge = poolBridgeOf(first);
    const recording = this.#recording((begun) => {
      const { plane, media } = bridge.recordedIn();
      const written = plane.record({ ...what, ...begun }, media);
      return { plane, written, follow: (next) => written.follow(next.recordedIn(plane).media) };
    });
    return {
      pause: (on) => recording.pause(on),
      stop() {
        bridge.recordedNoMore();
        return recording.stop();
      },
      follow(next) {
        const before = bridge;
        bridge = poolBridgeOf(next);
        recording.follow(bridge);
        before.recordedNoMore();
      },
    };
  }

  recordMessage(what: RecordingOf, leg: MediaLeg, options?: MessageOptions): MediaRecording {
    const of = poolLegOf(leg);
    return this.#recording((begun) => ({
      plane: of.plane,
      written: of.plane.recordMessage({ ...what, ...begun }, of.seat, options),
      follow: () => {},
    }));
  }

  served(isServed: boolean): void {
    this.#isServed = isServed;
    for (const plane of this.#all()) plane.served(isServed);
  }

  opens(keys: Readonly<Record<string, string>>): void {
    for (const plane of this.#all()) plane.opens(keys);
  }

  async settled(): Promise<void> {
    await Promise.all(this.#all().map((plane) => plane.settled()));
  }

  async close(): Promise<void> {
    for (const leg of this.#legs) leg.close();
    await Promise.all(this.#all().map((plane) => plane.close()));
  }

  #leg(
    conversation: string | undefined,
    make: (plane: MediaPlane, after: Pick<LegOptions, 'after'>) => MediaLeg,
  ): PoolLeg {
    const leg: PoolLeg = new PoolLeg({
      conversation,
      plane: this.#placeFor(conversation),
      make,
      onClosed: () => {
        this.#legs.delete(leg);
        this.#leave(conversation);
      },
    });
    this.#legs.add(leg);
    return leg;
  }

  #recording(begin: ConstructorParameters<typeof PoolRecording>[0]): PoolRecording {
    const recording: PoolRecording = new PoolRecording(begin, () => void this.#recordings.delete(recording));
    this.#recordings.add(recording);
    return recording;
  }

  /** Where another leg of that call is set up. */
  #placeFor(conversation: string | undefined): MediaPlane {
    if (conversation === undefined) return this.#least();
    const place = this.#places.get(conversation) ?? { plane: this.#least(), legs: 0 };
    place.legs += 1;
    this.#places.set(conversation, place);
    return place.plane;
  }

  #leave(conversation: string | undefined): void {
    const place = conversation === undefined ? undefined : this.#places.get(conversation);
    if (conversation === undefined || place === undefined) return;
    place.legs -= 1;
    if (place.legs === 0) this.#places.delete(conversation);
  }

  #least(): MediaPlane {
    let least: { readonly plane: MediaPlane; readonly legs: number } | undefined;
    for (const plane of this.#planes) {
      const legs = this.legsIn(plane);
      if (least === undefined || legs < least.legs) least = { plane, legs };
    }
    return least?.plane ?? this.#own;
  }

  #all(): readonly MediaPlane[] {
    return [this.#own, ...this.#planes];
  }
}
