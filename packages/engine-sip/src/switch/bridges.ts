import type { BridgeId, CallId, LegId, Member, TenantId } from '@alo/call-core';
import type { EngineSnapshot } from '@alo/engine';
import type { MediaBridge, MediaLeg, MediaPlane } from '../media/index.ts';

interface Known {
  readonly tenant: TenantId;
  readonly call: CallId;
  readonly bridge: BridgeId;
  readonly media: MediaBridge;
  /** The members that call control wants; a leg without audio joins when it has some. */
  members: readonly Member[];
}

/** Bridges by their names, as call control wants them. */
export class Bridges {
  readonly #plane: Pick<MediaPlane, 'bridge'>;
  readonly #mediaOf: (tenant: TenantId, leg: LegId) => MediaLeg | null;
  readonly #bridges = new Map<BridgeId, Known>();
  /** The bridge that a leg is wanted in. */
  readonly #of = new Map<LegId, Known>();

  constructor(plane: Pick<MediaPlane, 'bridge'>, mediaOf: (tenant: TenantId, leg: LegId) => MediaLeg | null) {
    this.#plane = plane;
    this.#mediaOf = mediaOf;
  }

  want(tenant: TenantId, call: CallId, bridge: BridgeId, members: readonly Member[]): void {
    const known = this.#known(tenant, call, bridge);
    if (known === undefined) return; // Another tenant's.
    for (const { leg } of members) {
      const elsewhere = this.#of.get(leg);
      if (elsewhere !== undefined && elsewhere !== known) this.#leave(elsewhere, leg);
    }
    for (const { leg } of known.members) this.#of.delete(leg);
    known.members = members;
    for (const { leg } of members) this.#of.set(leg, known);
    this.#connect(known);
    if (members.length === 0) this.#bridges.delete(bridge);
  }

  /** The bridge's audio, for a recording; a bridge that is asked for before it has members is there already. */
  mediaOf(tenant: TenantId, call: CallId, bridge: BridgeId): MediaBridge | undefined {
    return this.#known(tenant, call, bridge)?.media;
  }

  /** A leg has its audio from now on. */
  legReady(leg: LegId): void {
    const known = this.#of.get(leg);
    if (known !== undefined) this.#connect(known);
  }

  legGone(leg: LegId): void {
    const known = this.#of.get(leg);
    if (known !== undefined) this.#leave(known, leg);
  }

  /** The call is over: bridges that it leaves empty are, too. */
  callOver(call: CallId): void {
    for (const known of this.#bridges.values()) {
      if (known.call === call && known.members.length === 0) this.#bridges.delete(known.bridge);
    }
  }

  snapshot(): EngineSnapshot['bridges'] {
    return [...this.#bridges.values()].map(({ tenant, call, bridge, members }) => ({ tenant, call, bridge, members }));
  }

  #known(tenant: TenantId, call: CallId, bridge: BridgeId): Known | undefined {
    const known = this.#bridges.get(bridge);
    if (known !== undefined) return known.tenant === tenant ? known : undefined;
    const fresh: Known = { tenant, call, bridge, media: this.#plane.bridge(call), members: [] };
    this.#bridges.set(bridge, fresh);
    return fresh;
  }

  #leave(known: Known, leg: LegId): void {
    this.#of.delete(leg);
    known.members = known.members.filter((member) => member.leg !== leg);
    this.#connect(known);
  }

  #connect({ tenant, media, members }: Known): void {
    const audio = new Map(members.flatMap(({ leg }) => pairOf(leg, this.#mediaOf(tenant, leg))));
    media.set(
      members.flatMap(({ leg, hears, ...rest }) => {
        const own = audio.get(leg);
        return own === undefined
          ? []
          : [{ ...rest, leg: own, hears: hears.flatMap((other) => audio.get(other) ?? []) }];
      }),
    );
  }
}

const pairOf = (leg: LegId, media: MediaLeg | null): readonly (readonly [LegId, MediaLeg])[] =>
  media === null ? [] : [[leg, media]];
