import { setTimeout as sleep } from 'node:timers/promises';
import type { CallId, Digit, EngineCommand, EngineEvent, LegId, TenantId } from '@alo/call-core';
import {
  type DeviceSeen,
  type EngineSnapshot,
  type ProvisionChange,
  type TenantProvision,
  WrongRevision,
} from '@alo/engine';
import type { Ari, AriAddress } from './ari/ari.ts';
import type { AriChannel, AriEvent } from './ari/events.ts';
import { type ArrivalLimits, Arrivals } from './arrivals.ts';
import { AsteriskBridges } from './bridges.ts';
import { Dialling, dialledArg } from './dialling.ts';
import type { AsteriskExchange } from './exchange.ts';
import { LegEnds } from './leg-ends.ts';
import { LegProgress } from './leg-progress.ts';
import { LegSound } from './leg-sound.ts';
import { type AsteriskLeg, Legs, type News } from './legs.ts';
import type { LentMessages } from './lent-messages.ts';
import { Phones } from './phones.ts';
import type { PjsipPhoneOptions } from './pjsip-objects.ts';
import { Plays } from './plays.ts';
import { Qualities } from './qualities.ts';
import { AsteriskRecordings } from './recordings.ts';
import { Snoops } from './snoops.ts';
import type { SoundFolders } from './sound-folders.ts';
import { AsteriskTransfers } from './transfers.ts';
import { unlessGone } from './unless-gone.ts';

export interface AsteriskSwitchOptions {
  readonly ari: Ari;
  readonly address: AriAddress;
  readonly phones: PjsipPhoneOptions;
  readonly prompts: SoundFolders;
  readonly companyPrompts: SoundFolders;
  readonly recordingsFolder: string;
  readonly messages: LentMessages;
  readonly emit: (tenant: TenantId, event: EngineEvent) => void;
  readonly onSeen: (tenant: TenantId, seen: DeviceSeen) => void;
  readonly now: () => number;
  readonly takesCalls: () => boolean;
  readonly limits: ArrivalLimits;
  readonly onFirstPhone: () => Promise<void>;
  /** Something of Asterisk's was not as it had to be: without numbers and names. */
  readonly onProblem: (reason: string) => void;
}

/** What the dialplan gives us a channel with that comes from outside. */
const arrivingArg = 'in';

/** The switch that Asterisk is: calls between parties, as call control says, asked of Asterisk through ARI. */
export class AsteriskSwitch {
  readonly #options: AsteriskSwitchOptions;
  readonly #legs = new Legs();
  readonly #phones: Phones;
  readonly #snoops: Snoops;
  readonly #bridges: AsteriskBridges;
  readonly #plays: Plays;
  readonly #recordings: AsteriskRecordings;
  readonly #qualities: Qualities;
  readonly #again: NodeJS.Timeout;
  readonly #arrivals: Arrivals;
  readonly #dialling: Dialling;
  readonly #ends: LegEnds;
  readonly #progress: LegProgress;
  readonly #sound: LegSound;
  readonly #transfers: AsteriskTransfers;
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
      messages: options.messages,
      onPlayed: (id, play, missing) => this.#sound.played(id, play, missing),
      onUnreadable: () =>
        options.onProblem('a sound that is there cannot be read by Asterisk: see ALO_ASTERISK_PROMPTS'),
    });
    this.#bridges = new AsteriskBridges({
      ari,
      attempt,
      snoops: this.#snoops,
      channelOf: (tenant, leg) => this.#legs.find(tenant, leg)?.channel ?? undefined,
      isBusy: (leg) => this.#plays.playOf(leg) !== null,
      onMembers: (bridge) => this.#recordings.membersChanged(bridge),
      onMoved: (tenant, leg) => this.#sound.silenceIfAlone(this.#legs.find(tenant, leg)),
    });
    this.#recordings = new AsteriskRecordings({
      ari,
      attempt,
      emit,
      now,
      snoops: this.#snoops,
      address: options.address,
      folder: options.recordingsFolder,
      voicesOf: (bridge) => this.#bridges.voicesOf(bridge),
    });
    this.#qualities = new Qualities({
      ari,
      attempt,
      tell: (leg, news) => this.#tell(leg, news),
      onSilent: (leg) => this.#ends.hangUp(leg, 'no-media'),
    });
    const exchange: AsteriskExchange = {
      ari,
      attempt,
      emit,
      now,
      legs: this.#legs,
      phones: this.#phones,
      bridges: this.#bridges,
      plays: this.#plays,
      qualities: this.#qualities,
      tell: (leg, news) => this.#tell(leg, news),
    };
    this.#ends = new LegEnds(exchange, {
      tryNext: (leg) => this.#dialling.tryNext(leg),
      onCallOver: ({ call }) => {
        this.#recordings.callOver(call);
        this.#bridges.callOver(call);
        if (this.#legs.calls() === 0) this.#whenOver();
      },
    });
    this.#sound = new LegSound(exchange);
    this.#arrivals = new Arrivals(exchange, options.limits, options.takesCalls);
    this.#dialling = new Dialling(exchange, this.#ends);
    this.#progress = new LegProgress(exchange, this.#ends, this.#sound);
    this.#transfers = new AsteriskTransfers(exchange);
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
    for (const leg of this.#legs.all()) if (leg.tenant === tenant) this.#ends.hangUp(leg, 'interrupted');
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
    for (const leg of this.#legs.all()) this.#ends.hangUp(leg, 'interrupted');
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
        return this.#dialling.dial(tenant, call, command);
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
        return leg && this.#ends.hangUp(leg, command.cause);
      }
      case 'play': {
        const leg = find(command.leg);
        return leg && this.#sound.play(leg, command);
      }
      case 'stop':
        return this.#sound.stop(find(command.leg), command);
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
        // What it plays to a channel waits for a recording of that to end: it would say nothing.
        const recorded = command.both === true ? null : channel;
        return this.#recordings.recordMessage(tenant, call, command.recording, recorded, command.maxSilenceMs);
      }
      case 'pause-recording':
        return this.#recordings.pause(tenant, command.recording, command.on);
      case 'stop-recording':
        return this.#recordings.stop(tenant, call, command.recording);
      case 'transfer-result':
        return this.#transfers.result(find(command.leg)?.channel, command);
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
        return this.#progress.stateChanged(event.channel);
      case 'Dial':
        if (event.dialstatus === 'PROGRESS') this.#progress.soundsEarly(event.peer.id);
        return;
      case 'ChannelDtmfReceived': {
        const digit = digits.find((one) => one === event.digit);
        return digit && this.#of(event.channel, { type: 'digit', digit });
      }
      case 'ChannelLeftBridge':
        return this.#bridges.left(event.channel.id);
      case 'ChannelHold':
        return this.#progress.held(event.channel, true);
      case 'ChannelUnhold':
        return this.#progress.held(event.channel, false);
      case 'ChannelHangupRequest':
        return this.#ends.hangsUp(event.channel, event.cause);
      case 'ChannelDestroyed':
        this.#snoops.isGone(event.channel.id);
        return this.#ends.gone(event.channel.id, event.cause, event.tech_cause);
      case 'StasisEnd':
        this.#snoops.isGone(event.channel.id);
        return this.#ends.left(event.channel.id);
      case 'ChannelTransfer':
        return this.#transfers.asked(event);
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
    if (arg === arrivingArg) return this.#arrivals.arrived(channel);
    if (arg === dialledArg) return this.#dialling.created(channel);
    this.#snoops.isHere(channel.id);
  }

  #of(channel: AriChannel, news: News): void {
    const leg = this.#legs.byChannel(channel.id);
    if (leg !== undefined) this.#tell(leg, news);
  }

  #tell(leg: AsteriskLeg, news: News): void {
    const { emit, now } = this.#options;
    emit(leg.tenant, { ...news, call: leg.call, leg: leg.id, at: now() });
  }

  #attempt(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#options.onProblem(error instanceof Error ? error.message : String(error)));
  }
}

/** Asterisk that hangs keeps nobody from ending. */
const patientMs = 3_000;

const digits: readonly Digit[] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '#', 'A', 'B', 'C', 'D'];
