import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  CallerId,
  CallId,
  Cause,
  Digit,
  EngineCommand,
  EngineEvent,
  LegId,
  PlayId,
  TenantId,
  TransferId,
} from '@alo/call-core';
import {
  bestCause,
  type DeviceSeen,
  type EngineSnapshot,
  type ProvisionChange,
  type TenantProvision,
  WrongRevision,
} from '@alo/engine';
import { type CallLimits, uuidv7 } from '@alo/engine-host/process';
import type { Ari, AriAddress } from './ari/ari.ts';
import type { AriChannel, AriEvent } from './ari/events.ts';
import { Bridges } from './bridges.ts';
import { causeCode, causeOf, clearing, isSilent } from './causes.ts';
import { type Leg, Legs, type News } from './legs.ts';
import { type Party, Phones } from './phones.ts';
import type { PhoneOptions } from './pjsip-objects.ts';
import { Plays, type SoundFolders } from './plays.ts';
import { Qualities } from './qualities.ts';
import { Recordings } from './recordings.ts';
import { Snoops } from './snoops.ts';
import { unlessGone } from './unless-gone.ts';

export interface AsteriskSwitchOptions {
  readonly ari: Ari;
  readonly address: AriAddress;
  readonly phones: PhoneOptions;
  readonly prompts: SoundFolders;
  readonly companyPrompts: SoundFolders;
  readonly recordingsFolder: string;
  readonly emit: (tenant: TenantId, event: EngineEvent) => void;
  readonly onSeen: (tenant: TenantId, seen: DeviceSeen) => void;
  readonly now: () => number;
  readonly takesCalls: () => boolean;
  readonly limits: Pick<CallLimits, 'calls' | 'callsPerTenant' | 'callsPerExtension'>;
  readonly onFirstPhone: () => Promise<void>;
  /** Something of Asterisk's was not as it had to be: without numbers and names. */
  readonly onProblem: (reason: string) => void;
}

/** What the dialplan gives to us. */
const arriving = 'in';
const dialling = 'out';

/** The switch that Asterisk is: calls between parties, as call control says, asked of Asterisk through ARI. */
export class AsteriskSwitch {
  readonly #options: AsteriskSwitchOptions;
  readonly #legs = new Legs();
  readonly #phones: Phones;
  readonly #snoops: Snoops;
  readonly #bridges: Bridges;
  readonly #plays: Plays;
  readonly #recordings: Recordings;
  readonly #qualities: Qualities;
  readonly #again: NodeJS.Timeout;
  #transfers = 0;
  #whenOver = (): void => {};

  constructor(options: AsteriskSwitchOptions) {
    this.#options = options;
    const { ari, emit, now } = options;
    const attempt = (work: Promise<unknown>) => this.#attempt(work);
    const { onFirstPhone, onProblem, onSeen } = options;
    this.#phones = new Phones({ ...options.phones, ari, emit, now, onFirstPhone, onProblem, onSeen });
    this.#again = setInterval(() => this.#phones.seenAgain(), options.phones.registrationSeconds * 1_000);
    this.#snoops = new Snoops(ari);
    this.#plays = new Plays({
      ari,
      attempt,
      prompts: options.prompts,
      companyPrompts: options.companyPrompts,
      onPlayed: (id, play, missing) => this.#played(id, play, missing),
      onUnreadable: () =>
        options.onProblem('a sound that is there cannot be read by Asterisk: see ALO_ASTERISK_PROMPTS'),
    });
    this.#bridges = new Bridges({
      ari,
      attempt,
      snoops: this.#snoops,
      channelOf: (tenant, leg) => this.#legs.find(tenant, leg)?.channel ?? undefined,
      isBusy: (leg) => this.#plays.playOf(leg) !== null,
      onMembers: (bridge) => this.#recordings.membersChanged(bridge),
      onMoved: (tenant, leg) => this.#sound(this.#legs.find(tenant, leg)),
    });
    this.#recordings = new Recordings({
      ari,
      attempt,
      emit,
      now,
      snoops: this.#snoops,
      address: options.address,
      folder: options.recordingsFolder,
      voicesOf: (bridge) => this.#bridges.membersOf(bridge),
    });
    this.#qualities = new Qualities({
      ari,
      attempt,
      tell: (leg, news) => this.#tell(leg, news),
      onSilent: (leg) => this.#hangUp(leg, 'no-media'),
    });
  }

  provision(tenant: TenantProvision): Promise<void> {
    return this.#phones.set(tenant);
  }

  /** False where the revision before is not the one that is known. */
  async change(tenant: TenantId, revision: number, changes: readonly ProvisionChange[]): Promise<boolean> {
    try {
      await this.#phones.change(tenant, revision, changes);
      return true;
    } catch (error) {
      if (error instanceof WrongRevision) return false;
      throw error;
    }
  }

  async forget(tenant: TenantId): Promise<void> {
    for (const leg of this.#legs.all()) if (leg.tenant === tenant) this.#hangUp(leg, 'interrupted');
    await this.#phones.forget(tenant);
  }

  snapshot(): EngineSnapshot {
    return {
      legs: [...this.#legs.all()].map(({ tenant, call, id, side, state, held }) => {
        const play = this.#plays.playOf(id);
        return { tenant, call, leg: id, side, state, held, plays: play === null ? [] : [play] };
      }),
      bridges: this.#bridges.snapshot(),
      recordings: this.#recordings.snapshot(),
      registrations: this.#phones.registrations(),
      provisioned: this.#phones.revisions(),
    };
  }

  /** Resolves when all that was asked until now is done: Asterisk answers in order. */
  async settled(): Promise<void> {
    await this.#options.ari.get('asterisk/ping');
  }

  /** Ends every call, and waits for what was recorded of them. */
  async close(): Promise<void> {
    clearInterval(this.#again);
    this.#qualities.close();
    const ended = new Promise<void>((resolve) => {
      this.#whenOver = resolve;
    });
    for (const leg of this.#legs.all()) this.#hangUp(leg, 'interrupted');
    if (this.#legs.calls() > 0) await Promise.race([ended, sleep(patientMs)]);
    await Promise.race([this.#recordings.complete(), sleep(patientMs)]);
  }

  perform(tenant: TenantId, call: CallId, command: EngineCommand): void {
    const { ari } = this.#options;
    const find = (id: LegId) => this.#legs.find(tenant, id);
    const ask = (id: LegId, what: string) => {
      const channel = find(id)?.channel;
      if (channel) this.#attempt(unlessGone(ari.post(`channels/${channel}/${what}`)));
    };
    switch (command.type) {
      case 'dial':
        return this.#dial(tenant, call, command);
      case 'ring': {
        const leg = find(command.leg);
        // Who hears us already is not told that it rings, but hears it.
        return leg?.isOpen === true ? this.#plays.ringing(leg.id, leg.channel) : ask(command.leg, 'ring');
      }
      case 'progress': {
        const leg = find(command.leg);
        if (leg !== undefined) leg.isOpen = true;
        return ask(command.leg, 'progress');
      }
      case 'answer': {
        const leg = find(command.leg);
        if (leg !== undefined) {
          leg.isAnswered = true;
          this.#plays.quiet(leg.id);
        }
        return ask(command.leg, 'answer');
      }
      case 'hang-up': {
        const leg = find(command.leg);
        return leg && this.#hangUp(leg, command.cause);
      }
      case 'play': {
        const leg = find(command.leg);
        return leg && this.#play(leg, command);
      }
      case 'stop':
        this.#plays.stop(command.leg, command.play);
        this.#bridges.changed(command.leg);
        return this.#sound(find(command.leg));
      case 'send-dtmf': {
        const channel = find(command.leg)?.channel;
        if (channel) this.#attempt(unlessGone(ari.post(`channels/${channel}/dtmf`, { dtmf: command.digits })));
        return;
      }
      case 'bridge':
        for (const { leg } of command.members) this.#plays.quiet(leg);
        return this.#bridges.want(tenant, call, command.bridge, command.members);
      case 'record':
        return this.#recordings.record(tenant, call, command.recording, command.bridge);
      case 'record-message': {
        const channel = find(command.leg)?.channel ?? null;
        return this.#recordings.recordMessage(tenant, call, command.recording, channel, command.maxSilenceMs);
      }
      case 'pause-recording':
        return this.#recordings.pause(tenant, command.recording, command.on);
      case 'stop-recording':
        return this.#recordings.stop(tenant, call, command.recording);
      case 'transfer-result': {
        const channel = find(command.leg)?.channel;
        const states = transferStates[command.result];
        if (channel && states) this.#attempt(unlessGone(ari.post(`channels/${channel}/transfer_progress`, { states })));
        return;
      }
      default:
        return command satisfies never;
    }
  }

  /** What Asterisk tells. */
  heard(event: AriEvent): void {
    switch (event.type) {
      case 'StasisStart':
        return this.#given(event.channel, event.args[0]);
      case 'ChannelStateChange':
        return this.#stateChanged(event.channel);
      case 'Dial':
        if (event.dialstatus === 'PROGRESS') this.#soundsEarly(event.peer.id);
        return;
      case 'ChannelDtmfReceived': {
        const digit = digits.find((one) => one === event.digit);
        return digit && this.#of(event.channel, { type: 'digit', digit });
      }
      case 'ChannelLeftBridge':
        return this.#bridges.left(event.channel.id);
      case 'ChannelHold':
        return this.#held(event.channel, true);
      case 'ChannelUnhold':
        return this.#held(event.channel, false);
      case 'ChannelHangupRequest':
        return this.#hangsUp(event.channel, event.cause);
      case 'ChannelDestroyed':
        this.#snoops.isGone(event.channel.id);
        return this.#gone(event.channel.id, event.cause, event.tech_cause);
      case 'StasisEnd':
        this.#snoops.isGone(event.channel.id);
        return this.#left(event.channel.id);
      case 'ChannelTransfer':
        return this.#transferAsked(event);
      case 'PlaybackFinished':
        return this.#plays.finished(event.playback.id, event.playback.state !== 'failed');
      case 'RecordingStarted':
        return this.#recordings.started(event.recording.name);
      case 'RecordingFinished':
      case 'RecordingFailed':
        return this.#recordings.finished(event.recording.name);
      case 'ContactStatusChange':
        return this.#phones.contactChanged(event);
      default:
        return event satisfies never;
    }
  }

  /** Asterisk gives a channel to us. */
  #given(channel: AriChannel, arg: string | undefined): void {
    if (arg === arriving) return this.#arrived(channel);
    if (arg !== dialling) return this.#snoops.isHere(channel.id);
    const { ari } = this.#options;
    if (this.#legs.byChannel(channel.id) === undefined)
      return this.#attempt(unlessGone(ari.delete(`channels/${channel.id}`)));
    this.#attempt(unlessGone(ari.post(`channels/${channel.id}/dial`, { timeout: longestRingSeconds })));
  }

  #arrived({ id: channel, name, caller, dialplan }: AriChannel): void {
    const { ari, emit, now, takesCalls } = this.#options;
    const party = this.#phones.caller(endpointOf(name), dialplan.exten);
    const end = (cause: Cause) => {
      const reason_code = causeCode(cause, { isAnswered: false });
      this.#attempt(unlessGone(ari.delete(`channels/${channel}`, { reason_code })));
    };
    if (party === undefined) return end('not-found');
    const at = now();
    // The one place where calls that arrive and their legs are named.
    const call = uuidv7(at) as CallId;
    const id = `${call}/in` as LegId;
    const { tenant, dialled } = party;
    const origin =
      party.kind === 'extension'
        ? ({ kind: 'extension', extension: party.extension } as const)
        : ({ kind: 'trunk', trunk: party.trunk, ...shownBy(caller) } as const);
    if (!takesCalls() || this.#isFull(party)) {
      end('limit');
      return emit(tenant, { type: 'arrived', call, leg: id, at, origin, dialled, refused: 'limit' });
    }
    const extension = party.kind === 'extension' ? party.extension : null;
    const leg = newLeg({ id, tenant, call, side: 'arrived', extension, channel, variables: {} });
    this.#legs.add(leg);
    this.#legs.fork(leg, channel);
    const handling = { variable: 'PJSIP_TRANSFER_HANDLING()', value: 'ari-only' };
    this.#attempt(unlessGone(ari.post(`channels/${channel}/variable`, handling)));
    emit(tenant, { type: 'arrived', call, leg: id, at, origin, dialled });
  }

  /** One call more would be more than the installation, the company or the extension may have. */
  #isFull(party: Party): boolean {
    const { calls, callsPerTenant, callsPerExtension } = this.#options.limits;
    if (this.#legs.calls() >= calls) return true;
    if (this.#legs.calls(({ tenant }) => tenant === party.tenant) >= callsPerTenant) return true;
    if (party.kind === 'trunk') return false;
    const isTheirs = ({ tenant, extension }: Leg) => tenant === party.tenant && extension === party.extension;
    return this.#legs.calls(isTheirs) >= callsPerExtension;
  }

  #dial(
    tenant: TenantId,
    call: CallId,
    { leg: id, to, callerId, autoAnswer }: Extract<EngineCommand, { type: 'dial' }>,
  ): void {
    const extension = to.kind === 'extension' ? to.extension : null;
    const variables = {
      ...shownTo(callerId),
      ...(autoAnswer === true ? answersItself : {}),
      'PJSIP_TRANSFER_HANDLING()': 'ari-only',
    };
    const leg = newLeg({ id, tenant, call, side: 'dialled', extension, channel: null, variables });
    this.#legs.add(leg);
    if (to.kind === 'trunk') {
      leg.next.push(...this.#phones.outside(tenant, to.trunk, to.number));
      return this.#tryNext(leg);
    }
    if (!this.#ringPhones(leg, to.extension)) this.#attempt(this.#lookAndRing(leg, to.extension));
  }

  /** False where it is nowhere. */
  #ringPhones(leg: Leg, extension: string): boolean {
    const targets = this.#phones.targets(leg.tenant, extension);
    for (const target of targets) this.#ring(leg, target, targets.length === 1);
    return targets.length > 0;
  }

  /** Whoever has just registered is known to Asterisk before we hear of it. */
  async #lookAndRing(leg: Leg, extension: string): Promise<void> {
    await this.#phones.lookFor(leg.tenant, extension);
    const isWanted = this.#legs.find(leg.tenant, leg.id) === leg;
    if (isWanted && !this.#ringPhones(leg, extension)) this.#ended(leg, { cause: 'unreachable' });
  }

  /** The next of a carrier's servers, if there is one. */
  #tryNext(leg: Leg): void {
    const target = leg.next.shift();
    if (target === undefined) this.#ended(leg, { cause: 'unreachable' });
    else this.#ring(leg, target, true);
  }

  #ring(leg: Leg, endpoint: string, isOnly: boolean): void {
    const { ari } = this.#options;
    const channel = `alo-${randomUUID()}`;
    this.#legs.fork(leg, channel);
    if (isOnly) leg.channel = channel;
    const how = { endpoint, app: ari.app, appArgs: dialling, channelId: channel };
    ari
      .post('channels/create', how, { variables: leg.variables })
      .catch(() => this.#gone(channel, unreachable, undefined));
  }

  #stateChanged({ id, state }: AriChannel): void {
    const leg = this.#legs.byChannel(id);
    if (leg === undefined) return;
    if (state === 'Ringing' && leg.side === 'dialled' && leg.state === 'new' && !leg.toldEarly) {
      leg.state = 'ringing';
      this.#tell(leg, { type: 'ringing' });
    }
    if (state === 'Up' && leg.state !== 'up') this.#answered(leg, id);
  }

  #answered(leg: Leg, channel: string): void {
    leg.channel = channel;
    leg.state = 'up';
    for (const other of leg.forks) {
      if (other !== channel) this.#drop(other, 'answered-elsewhere');
    }
    this.#qualities.add(leg);
    this.#bridges.changed(leg.id);
    this.#sound(leg);
    this.#tell(leg, { type: 'answered' });
  }

  #soundsEarly(channel: string): void {
    const leg = this.#legs.byChannel(channel);
    if (leg === undefined || leg.state === 'up' || leg.toldEarly || leg.channel !== channel) return;
    leg.toldEarly = true;
    this.#tell(leg, { type: 'early-media' });
  }

  #held({ id }: AriChannel, on: boolean): void {
    const leg = this.#legs.byChannel(id);
    if (leg === undefined || leg.held === on) return;
    leg.held = on;
    this.#tell(leg, { type: 'held', on });
  }

  /** Why a party hangs up, and how it was heard, is told before its channel ends. */
  #hangsUp({ id, channelvars }: AriChannel, q850: number | undefined): void {
    const leg = this.#legs.byChannel(id);
    if (leg === undefined) return;
    if (q850 !== undefined && isSilent(q850)) leg.isSilent = true;
    const { RTPAUDIOQOS } = channelvars ?? {};
    if (RTPAUDIOQOS) this.#qualities.atEnd(leg, RTPAUDIOQOS);
  }

  /** Of who arrived nothing more is told once we have it no more; of who was dialled the end is. */
  #left(channel: string): void {
    const leg = this.#legs.byChannel(channel);
    if (leg?.side === 'arrived') this.#gone(channel, clearing, undefined);
  }

  /** A channel has ended: with the one that spoke, or the last that rang, its leg. */
  #gone(channel: string, q850: number, status: number | undefined): void {
    const leg = this.#legs.byChannel(channel);
    if (leg === undefined) return;
    const wasIt = leg.state === 'up' && leg.channel === channel;
    this.#legs.unfork(leg, channel);
    this.#bridges.forget(channel);
    if (leg.endedBy !== null) {
      if (leg.forks.size === 0) this.#ended(leg, { cause: leg.endedBy });
      return;
    }
    if (wasIt) return this.#ended(leg, { cause: leg.isSilent || isSilent(q850) ? 'no-media' : 'normal' });
    if (leg.side === 'arrived') return this.#ended(leg, { cause: 'cancelled' });
    if (leg.state === 'up') return;
    const refusal = causeOf(q850, status);
    if (leg.next.length > 0 && (refusal.cause === 'no-response' || refusal.cause === 'congestion'))
      return this.#tryNext(leg);
    leg.refusals.push(refusal);
    // Who declines speaks for its person; who is busy only for itself.
    if (refusal.cause === 'rejected') for (const other of leg.forks) this.#drop(other, 'normal');
    if (leg.forks.size > 0) return;
    const cause = bestCause(leg.refusals.map((one) => one.cause));
    this.#ended(leg, leg.refusals.find((one) => one.cause === cause) ?? { cause });
  }

  #hangUp(leg: Leg, cause: Cause): void {
    if (leg.endedBy !== null) return;
    leg.endedBy = cause;
    // It is looked for, and rings nowhere.
    if (leg.forks.size === 0) return this.#ended(leg, { cause });
    for (const channel of leg.forks) this.#drop(channel, cause);
  }

  #drop(channel: string, cause: Cause): void {
    const leg = this.#legs.byChannel(channel);
    const reason_code = causeCode(cause, { isAnswered: leg?.side === 'dialled' || leg?.isAnswered === true });
    this.#attempt(unlessGone(this.#options.ari.delete(`channels/${channel}`, { reason_code })));
  }

  #ended(leg: Leg, why: { readonly cause: Cause; readonly sipCode?: number }): void {
    this.#plays.drop(leg.id);
    this.#legs.remove(leg);
    const quality = this.#qualities.remove(leg);
    this.#tell(leg, { type: 'ended', ...why, ...(quality === undefined ? {} : { quality }) });
    this.#bridges.legGone(leg.id);
    if (!this.#legs.isOver(leg.call)) return;
    this.#recordings.callOver(leg.call);
    this.#bridges.callOver(leg.call);
    if (this.#legs.calls() === 0) this.#whenOver();
  }

  #play(leg: Leg, { play, sources, loop }: Extract<EngineCommand, { type: 'play' }>): void {
    if (leg.channel === null) return;
    const wasBusy = this.#plays.playOf(leg.id) !== null;
    // Who has not been answered hears it all the same.
    if (leg.side === 'arrived' && leg.state !== 'up') {
      leg.isOpen = true;
      this.#attempt(unlessGone(this.#options.ari.post(`channels/${leg.channel}/progress`)));
    }
    this.#plays.start(leg.id, leg.channel, play, sources, loop);
    if (!wasBusy) this.#bridges.changed(leg.id);
  }

  /**
   * Who was answered and hears nothing is sent silence: without any packet phones and carriers take a call for dead, and nothing can be
   * whispered where nothing is sent.
   */
  #sound(leg: Leg | undefined): void {
    if (leg?.channel === undefined || leg.channel === null) return;
    const { ari } = this.#options;
    const isAlone = leg.state === 'up' && this.#plays.playOf(leg.id) === null && !this.#bridges.isInside(leg.channel);
    if (leg.isSilenced === isAlone) return;
    leg.isSilenced = isAlone;
    this.#bridges.touch(leg.channel);
    const path = `channels/${leg.channel}/silence`;
    this.#attempt(unlessGone(isAlone ? ari.post(path) : ari.delete(path)));
  }

  #played(id: LegId, play: PlayId, missing: boolean): void {
    this.#bridges.changed(id);
    for (const leg of this.#legs.all()) {
      if (leg.id !== id) continue;
      this.#sound(leg);
      return this.#tell(leg, { type: 'played', play, ...(missing ? { missing: true } : {}) });
    }
  }

  #transferAsked({ refer_to, referred_by }: Extract<AriEvent, { type: 'ChannelTransfer' }>): void {
    const leg = this.#legs.byChannel(referred_by.source_channel.id);
    if (leg === undefined) return;
    const taken = refer_to.destination_channel && this.#legs.byChannel(refer_to.destination_channel.id);
    this.#transfers += 1;
    const transfer = `${leg.id}/t${this.#transfers}` as TransferId; // The one place where transfers are named.
    this.#tell(leg, {
      type: 'transfer-requested',
      transfer,
      to: refer_to.requested_destination?.destination ?? '',
      replaces: taken === undefined ? null : { call: taken.call, leg: taken.id },
    });
  }

  #of(channel: AriChannel, news: News): void {
    const leg = this.#legs.byChannel(channel.id);
    if (leg !== undefined) this.#tell(leg, news);
  }

  #tell(leg: Leg, news: News): void {
    const { emit, now } = this.#options;
    emit(leg.tenant, { ...news, call: leg.call, leg: leg.id, at: now() });
  }

  #attempt(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#options.onProblem(error instanceof Error ? error.message : String(error)));
  }
}

/** Asterisk that hangs keeps nobody from ending. */
const patientMs = 3_000;
/** Call control says how long something rings. */
const longestRingSeconds = 3_600;
/** Q.850: no route to destination. */
const unreachable = 3;

const digits: readonly Digit[] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '#', 'A', 'B', 'C', 'D'];

const transferStates = {
  trying: undefined,
  ringing: 'channel_progress',
  done: 'channel_answered',
  failed: 'channel_unavailable',
} as const;

/** `PJSIP/101@company.example-0000002a`. */
const endpointOf = (name: string): string => name.slice(name.indexOf('/') + 1, name.lastIndexOf('-'));

/** Who a carrier says that calls: nobody, where the number is withheld. */
function shownBy({ name, number }: AriChannel['caller']): CallerId {
  return number === '' || number === 'anonymous' ? { number: '', name: '' } : { number, name };
}

/** What the party is shown: From is made of these. */
function shownTo({ number, name }: CallerId): Record<string, string> {
  // Whoever is dialled is shown the line that it is connected to.
  return {
    'CONNECTEDLINE(num-pres,i)': number === '' ? 'prohib' : 'allowed',
    'CONNECTEDLINE(name-pres,i)': number === '' ? 'prohib' : 'allowed',
    'CONNECTEDLINE(name-charset,i)': 'utf8',
    'CONNECTEDLINE(name,i)': name,
    'CONNECTEDLINE(num,i)': number,
  };
}

const answersItself = { 'PJSIP_HEADER(add,Call-Info)': '<sip:alo>;answer-after=0' };

const newLeg = (given: Pick<Leg, 'id' | 'tenant' | 'call' | 'side' | 'extension' | 'channel' | 'variables'>): Leg => ({
  ...given,
  state: 'new',
  held: false,
  forks: new Set(),
  refusals: [],
  next: [],
  isSilenced: false,
  endedBy: null,
  toldEarly: false,
  isAnswered: false,
  isOpen: false,
  isSilent: false,
});
