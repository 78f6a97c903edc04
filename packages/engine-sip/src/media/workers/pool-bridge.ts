import type { MediaLeg } from '../media-leg.ts';
import type { MediaBridge, MediaLog, MediaMember, MediaPlane } from '../media-plane.ts';
import { type PoolLeg, poolLegOf } from './pool-leg.ts';

export interface PoolBridgeParts {
  /** Where it is while it has nobody. */
  readonly home: () => MediaPlane;
  /** It has members or is recorded; it has and is neither. */
  readonly onUsed: (isUsed: boolean) => void;
  readonly log: MediaLog;
}

interface Member extends Omit<MediaMember, 'leg' | 'hears'> {
  readonly leg: PoolLeg;
  readonly hears: readonly PoolLeg[];
}

interface Home {
  readonly plane: MediaPlane;
  readonly media: MediaBridge;
}

/**
 * People who hear each other, in one process. Who is set up in another one, since calls were joined, comes by a pipe. It is where its recording is
 * written; else where some of its people are.
 */
export class PoolBridge implements MediaBridge {
  readonly #parts: PoolBridgeParts;
  readonly #pipes = new Map<PoolLeg, Pipe>();
  #members: readonly Member[] = [];
  #home: Home | undefined;
  #recordings = 0;

  constructor(parts: PoolBridgeParts) {
    this.#parts = parts;
  }

  set(members: readonly MediaMember[]): void {
    this.#set(members.map((member) => ({ ...member, leg: poolLegOf(member.leg), hears: member.hears.map(poolLegOf) })));
  }

  remove(leg: PoolLeg): void {
    this.#set(this.#members.filter((member) => member.leg !== leg));
  }

  /** Where it is recorded: in that process, where one is said, to which it goes then. */
  recordedIn(plane?: MediaPlane): Home {
    this.#recordings += 1;
    this.#use();
    if (plane === undefined || plane === this.#home?.plane) return this.#atHome();
    this.#leaveHome();
    const home = this.#settle(plane);
    this.#connect();
    return home;
  }

  recordedNoMore(): void {
    this.#recordings -= 1;
    this.#use();
  }

  /** A process died: what was there is connected anew. Who records says again where. */
  lost(plane: MediaPlane): void {
    const isHome = this.#home?.plane === plane;
    if (isHome) {
      this.#leaveHome();
      this.#recordings = 0;
      this.#use();
    }
    if (isHome || [...this.#pipes].some(([leg, { seat }]) => seat !== leg.seat)) this.#connect();
  }

  #set(members: readonly Member[]): void {
    const present = members.filter(({ leg }) => !leg.isClosed);
    const staying = new Set(present.map(({ leg }) => leg));
    for (const { leg } of this.#members) if (!staying.has(leg)) leg.bridge = undefined;
    for (const { leg } of present) {
      if (leg.bridge !== this) leg.bridge?.remove(leg);
      leg.bridge = this;
    }
    this.#members = present;
    this.#use();
    this.#connect();
  }

  /** One that nobody uses is nowhere. */
  #use(): void {
    this.#parts.onUsed(this.#isUsed);
    if (!this.#isUsed) this.#leaveHome();
  }

  get #isUsed(): boolean {
    return this.#members.length > 0 || this.#recordings > 0;
  }

  #connect(): void {
    if (!this.#isUsed) return;
    const { plane, media } = this.#atHome();
    const present = new Map(this.#members.map(({ leg }) => [leg, this.#inside(leg, plane)]));
    for (const [leg, pipe] of this.#pipes) {
      if (present.get(leg) === pipe.inside) continue;
      pipe.close();
      this.#pipes.delete(leg);
    }
    media.set(
      this.#members.flatMap(({ leg, hears, ...rest }) => {
        const own = present.get(leg);
        return own === undefined
          ? []
          : [{ ...rest, leg: own, hears: hears.flatMap((other) => present.get(other) ?? []) }];
      }),
    );
  }

  /** The leg, as the home's process has it. */
  #inside(leg: PoolLeg, home: MediaPlane): MediaLeg {
    if (leg.plane === home) return leg.seat;
    const known = this.#pipes.get(leg);
    if (known?.seat === leg.seat) return known.inside;
    known?.close();
    const pipe = new Pipe(leg, home, this.#parts.log);
    this.#pipes.set(leg, pipe);
    return pipe.inside;
  }

  #atHome(): Home {
    const first = this.#members[0]?.leg.plane;
    const home = this.#home;
    if (home === undefined) return this.#settle(first ?? this.#parts.home());
    if (this.#recordings > 0 || first === undefined) return home;
    if (this.#members.some(({ leg }) => leg.plane === home.plane)) return home;
    this.#leaveHome();
    return this.#settle(first);
  }

  #settle(plane: MediaPlane): Home {
    const home = { plane, media: plane.bridge() };
    this.#home = home;
    return home;
  }

  #leaveHome(): void {
    this.#home?.media.set([]);
    this.#home = undefined;
    for (const pipe of this.#pipes.values()) pipe.close();
    this.#pipes.clear();
  }
}

/** Connects a leg of one process with a bridge of another, by RTP on this machine. */
class Pipe {
  readonly seat: MediaLeg;
  /** The far end in the bridge's process. */
  readonly inside: MediaLeg;
  readonly #outside: MediaLeg;
  readonly #wire: MediaBridge;

  constructor(leg: PoolLeg, home: MediaPlane, log: MediaLog) {
    this.seat = leg.seat;
    this.inside = home.rtpLeg();
    this.#outside = leg.plane.rtpLeg();
    this.#wire = leg.plane.bridge();
    this.#wire.set([
      { leg: this.seat, hears: [this.#outside], channel: 'left' },
      { leg: this.#outside, hears: [this.seat], channel: 'right' },
    ]);
    this.#open().catch((error: unknown) => {
      if (!this.inside.isClosed) log.warn({ err: error }, 'two processes of audio are not connected');
    });
  }

  close(): void {
    this.#wire.set([]);
    this.inside.close();
    this.#outside.close();
  }

  async #open(): Promise<void> {
    const answer = await this.inside.answer(await this.#outside.offer());
    await this.#outside.acceptAnswer(answer);
  }
}

/** Bridges of a pool are made by it. */
export function poolBridgeOf(bridge: MediaBridge): PoolBridge {
  if (!(bridge instanceof PoolBridge)) throw new TypeError('a bridge of another plane');
  return bridge;
}
