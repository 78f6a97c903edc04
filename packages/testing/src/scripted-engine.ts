import { randomUUID } from 'node:crypto';
import type {
  BridgeId,
  CallId,
  Cause,
  Contact,
  ContactId,
  EngineCommand,
  EngineEvent,
  LegEvent,
  LegId,
  Member,
  PlayId,
  RecordingId,
  TenantId,
  TrunkId,
} from '@alo/call-core';
import {
  type EngineSnapshot,
  type EngineStatus,
  type EventReceipt,
  engineCommand,
  type LineHeard,
  type ProvisionChange,
  Provisions,
  type TelephonyEngine,
  type TenantProvision,
} from '@alo/engine';

/** What can happen to a leg, without saying which and when. */
export type LegHappening<E = LegEvent> = E extends LegEvent ? Omit<E, 'call' | 'leg' | 'at'> : never;
type Listener = (tenant: TenantId, event: EngineEvent, receipt: EventReceipt) => void;

interface ScriptedLeg {
  readonly tenant: TenantId;
  readonly call: CallId;
  readonly name: string;
  readonly side: 'arrived' | 'dialled';
  state: 'new' | 'ringing' | 'up';
  held: boolean;
  play: PlayId | null;
}

interface ScriptedRecording {
  readonly tenant: TenantId;
  readonly call: CallId;
  readonly since: number;
  /** When its talk ended while nobody listened. */
  until: number | null;
  paused: boolean;
}

interface Told {
  readonly tenant: TenantId;
  readonly event: EngineEvent;
  readonly seq: number;
}

/**
 * An engine without a network: tests say what phones and callers do, and it does what call control says. Legs that are hung
 * up end, recordings that are stopped are closed; all of that happens after the command, as with a real engine. It survives
 * its server: after `serverDies` it keeps what it has, and tells the next listener what nobody took.
 */
export class ScriptedEngine implements TelephonyEngine {
  /** Short sentences of what was performed: `dial 101`, `bridge caller+101`, `bridge caller+101+102 (hears caller)`. */
  readonly performed: string[] = [];
  readonly provisions = new Provisions();
  now: () => number = Date.now;
  #life = randomUUID();
  #seq = 0;
  #isReachable = true;
  readonly #legs = new Map<LegId, ScriptedLeg>();
  readonly #bridges = new Map<BridgeId, { tenant: TenantId; call: CallId; members: readonly Member[] }>();
  readonly #recordings = new Map<RecordingId, ScriptedRecording>();
  readonly #recorded = new Map<RecordingId, { tenant: TenantId; bytes: number }>();
  readonly #phones = new Map<string, EngineSnapshot['registrations'][number]>();
  /** Told, and not taken yet. */
  #untaken: Told[] = [];
  /** How far of these the present listeners have heard. */
  #heardUpTo = 0;
  #eventListeners: Listener[] = [];
  #statusListeners: ((status: EngineStatus) => void)[] = [];

  start(): Promise<void> {
    this.#tell('up');
    return Promise.resolve();
  }
  open(): Promise<void> {
    return Promise.resolve();
  }
  close(): Promise<void> {
    this.#legs.clear();
    return Promise.resolve();
  }
  provision(tenant: TenantProvision): Promise<void> {
    this.provisions.set(tenant);
    return Promise.resolve();
  }
  async change(tenant: TenantId, revision: number, changes: readonly ProvisionChange[]): Promise<void> {
    this.provisions.change(tenant, revision, changes);
  }
  forget(tenant: TenantId): Promise<void> {
    this.provisions.forget(tenant);
    return Promise.resolve();
  }
  async letGo(tenant: TenantId): Promise<boolean> {
    if ((await this.snapshot()).legs.some((leg) => leg.tenant === tenant)) return false;
    await this.forget(tenant);
    return true;
  }
  onEvent(listener: Listener): void {
    this.#eventListeners.push(listener);
    this.#publishEvents();
  }
  /** Its phones are made up: none is ever seen. */
  onSeen(): void {}
  readonly #heardListeners: Parameters<TelephonyEngine['onHeard']>[0][] = [];
  onHeard(listener: Parameters<TelephonyEngine['onHeard']>[0]): void {
    this.#heardListeners.push(listener);
  }
  /** A line sounds so. */
  hearsLine(tenant: TenantId, heard: LineHeard): void {
    for (const listener of this.#heardListeners) listener(tenant, heard);
  }

  onStatus(listener: (status: EngineStatus) => void): void {
    this.#statusListeners.push(listener);
  }
  snapshot(): Promise<EngineSnapshot> {
    return Promise.resolve({
      legs: [...this.#legs].map(([leg, { tenant, call, side, state, held, play }]) => {
        return { tenant, call, leg, side, state, held, plays: play === null ? [] : [play] };
      }),
      bridges: [...this.#bridges].map(([bridge, { tenant, call, members }]) => ({ tenant, call, bridge, members })),
      recordings: [...this.#recordings].map(([recording, { tenant, call, paused }]) => {
        return { tenant, call, recording, paused };
      }),
      registrations: [...this.#phones.values()],
      provisioned: [...this.provisions.all()].map(({ tenant, revision }) => ({ tenant, revision })),
    });
  }
  fetchRecording(tenant: TenantId, recording: RecordingId): Promise<ReadableStream<Uint8Array> | null> {
    const kept = this.#recorded.get(recording);
    return Promise.resolve(kept?.tenant === tenant ? new Blob([new Uint8Array(kept.bytes)]).stream() : null);
  }

  /** The engine dies: everything that it had is gone without a word. */
  die(): void {
    for (const state of [this.#legs, this.#bridges, this.#recordings, this.#phones]) state.clear();
    this.#untaken = [];
    this.#life = randomUUID();
    [this.#seq, this.#heardUpTo] = [0, 0];
    this.#tell('dead');
  }
  revive(): void {
    this.#tell('up');
  }
  /** The link to it breaks: what happens meanwhile is told when it is back. */
  becomeUnreachable(): void {
    this.#isReachable = false;
    this.#tell('unreachable');
  }
  becomeReachable(): void {
    this.#isReachable = true;
    this.#tell('up');
    this.#publishEvents();
  }
  /** The listener is gone; calls go on for the next listener. */
  serverDies(): void {
    this.#eventListeners = [];
    this.#statusListeners = [];
    this.#heardUpTo = 0;
  }

  /** A phone has so many contacts from now on, the last `asleep` of them asleep, the first `voiceless` without a microphone. */
  register(tenant: TenantId, extension: string, count = 1, asleep = 0, voiceless = 0): void {
    const contacts: Contact[] = Array.from({ length: count }, (_, i) => ({
      id: `${extension}-${i + 1}` as ContactId, // an engine names its contacts
      asleep: i >= count - asleep,
      ...(i < voiceless ? { voiceless: true } : {}),
    }));
    if (count === 0) this.#phones.delete(`${tenant} ${extension}`);
    else this.#phones.set(`${tenant} ${extension}`, { tenant, extension, contacts });
    this.#say(tenant, { type: 'contacts', extension, contacts, at: this.now() });
  }

  /** A customer calls in over a trunk, whose carrier may send a name. */
  customerCalls(tenant: TenantId, trunk: TrunkId, number: string, dialled: string, name = ''): CallId {
    return this.#arrive(tenant, { kind: 'trunk', trunk, number, name }, dialled);
  }
  extensionCalls(tenant: TenantId, extension: string, dialled: string): CallId {
    return this.#arrive(tenant, { kind: 'extension', extension }, dialled);
  }

  /** Something happens to the newest leg of a call with this name: `caller`, an extension, or a trunk. */
  on(call: CallId, name: string, happening: LegHappening): void {
    const [id, leg] = this.#find(call, name);
    if (happening.type === 'ringing' || happening.type === 'early-media') leg.state = 'ringing';
    if (happening.type === 'answered') leg.state = 'up';
    if (happening.type === 'held') leg.held = happening.on;
    if (happening.type === 'played' && leg.play === happening.play) leg.play = null;
    if (happening.type === 'ended') {
      this.#forgetLeg(id);
      this.#endUnheardTalk(call);
    }
    this.#say(leg.tenant, { ...happening, call, leg: id, at: this.now() });
  }
  rings(call: CallId, name: string): void {
    this.on(call, name, { type: 'ringing' });
  }
  answers(call: CallId, name: string): void {
    this.on(call, name, { type: 'answered' });
  }
  ends(call: CallId, name: string, cause: Cause = 'normal'): void {
    this.on(call, name, { type: 'ended', cause });
  }
  /** What plays to the leg comes to its end. */
  heardAll(call: CallId, name: string): void {
    const [, { play }] = this.#find(call, name);
    if (play === null) throw new Error(`Nothing plays to “${name}”.`);
    this.on(call, name, { type: 'played', play });
  }
  /** Would this leg hear that one: both up, in a bridge where it does, and nothing else plays to it? */
  hears(listener: LegId, speaker: LegId): boolean {
    const [ear, mouth] = [this.#legs.get(listener), this.#legs.get(speaker)];
    if (ear?.state !== 'up' || mouth?.state !== 'up' || ear.play !== null) return false;
    return [...this.#bridges.values()].some(
      ({ members }) =>
        members.some(({ leg }) => leg === speaker) &&
        members.some(({ leg, hears }) => leg === listener && hears.includes(speaker)),
    );
  }
  /** The newest leg of a call with this name. */
  legOf(call: CallId, name: string): LegId {
    return this.#find(call, name)[0];
  }
  /** The newest leg that was dialled to this name, in any call. */
  lastDialled(name: string): { readonly call: CallId; readonly leg: LegId } | undefined {
    const found = [...this.#legs].findLast(([, leg]) => leg.side === 'dialled' && leg.name === name);
    return found && { call: found[1].call, leg: found[0] };
  }
  /** Says again what was said, or what never happened. */
  say(tenant: TenantId, event: EngineEvent): void {
    this.#say(tenant, event);
  }

  perform(tenant: TenantId, call: CallId, command: EngineCommand): void {
    // A real engine of the same code takes it as it comes: here it must be what the vocabulary says.
    engineCommand.parse(JSON.parse(JSON.stringify(command)));
    const leg = 'leg' in command ? this.#legs.get(command.leg) : undefined;
    const name = leg?.name ?? 'nobody';
    switch (command.type) {
      case 'dial': {
        const dialled = command.to.kind === 'extension' ? command.to.extension : command.to.trunk;
        this.#addLeg(tenant, call, command.leg, dialled, 'dialled');
        this.performed.push(`dial ${dialled}${'toBots' in command.to ? ' for a bot' : ''}`);
        return;
      }
      case 'hang-up': {
        this.performed.push(`hang up ${name} (${command.cause})`);
        if (leg === undefined) return;
        this.#forgetLeg(command.leg);
        const { cause } = command;
        return this.#later(tenant, { type: 'ended', call: leg.call, leg: command.leg, at: this.now(), cause });
      }
      case 'play':
        if (leg !== undefined) leg.play = command.play;
        this.performed.push(`play to ${name}`);
        return;
      case 'stop':
        if (leg?.play === command.play) leg.play = null;
        this.performed.push(`stop ${name}`);
        return;
      case 'answer':
      case 'ring':
      case 'progress':
        if (leg !== undefined) leg.state = command.type === 'answer' ? 'up' : 'ringing';
        this.performed.push(`${command.type} ${name}`);
        return;
      case 'send-dtmf':
        this.performed.push(`${command.type} ${name}`);
        return;
      case 'transfer-result':
        this.performed.push(`tell ${name} that the transfer is ${command.result}`);
        return;
      case 'bridge':
        return this.#bridge(tenant, call, command.bridge, command.members);
      case 'record':
      case 'record-message':
        this.performed.push(command.type);
        if (!this.#recordings.has(command.recording)) {
          this.#recordings.set(command.recording, { tenant, call, since: this.now(), until: null, paused: false });
        }
        return;
      case 'pause-recording': {
        this.performed.push(command.on ? 'pause-recording' : 'resume-recording');
        const running = this.#recordings.get(command.recording);
        if (running !== undefined) running.paused = command.on;
        return;
      }
      case 'stop-recording':
        this.performed.push('stop-recording');
        return this.#stopRecording(tenant, call, command.recording);
      default:
        return command satisfies never;
    }
  }

  #bridge(tenant: TenantId, call: CallId, bridge: BridgeId, members: readonly Member[]): void {
    const nameOf = (leg: LegId) => this.#legs.get(leg)?.name ?? 'nobody';
    const words = members.map(({ leg, hears }) => {
      const hearsAll = members.every((other) => other.leg === leg || hears.includes(other.leg));
      return hearsAll ? nameOf(leg) : `${nameOf(leg)} (hears ${hears.map(nameOf).join('+') || 'nobody'})`;
    });
    this.performed.push(`bridge ${words.join('+') || 'nobody'}`);
    for (const { leg } of members) this.#leaveBridges(leg);
    if (members.length === 0) this.#bridges.delete(bridge);
    else this.#bridges.set(bridge, { tenant, call, members });
  }

  #stopRecording(tenant: TenantId, call: CallId, recording: RecordingId): void {
    const running = this.#recordings.get(recording);
    this.#recordings.delete(recording);
    const durationMs = running === undefined ? 0 : (running.until ?? this.now()) - running.since;
    const bytes = running === undefined ? 0 : 44 + durationMs * 32;
    this.#recorded.set(recording, { tenant, bytes });
    const state = running === undefined ? 'incomplete' : 'whole';
    this.#later(tenant, { type: 'recorded', call, recording, at: this.now(), durationMs, bytes, state });
  }

  /** Who is left alone while nobody decides anything is not recorded. */
  #endUnheardTalk(call: CallId): void {
    const talks = [...this.#bridges.values()].some((bridge) => bridge.call === call && bridge.members.length > 1);
    if (talks || this.#eventListeners.length > 0) return;
    for (const recording of this.#recordings.values()) if (recording.call === call) recording.until ??= this.now();
  }

  #arrive(tenant: TenantId, origin: Extract<LegEvent, { type: 'arrived' }>['origin'], dialled: string): CallId {
    const call = randomUUID() as CallId; // an engine names its calls
    const leg = randomUUID() as LegId; // and the legs that come in
    this.#addLeg(tenant, call, leg, 'caller', 'arrived');
    this.#say(tenant, { type: 'arrived', call, leg, at: this.now(), origin, dialled });
    return call;
  }

  #addLeg(tenant: TenantId, call: CallId, leg: LegId, name: string, side: ScriptedLeg['side']): void {
    this.#legs.set(leg, { tenant, call, name, side, state: 'new', held: false, play: null });
  }

  #find(call: CallId, name: string): [LegId, ScriptedLeg] {
    const found = [...this.#legs].findLast(([, leg]) => leg.call === call && leg.name === name);
    if (found === undefined) throw new Error(`No leg “${name}”. Performed: ${this.performed.join(', ')}`);
    return found;
  }

  #forgetLeg(leg: LegId): void {
    this.#legs.delete(leg);
    this.#leaveBridges(leg);
  }

  #leaveBridges(leg: LegId): void {
    for (const known of this.#bridges.values()) known.members = known.members.filter((member) => member.leg !== leg);
  }

  #later(tenant: TenantId, event: EngineEvent): void {
    queueMicrotask(() => this.#say(tenant, event));
  }

  #say(tenant: TenantId, event: EngineEvent): void {
    this.#seq += 1;
    this.#untaken.push({ tenant, event, seq: this.#seq });
    this.#publishEvents();
  }

  #publishEvents(): void {
    if (!this.#isReachable || this.#eventListeners.length === 0) return;
    for (const { tenant, event, seq } of this.#untaken.filter(({ seq }) => seq > this.#heardUpTo)) {
      this.#heardUpTo = seq;
      const taken = (): void => {
        this.#untaken = this.#untaken.filter((told) => told.seq > seq);
      };
      for (const listener of this.#eventListeners) listener(tenant, event, { engine: this.#life, seq, taken });
    }
  }

  #tell(status: EngineStatus): void {
    for (const listener of this.#statusListeners) listener(status);
  }
}
