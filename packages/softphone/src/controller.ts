import type { DeviceChoice } from './audio/devices.ts';
import { noChoice } from './audio/devices.ts';
import type { PhoneAudio } from './audio/phone-audio.ts';
import type { AudioWay } from './audio-way.ts';
import type { AdapterEvent, Effect, LeftEvent, PersonEvent } from './events.ts';
import type { LeftCalls } from './left-call.ts';
import type { MakeAdapter, PhoneAccount, PhoneAdapter } from './port.ts';
import type { Quality } from './quality.ts';
import { QualityWatch, type Trouble } from './quality-watch.ts';
import type { Snapshot, TabSnapshot } from './snapshot.ts';
import { type Call, initialState, type PhoneState } from './state.ts';
import { step } from './step.ts';
import type { Leadership, Locks } from './tabs/leadership.ts';
import { seekLeadership } from './tabs/leadership.ts';
import type { Channel, TabMessage, Wish } from './tabs/messages.ts';
import { channelVersion, parseTabMessage } from './tabs/messages.ts';

/** What the phone is made of; a browser gives all of it (`browser-phone.ts`), a test some of it. */
export interface PhoneParts {
  readonly makeAdapter: MakeAdapter;
  readonly audio: PhoneAudio;
  readonly locks: Locks;
  /** Messages of the other tabs go to `onMessage`; one's own do not. */
  readonly openChannel: (name: string, onMessage: (data: unknown) => void) => Channel;
  readonly leftCalls: LeftCalls;
  /** See `findAudioWay`. */
  readonly findWay: (
    ask: (offer: string) => Promise<string | null>,
    relays: readonly RTCIceServer[],
  ) => Promise<AudioWay | null>;
  /** From 0 to 1. */
  readonly chance: () => number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A new id, for a call that is dialled. */
  readonly newId: () => string;
  /** The console messages of the specification §8. */
  readonly log: (message: Extract<Effect, { type: 'log' }>['message']) => void;
}

/** Which phone this is: tabs with the same `line` share one registration. */
export interface PhoneLine {
  /** `<ma_dn>:<extension>`. */
  readonly line: string;
  readonly account: PhoneAccount;
  readonly address: string;
}

/** The adapter's code could not be loaded (a release went by, the network is gone): tried again after this. */
const reloadMs = 5_000;

const idOf = (call: Call): string | null => (call.status === 'idle' ? null : call.id);

const nothing: TabSnapshot = { state: initialState, quality: null, trouble: 'none', way: null };

/** A page that has just registered has other things to do, and all of them at once would be a crowd: audio is tried within so long. */
const wayAfterMs = { least: 2_000, most: 10_000 } as const;
/** Tried again after so long where a call was in the way, or the switchboard had no time. */
const wayAgainMs = 60_000;

/**
 * The phone of one tab: `step` decides, the adapter and the audio do. Framework-free; `subscribe` and `snapshot` fit
 * React's `useSyncExternalStore`. Only the leading tab has an adapter; the others mirror it and pass wishes on.
 */
export class PhoneController {
  readonly #parts: PhoneParts;
  readonly #listeners = new Set<() => void>();
  #snapshot: Snapshot = { ...nothing, role: 'none' };
  #line: PhoneLine | null = null;
  #online = false;
  #tabs: { readonly leadership: Leadership; readonly channel: Channel } | null = null;
  #adapter: PhoneAdapter | null = null;
  #loading = false;
  #choice: DeviceChoice = noChoice;
  /** Microphones are exchanged one after the other: of two that were taken at once one would never be let go of. */
  #exchange = Promise.resolve();
  #isHeard = true;
  #relays: readonly RTCIceServer[] = [];
  /** The far ends' audio, by call, and the one that is heard. */
  readonly #sounds = new Map<string, MediaStream>();
  #attached: MediaStream | null = null;
  /** The call's microphone was pulled out, and there is no other. */
  #unheard = false;
  #waySoon: ReturnType<typeof setTimeout> | undefined;
  readonly #quality = new QualityWatch(
    async () => {
      const { call } = this.#snapshot.state;
      return call.status === 'idle' ? null : ((await this.#adapter?.stats(call.id)) ?? null);
    },
    (quality, trouble) => this.#measured(quality, trouble),
    () => {
      const { call } = this.#snapshot.state;
      return call.status === 'connected' && !call.muted && !call.onHold && !call.heldByThem;
    },
  );

  constructor(parts: PhoneParts) {
    this.#parts = parts;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): Snapshot => this.#snapshot;

  /**
   * Wants this phone, in the tab that leads. Not `online` (`status_activity` 3) it is stopped, in whatever tab it is.
   * Asked again with another account (a new session's secret) it changes over.
   */
  start(line: PhoneLine, online: boolean): void {
    if (this.#line !== null && this.#line.line !== line.line) this.leave();
    const changed = this.#line !== null && JSON.stringify(this.#line) !== JSON.stringify(line);
    this.#line = line;
    this.#online = online;
    if (this.#tabs === null) {
      this.#join(line.line);
      return;
    }
    this.#wish(this.#life());
    if (changed && online && this.#snapshot.role === 'here') this.#connect();
  }

  /** The session is over: ends everything here, and lets another tab of another session lead. */
  leave(): void {
    if (this.#tabs === null) return;
    if (this.#snapshot.role === 'here') this.#take({ type: 'stop', why: 'signed-out' });
    this.#tabs.leadership.leave();
    this.#tabs.channel.close();
    this.#tabs = null;
    this.#line = null;
    this.#publish({ ...nothing, role: 'none' });
  }

  /** What the person does. A call is given its id here. */
  do(event: Exclude<PersonEvent, { type: 'dial' }>): void {
    this.#wish(event);
  }

  dial(target: string, party: { readonly number: string; readonly name: string }): void {
    this.#wish({ type: 'dial', id: this.#parts.newId(), target, party });
  }

  /** "Nghe ở thẻ này": this tab becomes the phone. Not during a call, which lives where it is. */
  takeOver(): void {
    if (this.#snapshot.role === 'elsewhere' && this.#snapshot.state.call.status === 'idle') {
      this.#tabs?.leadership.takeOver();
    }
  }

  /** The network is back, or the page is seen again. */
  wake(): void {
    this.#adapter?.wake();
  }

  /** The page is about to be gone: whichever leads next goes on with the conversation. */
  leaveBehind(): void {
    const { role, state } = this.#snapshot;
    const { call, beside, window, popup } = state;
    if (role !== 'here' || call.status !== 'connected' || this.#line === null) return;
    const dialogOf = (id: string) => this.#adapter?.replacesOf(id) ?? null;
    const replaces = dialogOf(call.id);
    if (replaces === null) return;
    const waiting = beside.flatMap((other) => {
      const dialog = dialogOf(other.id);
      return other.status === 'connected' && dialog !== null ? [{ call: other, replaces: dialog }] : [];
    });
    const shown = { window, popup: popup?.callId === call.id };
    const left = { call, beside: waiting, ...shown, replaces, leftAt: this.#parts.now() };
    this.#parts.leftCalls.put(this.#line.line, left);
  }

  chooseDevices(choice: DeviceChoice): void {
    const microphoneChanged = choice.microphone !== this.#choice.microphone;
    this.#choice = choice;
    this.#parts.audio.choose(choice);
    if (microphoneChanged) this.#useMicrophone();
  }

  /** A device came or went: a call in progress changes over without a gap that matters. */
  devicesChanged(): void {
    this.#parts.audio.choose(this.#choice);
    if (this.#snapshot.state.call.status === 'connected') this.#useMicrophone();
  }

  /** Whether there is a microphone for whoever is rung; the switchboard offers calls to nobody without. */
  canBeHeard(heard: boolean): void {
    this.#isHeard = heard;
    this.#adapter?.canBeHeard(heard);
  }

  /** The operator's relays, with a sign-in that is good for hours. */
  useRelays(relays: readonly RTCIceServer[]): void {
    this.#relays = relays;
    this.#adapter?.setRelays(relays);
  }

  /** From inside a gesture: browsers let a page make sounds only after one. */
  unlockAudio(): void {
    this.#parts.audio.unlock();
  }

  #useMicrophone(): void {
    const use = async () => this.#adapter?.setMicrophone(this.#choice.microphone);
    this.#exchange = this.#exchange.then(use).then(
      () => this.#isUnheard(false),
      () => {
        this.#parts.log('no-microphone');
        this.#isUnheard(true);
      },
    );
  }

  #isUnheard(unheard: boolean): void {
    const { trouble, ...rest } = this.#snapshot;
    if (rest.state.call.status !== 'connected' || this.#unheard === unheard) return;
    this.#unheard = unheard;
    this.#publish({ ...rest, trouble: unheard ? 'unheard' : trouble === 'unheard' ? 'none' : trouble });
  }

  #join(name: string): void {
    const channel = this.#parts.openChannel(`alo-phone-${channelVersion}:${name}`, (data) => {
      const message = parseTabMessage(data);
      if (message !== null) this.#hear(message);
    });
    this.#publish({ ...nothing, role: 'elsewhere' });
    const leadership = seekLeadership(this.#parts.locks, `phone:${name}`, (leading) => this.#lead(leading));
    this.#tabs = { leadership, channel };
    this.#post({ kind: 'hello' });
  }

  #lead(leading: boolean): void {
    if (leading) {
      this.#publish({ ...nothing, role: 'here' });
      this.#take(this.#life());
      const left = this.#line && this.#parts.leftCalls.take(this.#line.line);
      if (left !== null) this.#take({ type: 'take-up', left });
      return;
    }
    clearTimeout(this.#waySoon);
    this.#adapter?.stop();
    this.#parts.audio.play('silence');
    this.#sounds.clear();
    this.#attached = null;
    this.#parts.audio.attach(null);
    this.#quality.stop();
    this.#publish({ ...nothing, role: 'elsewhere' });
    this.#post({ kind: 'hello' });
  }

  #hear(message: TabMessage): void {
    const { role } = this.#snapshot;
    switch (message.kind) {
      case 'hello':
        if (role === 'here') this.#post({ kind: 'state', mirrored: this.#mirrored() });
        return;
      case 'state':
        if (role === 'elsewhere') {
          // Should this tab lead one day, it does so as the last one did.
          const { registration } = message.mirrored.state;
          this.#online = !(registration.state === 'offline' && registration.why === 'status');
          this.#publish({ ...message.mirrored, role });
        }
        return;
      case 'wish':
        if (role === 'here') this.#take(message.wish);
        return;
      default:
        return message satisfies never;
    }
  }

  #life(): Wish {
    return this.#online ? { type: 'start' } : { type: 'stop', why: 'status' };
  }

  #wish(wish: Wish): void {
    if (this.#snapshot.role === 'elsewhere') this.#post({ kind: 'wish', wish });
    else this.#take(wish);
  }

  #take(event: Wish | LeftEvent | AdapterEvent): void {
    const before = this.#snapshot.state;
    const [state, effects] = step(before, { ...event, at: this.#parts.now() });
    if (state !== before) {
      const isSame = idOf(state.call) === idOf(before.call) && state.call.status === before.call.status;
      const goesOn = isSame && state.call.status === 'connected';
      const { role, quality, trouble, way } = this.#snapshot;
      this.#publish({ role, state, quality: goesOn ? quality : null, trouble: goesOn ? trouble : 'none', way });
      if (state.registration.state === 'registered' && before.registration.state !== 'registered') this.#tryWaySoon();
      if (!isSame) this.#turnTo(state);
    }
    for (const effect of effects) this.#perform(effect);
  }

  /** Another call is the present one, or it is by another step. */
  #turnTo({ call, beside }: PhoneState): void {
    this.#unheard = false;
    if (call.status === 'connected') this.#quality.start();
    else this.#quality.stop();
    const there = new Set([idOf(call), ...beside.map(({ id }) => id)]);
    for (const id of this.#sounds.keys()) if (!there.has(id)) this.#sounds.delete(id);
    this.#attach();
  }

  /** Of several calls the present one is heard. */
  #attach(): void {
    const id = idOf(this.#snapshot.state.call);
    const sound = id === null ? null : (this.#sounds.get(id) ?? null);
    if (sound === this.#attached) return;
    this.#attached = sound;
    this.#parts.audio.attach(sound);
  }

  #perform(effect: Effect): void {
    const adapter = this.#adapter;
    switch (effect.type) {
      case 'connect':
        return this.#connect();
      case 'unregister':
        return adapter?.unregister();
      case 'disconnect':
        return adapter?.stop();
      case 'dial':
        // Dialled while the adapter is still being loaded: the phone is not there yet.
        if (adapter === null) this.#take({ type: 'failed', id: effect.id, cause: 'connection-lost' });
        return adapter?.dial(effect.id, effect.target);
      case 'take-up':
        return adapter?.takeUp(effect.id, effect.replaces);
      case 'answer':
        return adapter?.answer(effect.id);
      case 'reject':
        return adapter?.reject(effect.id, effect.why);
      case 'hang-up':
        return adapter?.hangUp(effect.id);
      case 'hold':
        return adapter?.hold(effect.id);
      case 'resume':
        return adapter?.resume(effect.id);
      case 'mute':
        return adapter?.mute(effect.id, effect.on);
      case 'send-dtmf':
        return adapter?.sendDtmf(effect.id, effect.tone);
      case 'play':
        return this.#parts.audio.play(effect.tone);
      case 'log':
        return this.#parts.log(effect.message);
      default:
        return effect satisfies never;
    }
  }

  #connect(): void {
    const line = this.#line;
    if (line === null) return;
    if (this.#adapter !== null) {
      this.#adapter.connect(line.account, line.address);
      return;
    }
    if (!this.#loading) void this.#load();
  }

  async #load(): Promise<void> {
    this.#loading = true;
    try {
      const adapter = await this.#parts.makeAdapter({
        onEvent: (event) => this.#take(event),
        onRemoteAudio: (id, stream) => {
          this.#sounds.set(id, stream);
          this.#attach();
        },
      });
      this.#adapter = adapter;
      adapter.canBeHeard(this.#isHeard);
      adapter.setRelays(this.#relays);
      await adapter.setMicrophone(this.#choice.microphone);
      // The person may have gone offline, or another tab taken over, while it was loading.
      if (this.#wanted() && this.#line !== null) adapter.connect(this.#line.account, this.#line.address);
    } catch {
      this.#take({ type: 'failed-register', why: 'timeout', sipCode: null });
      setTimeout(() => {
        if (this.#wanted()) this.#connect();
      }, reloadMs);
    } finally {
      this.#loading = false;
    }
  }

  #wanted(): boolean {
    const { role, state } = this.#snapshot;
    // A conversation is taken up also where its person has gone offline meanwhile.
    return role === 'here' && (state.registration.state !== 'offline' || state.call.status !== 'idle');
  }

  /** Whether audio finds a way is known before the first customer calls: tried with each registration that is new. */
  #tryWaySoon(inMs = wayAfterMs.least + this.#parts.chance() * (wayAfterMs.most - wayAfterMs.least)): void {
    clearTimeout(this.#waySoon);
    this.#waySoon = setTimeout(() => void this.#tryWay(), inMs); // Never rejects.
  }

  async #tryWay(): Promise<void> {
    const adapter = this.#adapter;
    const { registration, call } = this.#snapshot.state;
    if (adapter === null || this.#snapshot.role !== 'here' || registration.state !== 'registered') return;
    // A call tells by itself; and whoever talks needs the network for that.
    if (call.status !== 'idle') return this.#tryWaySoon(wayAgainMs);
    const way = await this.#parts.findWay((offer) => adapter.tryOffer(offer), this.#relays);
    if (this.#snapshot.role !== 'here') return;
    if (way === null || way === 'closed') this.#tryWaySoon(wayAgainMs);
    if (way !== null && way !== this.#snapshot.way) this.#publish({ ...this.#snapshot, way });
  }

  #measured(quality: Quality | null, trouble: Trouble): void {
    const { state, role, way, ...before } = this.#snapshot;
    if (state.call.status !== 'connected') return;
    // On hold nothing is sent to us, which says nothing about the network.
    const apart = state.call.onHold || state.call.heldByThem;
    const heard = apart ? 'none' : trouble;
    const now = { quality: apart ? null : quality, trouble: this.#unheard ? 'unheard' : heard } as const;
    if (now.quality !== before.quality || now.trouble !== before.trouble) this.#publish({ role, state, way, ...now });
  }

  #mirrored(): TabSnapshot {
    const { state, quality, trouble, way } = this.#snapshot;
    return { state, quality, trouble, way };
  }

  #publish(snapshot: Snapshot): void {
    this.#snapshot = snapshot;
    if (snapshot.role === 'here') this.#post({ kind: 'state', mirrored: this.#mirrored() });
    for (const listener of this.#listeners) listener();
  }

  #post(message: TabMessage): void {
    this.#tabs?.channel.postMessage(message);
  }
}
