import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BridgeId, CallId, LegId, Member, TenantId } from '@alo/call-core';
import type { EngineSnapshot } from '@alo/engine';
import type { Ari } from './ari/ari.ts';
import { mixOf, type Whisper } from './mix-plan.ts';
import type { Snoops } from './snoops.ts';
import { unlessGone } from './unless-gone.ts';

/** What is there of a wanted edge: an ear at one channel, a mouth at another, and a bridge between them. */
interface Beside {
  /** The channels that it was made for: a leg may get another. */
  readonly channels: string;
  readonly parts: Promise<{ readonly ear: string; readonly mouth: string; readonly bridge: string } | undefined>;
}

/** So long Asterisk needs until a channel that left a bridge, or began to be sent silence, can be listened to; no event tells of it. */
const settleMs = 200;

/** Whose voice goes to which side of a recording, and where it is heard. */
export interface RecordedVoice {
  readonly leg: LegId;
  readonly side: Member['channel'];
  readonly channel: string;
}

interface Bridge {
  readonly tenant: TenantId;
  readonly call: CallId;
  /** As Asterisk calls it. */
  readonly mixing: string;
  members: readonly Member[];
  /** Channels in it, and whose they are. */
  readonly inside: Map<string, LegId>;
  readonly beside: Map<string, Beside>;
}

export interface BridgesOptions {
  readonly ari: Ari;
  readonly snoops: Snoops;
  /** The channel by which a leg speaks; undefined while it has none, or is none of the tenant's. */
  readonly channelOf: (tenant: TenantId, leg: LegId) => string | undefined;
  /** It hears something else for now. */
  readonly isBusy: (leg: LegId) => boolean;
  /** The members of a bridge and their channels, for its recording. */
  readonly onMembers: (bridge: BridgeId) => void;
  /** A leg has come into a bridge, or goes. */
  readonly onMoved: (tenant: TenantId, leg: LegId) => void;
  readonly attempt: (work: Promise<unknown>) => void;
}

/** Who is with whom. What is wanted is asked of Asterisk anew at each change, and only what is different of it. */
export class AsteriskBridges {
  readonly #options: BridgesOptions;
  readonly #bridges = new Map<BridgeId, Bridge>();
  /** When channels were changed last that may be listened to (`performance.now`). */
  readonly #touched = new Map<string, number>();
  /** Channels that were asked to leave a bridge and have not yet. */
  readonly #leaving = new Map<string, PromiseWithResolvers<void>>();

  constructor(options: BridgesOptions) {
    this.#options = options;
  }

  snapshot(): EngineSnapshot['bridges'] {
    return [...this.#bridges].map(([bridge, { tenant, call, members }]) => ({ tenant, call, bridge, members }));
  }

  want(tenant: TenantId, call: CallId, id: BridgeId, members: readonly Member[]): void {
    const { ari, attempt } = this.#options;
    const known = this.#bridges.get(id);
    if (known !== undefined && known.tenant !== tenant) return;
    if (members.length === 0) return this.#end(id);
    // A member of this bridge is a member of no other one.
    for (const [otherId, other] of this.#bridges) {
      if (otherId === id || other.tenant !== tenant) continue;
      const left = other.members.filter(({ leg }) => members.every((member) => member.leg !== leg));
      if (left.length === other.members.length) continue;
      other.members = left;
      this.#arrange(otherId, other);
    }
    const bridge: Bridge = known ?? {
      tenant,
      call,
      mixing: `alo-${randomUUID()}`,
      members,
      inside: new Map(),
      beside: new Map(),
    };
    if (known === undefined) {
      this.#bridges.set(id, bridge);
      attempt(ari.post(`bridges/${bridge.mixing}`, { type: 'mixing' }));
    }
    bridge.members = members;
    this.#arrange(id, bridge);
  }

  /** Members of a bridge whom its recording has, with the channels by which they speak. */
  voicesOf(id: BridgeId): readonly RecordedVoice[] {
    const bridge = this.#bridges.get(id);
    return (bridge?.members ?? []).flatMap(({ leg, channel: side, offRecord }) => {
      const channel = bridge && this.#options.channelOf(bridge.tenant, leg);
      return channel === undefined || offRecord ? [] : [{ leg, side, channel }];
    });
  }

  /** It is sent what others say. */
  isInside(channel: string): boolean {
    for (const { inside } of this.#bridges.values()) if (inside.has(channel)) return true;
    return false;
  }

  /** A leg has answered, or begins or ceases to hear something else. */
  changed(leg: LegId): void {
    for (const [id, bridge] of this.#bridges) {
      if (bridge.members.some((member) => member.leg === leg)) this.#arrange(id, bridge);
    }
  }

  legGone(leg: LegId): void {
    for (const [id, bridge] of this.#bridges) {
      if (bridge.members.every((member) => member.leg !== leg)) continue;
      bridge.members = bridge.members.filter((member) => member.leg !== leg);
      // Its channel has left by itself.
      for (const [channel, inside] of bridge.inside) {
        if (inside !== leg) continue;
        bridge.inside.delete(channel);
        this.left(channel);
      }
      this.#arrange(id, bridge);
    }
  }

  callOver(call: CallId): void {
    for (const [id, bridge] of this.#bridges) if (bridge.call === call) this.#end(id);
  }

  #end(id: BridgeId): void {
    const bridge = this.#bridges.get(id);
    if (bridge === undefined) return;
    this.#bridges.delete(id);
    for (const beside of bridge.beside.values()) this.#silence(beside);
    const inside = [...bridge.inside];
    bridge.inside.clear();
    for (const [channel] of inside) this.#remove(bridge.mixing, channel);
    for (const [, leg] of inside) this.#options.onMoved(bridge.tenant, leg);
    this.#options.attempt(unlessGone(this.#options.ari.delete(`bridges/${bridge.mixing}`)));
    this.#options.onMembers(id);
  }

  #arrange(id: BridgeId, bridge: Bridge): void {
    const { ari, attempt, channelOf, isBusy, onMembers, onMoved } = this.#options;
    const channel = (leg: LegId) => channelOf(bridge.tenant, leg);
    // Who has not answered yet is with the others from then on.
    const there = bridge.members.filter(({ leg }) => channel(leg) !== undefined);
    const busy = new Set(there.filter(({ leg }) => isBusy(leg)).map(({ leg }) => leg));
    const { together, whispers } = mixOf(there, busy);
    const wanted = new Map(together.flatMap((leg) => [[channel(leg) ?? '', leg] as const]));
    for (const [inside, leg] of bridge.inside) {
      if (wanted.has(inside)) continue;
      bridge.inside.delete(inside);
      this.#remove(bridge.mixing, inside);
      onMoved(bridge.tenant, leg);
    }
    for (const [outside, leg] of wanted) {
      if (bridge.inside.has(outside)) continue;
      bridge.inside.set(outside, leg);
      onMoved(bridge.tenant, leg);
      const how = { channel: outside, inhibitConnectedLineUpdates: true };
      attempt(unlessGone(ari.post(`bridges/${bridge.mixing}/addChannel`, how)));
    }
    this.#whisper(bridge, whispers);
    onMembers(id);
  }

  #whisper(bridge: Bridge, whispers: readonly Whisper[]): void {
    const { channelOf } = this.#options;
    const wanted = new Map(whispers.map((whisper) => [`${whisper.from} ${whisper.to}`, whisper]));
    const channelsOf = ({ from, to }: Whisper) => [channelOf(bridge.tenant, from), channelOf(bridge.tenant, to)];
    for (const [key, beside] of bridge.beside) {
      const still = wanted.get(key);
      if (still !== undefined && channelsOf(still).join() === beside.channels) continue;
      bridge.beside.delete(key);
      this.#silence(beside);
    }
    for (const [key, whisper] of wanted) {
      const [from, to] = channelsOf(whisper);
      if (bridge.beside.has(key) || from === undefined || to === undefined) continue;
      bridge.beside.set(key, { channels: [from, to].join(), parts: this.#speak(from, to) });
    }
  }

  /** A channel hears something in another way from now on. */
  touch(channel: string): void {
    this.#touched.set(channel, performance.now());
  }

  /** A channel is no more. */
  forget(channel: string): void {
    this.#touched.delete(channel);
    this.left(channel);
  }

  /** A channel has left a bridge. */
  left(channel: string): void {
    if (this.#leaving.has(channel)) this.touch(channel);
    this.#leaving.get(channel)?.resolve();
    this.#leaving.delete(channel);
  }

  #remove(mixing: string, channel: string): void {
    const { ari, attempt } = this.#options;
    this.#leaving.set(channel, Promise.withResolvers());
    const asked = unlessGone(ari.post(`bridges/${mixing}/removeChannel`, { channel }));
    attempt(
      asked.then((done) => {
        if (done === undefined) this.left(channel);
      }),
    );
  }

  /** Takes what `from` says and gives it to `to`. */
  async #speak(from: string, to: string) {
    const { ari, snoops } = this.#options;
    // Where a channel just leaves a bridge or begins to be sent silence, nothing would be taken or given for ever.
    await Promise.all([from, to].flatMap((channel) => this.#leaving.get(channel)?.promise ?? []));
    const touched = Math.max(...[from, to].map((channel) => this.#touched.get(channel) ?? 0));
    const left = touched + settleMs - performance.now();
    if (left > 0) await sleep(left);
    const ear = await unlessGone(snoops.open(from, { spy: 'in', whisper: 'none' }));
    if (ear === undefined) return undefined;
    const mouth = await unlessGone(snoops.open(to, { spy: 'none', whisper: 'out' }));
    if (mouth === undefined) {
      await unlessGone(ari.delete(`channels/${ear}`));
      return undefined;
    }
    const bridge = `alo-${randomUUID()}`;
    await ari.post(`bridges/${bridge}`, { type: 'mixing' });
    await unlessGone(ari.post(`bridges/${bridge}/addChannel`, { channel: `${ear},${mouth}` }));
    return { ear, mouth, bridge };
  }

  #silence({ parts }: Beside): void {
    const { ari, attempt } = this.#options;
    attempt(
      parts.then(async (there) => {
        if (there === undefined) return;
        const { ear, mouth, bridge } = there;
        await Promise.all([ear, mouth].map((channel) => unlessGone(ari.delete(`channels/${channel}`))));
        await unlessGone(ari.delete(`bridges/${bridge}`));
      }),
    );
  }
}
