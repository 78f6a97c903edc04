import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  BridgeId,
  CallId,
  EngineCommand,
  LegId,
  Member,
  PlayId,
  RecordingId,
  TenantId,
  TrunkId,
} from '@alo/call-core';
import type { EngineFiles, ProvisionChange, TelephonyEngine } from '@alo/engine';
import { ha1 } from '@alo/sip';
import { type CallOptions, type PhoneCall, type PhoneServer, type RtpAudio, TestPhone } from '@alo/testing';
import { Observer, patientMs } from './observer.ts';

/** An engine with what the suite must know of it. */
export interface EngineUnderTest {
  readonly engine: TelephonyEngine;
  readonly files: EngineFiles;
  /** Where phones and carriers reach it. */
  readonly server: (transport: 'udp' | 'tcp') => PhoneServer & { readonly transport: 'udp' | 'tcp' };
  /** The shortest time that a phone may register for. */
  readonly shortestRegistrationSeconds: number;
  /** Ends the engine's process as a crash would. */
  readonly kill: () => void;
}

// Names of this suite; anywhere else ids come from the database and from the engine.
export const tenant = 'suite-tenant' as TenantId;
export const trunk = 'suite-trunk' as TrunkId;
export const domain = 'suite.example';
/** The carrier's address: another than the phones', so that it can be told from them. */
export const carrier = '127.0.0.3';
export const ownNumber = '19001234';

export const password = (extension: string): string => `secret-of-${extension}`;

export const suiteSecret = (extension: string) => ({
  id: `secret-${extension}`,
  ha1Md5: ha1('MD5', extension, domain, password(extension)),
  ha1Sha256: ha1('SHA-256', extension, domain, password(extension)),
});

type Phone = TestPhone<RtpAudio>;
type Call = PhoneCall<RtpAudio>;

/** What the suite's tests share: an engine that runs, phones that are put away, and short words for commands. */
export class Bench {
  readonly under: EngineUnderTest;
  readonly seen: Observer;
  #phones: Phone[] = [];
  #serial = 0;
  #revision = 0;

  constructor(under: EngineUnderTest) {
    this.under = under;
    this.seen = new Observer(under.engine, tenant);
  }

  /** The suite's tenant; its trunk goes to `carrierPort`. */
  async provision({ carrierPort = 5999, without = '' } = {}): Promise<void> {
    const extensions = ['101', '102', '103'].filter((extension) => extension !== without);
    this.#revision += 1;
    await this.under.engine.provision({
      tenant,
      revision: this.#revision,
      domain,
      extensions: extensions.map((extension) => ({ extension, secrets: [suiteSecret(extension)] })),
      trunks: [
        {
          trunk,
          host: carrier,
          port: carrierPort,
          transport: 'udp',
          addresses: [carrier],
          numbers: [ownNumber],
        },
      ],
    });
  }

  /** What the engine was told last. */
  get revision(): number {
    return this.#revision;
  }

  async change(changes: readonly ProvisionChange[]): Promise<void> {
    this.#revision += 1;
    await this.under.engine.change(tenant, this.#revision, changes);
  }

  /** A phone that is not registered; of the wrong password if one is given. */
  async phone(extension: string, given = password(extension), transport: 'udp' | 'tcp' = 'udp'): Promise<Phone> {
    const phone = await TestPhone.rtp({
      server: this.under.server(transport),
      domain,
      user: extension,
      password: given,
      name: `Phone ${extension}`,
    });
    this.#phones.push(phone);
    return phone;
  }

  async registered(extension: string, transport: 'udp' | 'tcp' = 'udp'): Promise<Phone> {
    const phone = await this.phone(extension, password(extension), transport);
    const { status } = await phone.register();
    if (status !== 200) throw new Error(`phone ${extension} could not register: ${status}`);
    await this.seen.next('contacts');
    return phone;
  }

  /** The far end of the trunk: a SIP peer at the carrier's address, provisioned. */
  async carrier(user: string): Promise<Phone> {
    const server = { ...this.under.server('udp'), from: carrier };
    const phone = await TestPhone.rtp({ server, domain: carrier, user, password: '', name: 'Anh Nam' });
    this.#phones.push(phone);
    await this.provision({ carrierPort: Number(phone.hostPort.split(':')[1]) });
    return phone;
  }

  /** A call that came in: how its caller sees it, and its names. */
  async arrive(
    phone: Phone,
    dialled: string,
    options: CallOptions = {},
  ): Promise<{ call: CallId; leg: LegId; caller: Call; arrived: object }> {
    const caller = await phone.call(dialled, options);
    const arrived = await this.seen.next('arrived');
    const { call, leg } = arrived;
    return { call, leg, caller, arrived };
  }

  perform(call: CallId, command: EngineCommand): void {
    this.under.engine.perform(tenant, call, command);
  }

  /** Dials an extension and gives the leg's name. */
  dial(call: CallId, extension: string, callerId = { number: '101', name: 'Lan' }): LegId {
    const leg = this.name<LegId>(call);
    this.perform(call, { type: 'dial', leg, to: { kind: 'extension', extension }, callerId });
    return leg;
  }

  /** Calls a number through a trunk; through one that is not provisioned if `named` says so. */
  dialTrunk(call: CallId, number: string, through: TrunkId, named: string = through): LegId {
    const leg = this.name<LegId>(call);
    // A trunk's name from outside the suite's own provision, to be refused.
    const to = { kind: 'trunk', trunk: named as TrunkId, number } as const;
    this.perform(call, { type: 'dial', leg, to, callerId: { number: ownNumber, name: '' } });
    return leg;
  }

  name<Id extends LegId | PlayId | RecordingId | BridgeId>(call: CallId): Id {
    this.#serial += 1;
    // Ids of legs, plays and recordings are made of their call's.
    return `${call}/${this.#serial}` as Id;
  }

  /** Two extensions that talk. */
  async talk(a: Phone, b: Phone, dialled: string): Promise<Talk> {
    const { call, leg, caller } = await this.arrive(a, dialled);
    const other = this.dial(call, dialled);
    const callee = await b.nextCall();
    callee.ring();
    await this.seen.next('ringing', other);
    this.perform(call, { type: 'ring', leg });
    await caller.until('ringing');
    await callee.answer();
    await this.seen.next('answered', other);
    this.perform(call, { type: 'answer', leg });
    await this.seen.next('answered', leg);
    await caller.until('talking');
    const bridge = this.together(call, [leg, other]);
    // An answer comes after what was asked before: what the phones do from here on finds them bridged.
    await this.under.engine.snapshot();
    return { call, legs: [leg, other], bridge, caller, callee };
  }

  /** A bridge in which everybody hears everybody else; the first is recorded left, the others right. */
  together(call: CallId, legs: readonly LegId[], bridge = this.name<BridgeId>(call)): BridgeId {
    this.perform(call, { type: 'bridge', bridge, members: legs.map((leg, i) => member(leg, legs, i === 0)) });
    return bridge;
  }

  /** A finished recording's samples, by channel. */
  async recording(id: RecordingId): Promise<readonly (readonly number[])[]> {
    const wav = await readFile(join(this.under.files.recordingsFolder, tenant, `${id}.wav`));
    const channels = wav.readUInt16LE(22);
    const data = wav.subarray(wav.indexOf('data', 12, 'latin1') + 8);
    const samples: number[][] = Array.from({ length: channels }, () => []);
    for (let at = 0; at + 1 < data.length; at += 2) samples[(at / 2) % channels]?.push(data.readInt16LE(at));
    return samples;
  }

  /** Ends what a test left behind, so that the next one starts with an idle engine. */
  async clear(): Promise<void> {
    const { legs } = await this.under.engine.snapshot();
    for (const { call, leg } of legs) this.perform(call, { type: 'hang-up', leg, cause: 'normal' });
    for (const phone of this.#phones) {
      if (phone.isRegistered) await phone.register(0).catch(() => {}); // The engine may be down on purpose.
      phone.close();
    }
    this.#phones = [];
    this.seen.forget();
  }
}

export interface Talk {
  readonly call: CallId;
  readonly legs: readonly [LegId, LegId];
  readonly bridge: BridgeId;
  readonly caller: Call;
  readonly callee: Call;
}

/** Somebody in a bridge who hears those, never himself. */
export const member = (leg: LegId, hears: readonly LegId[], isCustomer = false): Member => ({
  leg,
  hears: hears.filter((other) => other !== leg),
  channel: isCustomer ? 'left' : 'right',
});

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until something holds; rejects when it does not in time. */
export async function eventually(what: string, holds: () => boolean, timeoutMs = patientMs): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await wait(20);
  }
}
