import { randomUUID } from 'node:crypto';
import type {
  CallId,
  Cause,
  EngineCommand,
  EngineEvent,
  LegEvent,
  LegId,
  PlayId,
  RecordingId,
  TenantId,
  TrunkId,
} from '@alo/call-core';
import type { EngineSnapshot, EngineStatus, TelephonyEngine, TenantProvision } from '@alo/engine';

/** What can happen to a leg, without saying which and when. */
type Happening<E = LegEvent> = E extends LegEvent ? Omit<E, 'call' | 'leg' | 'at'> : never;
type ScriptedLeg = { readonly tenant: TenantId; readonly call: CallId; readonly name: string };

/**
 * An engine without a network: tests say what phones and callers do, and it does what call control says. Legs that are hung
 * up end, recordings that are stopped are closed; all of that happens after the command, as with a real engine.
 */
export class ScriptedEngine implements TelephonyEngine {
  /** Short sentences of what was performed: `dial 101`, `bridge caller+101`. */
  readonly performed: string[] = [];
  readonly provisions = new Map<TenantId, TenantProvision>();
  now: () => number = Date.now;
  readonly #legs = new Map<LegId, ScriptedLeg>();
  readonly #recordings = new Map<RecordingId, { tenant: TenantId; call: CallId; since: number }>();
  readonly #phones = new Map<string, { tenant: TenantId; extension: string; contacts: number }>();
  readonly #plays = new Map<LegId, PlayId>();
  readonly #eventListeners: ((tenant: TenantId, event: EngineEvent) => void)[] = [];
  readonly #statusListeners: ((status: EngineStatus) => void)[] = [];

  start(): Promise<void> {
    this.#tell('up');
    return Promise.resolve();
  }
  close(): Promise<void> {
    this.#legs.clear();
    return Promise.resolve();
  }
  provision(tenant: TenantProvision): Promise<void> {
    this.provisions.set(tenant.tenant, tenant);
    return Promise.resolve();
  }
  forget(tenant: TenantId): Promise<void> {
    this.provisions.delete(tenant);
    return Promise.resolve();
  }
  onEvent(listener: (tenant: TenantId, event: EngineEvent) => void): void {
    this.#eventListeners.push(listener);
  }
  onStatus(listener: (status: EngineStatus) => void): void {
    this.#statusListeners.push(listener);
  }
  snapshot(): Promise<EngineSnapshot> {
    return Promise.resolve({
      legs: [...this.#legs].map(([leg, { tenant, call }]) => ({ tenant, call, leg })),
      recordings: [...this.#recordings.keys()],
      registrations: [...this.#phones.values()],
    });
  }

  /** The engine dies: everything that it had is gone without a word. */
  die(): void {
    for (const state of [this.#legs, this.#recordings, this.#phones, this.#plays]) state.clear();
    this.#tell('down');
  }
  revive(): void {
    this.#tell('up');
  }

  register(tenant: TenantId, extension: string, contacts = 1): void {
    this.#phones.set(`${tenant} ${extension}`, { tenant, extension, contacts });
    this.#say(tenant, { type: contacts > 0 ? 'registered' : 'unregistered', extension, contacts, at: this.now() });
  }

  /** A customer calls in over a trunk. */
  customerCalls(tenant: TenantId, trunk: TrunkId, number: string, dialled: string): CallId {
    return this.#arrive(tenant, { kind: 'trunk', trunk, number, name: '' }, dialled);
  }
  extensionCalls(tenant: TenantId, extension: string, dialled: string): CallId {
    return this.#arrive(tenant, { kind: 'extension', extension }, dialled);
  }

  /** Something happens to the newest leg of a call with this name: `caller`, an extension, or a trunk. */
  on(call: CallId, name: string, happening: Happening): void {
    const found = [...this.#legs].findLast(([, leg]) => leg.call === call && leg.name === name);
    if (found === undefined) throw new Error(`No leg “${name}”. Performed: ${this.performed.join(', ')}`);
    const [leg, { tenant }] = found;
    if (happening.type === 'ended') this.#legs.delete(leg);
    this.#say(tenant, { ...happening, call, leg, at: this.now() });
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
    const leg = [...this.#legs].findLast(([, candidate]) => candidate.call === call && candidate.name === name)?.[0];
    const play = leg === undefined ? undefined : this.#plays.get(leg);
    if (play === undefined) throw new Error(`Nothing plays to “${name}”.`);
    this.on(call, name, { type: 'played', play });
  }
  /** Says again what was said, or what never happened. */
  say(tenant: TenantId, event: EngineEvent): void {
    this.#say(tenant, event);
  }

  perform(tenant: TenantId, call: CallId, command: EngineCommand): void {
    const name = (leg: LegId) => this.#legs.get(leg)?.name ?? 'nobody';
    switch (command.type) {
      case 'dial': {
        const dialled = command.to.kind === 'extension' ? command.to.extension : command.to.trunk;
        this.#legs.set(command.leg, { tenant, call, name: dialled });
        this.performed.push(`dial ${dialled}`);
        return;
      }
      case 'hang-up': {
        this.performed.push(`hang up ${name(command.leg)} (${command.cause})`);
        if (!this.#legs.delete(command.leg)) return;
        const { leg, cause } = command;
        return this.#later(() => this.#say(tenant, { type: 'ended', call, leg, at: this.now(), cause }));
      }
      case 'play':
        this.#plays.set(command.leg, command.play);
        this.performed.push(`play to ${name(command.leg)}`);
        return;
      case 'ring':
      case 'answer':
      case 'stop':
      case 'send-dtmf':
        this.performed.push(`${command.type} ${name(command.leg)}`);
        return;
      case 'bridge':
      case 'unbridge':
        this.performed.push(`${command.type} ${command.legs.map(name).join('+')}`);
        return;
      case 'record':
      case 'record-message':
        this.performed.push(command.type);
        if (!this.#recordings.has(command.recording)) {
          this.#recordings.set(command.recording, { tenant, call, since: this.now() });
        }
        return;
      case 'stop-recording': {
        const { recording } = command;
        const running = this.#recordings.get(recording);
        this.performed.push('stop-recording');
        if (running === undefined) return;
        this.#recordings.delete(recording);
        const durationMs = this.now() - running.since;
        const recorded = {
          type: 'recorded',
          call,
          recording,
          at: this.now(),
          durationMs,
          bytes: 44 + durationMs * 32,
        } as const;
        return this.#later(() => this.#say(tenant, recorded));
      }
      default:
        return command satisfies never;
    }
  }

  #arrive(tenant: TenantId, origin: Extract<LegEvent, { type: 'arrived' }>['origin'], dialled: string): CallId {
    const call = randomUUID() as CallId; // an engine names its calls
    const leg = randomUUID() as LegId; // and the legs that come in
    this.#legs.set(leg, { tenant, call, name: 'caller' });
    this.#say(tenant, { type: 'arrived', call, leg, at: this.now(), origin, dialled });
    return call;
  }
  #say(tenant: TenantId, event: EngineEvent): void {
    for (const listener of this.#eventListeners) listener(tenant, event);
  }
  #tell(status: EngineStatus): void {
    for (const listener of this.#statusListeners) listener(status);
  }
  #later(what: () => void): void {
    queueMicrotask(what);
  }
}
