import { hash } from 'node:crypto';
import type { Contact, ContactId, EngineEvent, TenantId } from '@alo/call-core';
import type { DeviceSeen, EngineSnapshot, KeptRegistration } from '@alo/engine';
import {
  type Binding,
  createRegistrar,
  type Flow,
  formatNameAddr,
  header,
  type IncomingRequest,
  newBinding,
  parseNameAddr,
  type RegistrationChange,
  udpFlow,
} from '@alo/sip';
import type { SipPlantOptions } from '../plant-options.ts';
import type { BranchTarget } from './branch.ts';
import { audioKindOf } from './destinations.ts';
import { type KeepAlive, speaksThroughNat } from './keep-alive.ts';
import type { KnownDevice, SipDirectory } from './sip-directory.ts';

export interface RegistrationsOptions {
  readonly directory: SipDirectory;
  readonly options: Pick<SipPlantOptions, 'limits' | 'registrationSeconds' | 'shortestRegistrationSeconds'>;
  readonly isOpen: (flow: Flow) => boolean;
  readonly closeFlow: (flow: Flow) => void;
  /** Of phones behind NAT: their ways are kept open. */
  readonly keepAlive: Pick<KeepAlive, 'keep' | 'letGo'>;
  readonly emit: (tenant: TenantId, event: EngineEvent) => void;
  readonly onSeen: (tenant: TenantId, seen: DeviceSeen) => void;
  /** Time for events. */
  readonly now: () => number;
}

interface Person {
  readonly tenant: TenantId;
  readonly extension: string;
}

/** A registered person, and the flows that they registered over. */
interface Present {
  readonly person: Person;
  readonly flows: Set<string>;
  /** Who registered each contact that is reached through a proxy: its flow is that of everybody behind it, and vouches for nobody. */
  readonly proxied: Map<ContactId, FlowOwner>;
  /** Contacts whose pages did not answer when they were asked last. */
  readonly asleep: Set<ContactId>;
  /** Contacts that have said that they have no microphone. */
  readonly voiceless: Set<ContactId>;
  /** The contacts that were told last, so that a refresh is no news. */
  told: string;
  /** Where phones are now that were reached by UDP over another flow, by the id of that one; the latest few. */
  readonly moved: Map<string, Flow>;
}

/** The person who was proved, and the secret that proved them. */
export interface DigestProof {
  readonly person: Person;
  readonly secret: string;
  /** The desk phone, where it is one. */
  readonly device: KnownDevice | null;
}

/** The person who registered over a flow, and the name that the phone gave. */
export interface FlowOwner extends DigestProof {
  readonly aor: string;
  readonly user: string;
}

/** Who registers from `flow`, and what it has left by that. */
interface Mover {
  readonly secret: string;
  readonly flow: Flow;
  readonly isLeft: ((binding: Binding) => boolean) | undefined;
}

const sweepMs = 1_000;
/** With `none` a browser says that its person would be heard by nobody: it has no microphone, or may not use it. */
const microphoneHeader = 'x-alo-microphone';
/** Former flows that are kept for one person: more than calls that began before the phone's last move. */
const mostMoved = 20;
/** So many characters of a phone's User-Agent are kept. */
const longestUserAgent = 100;
const aorOf = (tenant: TenantId, extension: string): string => `${extension}@${tenant}`;

/** The phones that are reached, and their flows: what the registrar keeps, as the switch needs it. */
export class Registrations {
  readonly #options: RegistrationsOptions;
  readonly #registrar: ReturnType<typeof createRegistrar>;
  readonly #people = new Map<string, Present>();
  readonly #holders = new Map<string, FlowOwner>();
  /** Tenants whose phones were taken up as they were known before this engine was born. */
  readonly #restored = new Set<TenantId>();
  readonly #sweep: NodeJS.Timeout;

  constructor(options: RegistrationsOptions) {
    this.#options = options;
    const { limits, registrationSeconds, shortestRegistrationSeconds } = options.options;
    this.#registrar = createRegistrar({
      defaultSeconds: registrationSeconds,
      minSeconds: Math.min(shortestRegistrationSeconds, registrationSeconds),
      maxSeconds: registrationSeconds,
      spread: () => Math.random() / 10,
      maxPerPerson: limits.contactsPerExtension,
      maxPerAddress: limits.socketsPerAddress,
    });
    this.#sweep = setInterval(() => {
      for (const change of this.#registrar.expire(performance.now())) this.#changed(change);
    }, sweepMs);
  }

  close(): void {
    clearInterval(this.#sweep);
  }

  /** Performs a REGISTER of somebody who proved who they are (RFC 3261 §10.3), and answers it. `user` is what the phone calls itself. */
  register({ request, flow, respond }: IncomingRequest, proof: DigestProof, user: string): void {
    const { tenant, extension } = proof.person;
    const aor = aorOf(tenant, extension);
    const isLeft = proof.device === null ? undefined : this.#isLeftBy(proof.device, flow);
    const result = this.#registrar.register(aor, request, flow, performance.now(), isLeft);
    if (!result.ok) return void respond(result.response);
    const { isRefresh, former } = result;
    if (!isRefresh) this.#closeReplaced(former, aor, flow);
    const present = this.#present(aor, proof.person);
    if (!isRefresh) this.#noteMoved(former, aor, { secret: proof.secret, flow, isLeft }, present);
    if (header(request, 'path') === undefined) {
      const held = this.#holders.get(flow.id);
      const isSameUser = held?.aor === aor && held.user === user;
      if (!isSameUser || held.secret !== proof.secret || held.device !== proof.device) {
        this.#holders.set(flow.id, { ...proof, aor, user });
      }
      present.flows.add(flow.id);
    } else {
      for (const binding of this.#bindingsOf(aor)) {
        // What it did not name is as it was.
        if (!former.includes(binding)) present.proxied.set(contactIdOf(aor, binding), { ...proof, aor, user });
      }
    }
    if (!isRefresh) this.#keepOpen(aor, flow);
    respond(result.response);
    const isVoiceless = header(request, microphoneHeader)?.trim().toLowerCase() === 'none';
    if (!isRefresh || present.asleep.size > 0 || isVoiceless || present.voiceless.size > 0) {
      for (const binding of this.#bindingsOf(aor)) {
        if (binding.flow.id !== flow.id) continue;
        const id = contactIdOf(aor, binding);
        // Only a page that is awake registers.
        present.asleep.delete(id);
        if (isVoiceless) present.voiceless.add(id);
        else present.voiceless.delete(id);
      }
      this.#changed(result.change);
    }
    if (proof.device === null) return;
    const { transport, remote } = flow;
    const userAgent = (header(request, 'user-agent') ?? '').replace(/\p{Cc}/gu, '').slice(0, longestUserAgent);
    const speaksFrom = { address: `${transport}:${remote.address}:${remote.port}`, userAgent };
    this.#tellDevice(proof.person, proof.device, speaksFrom);
  }

  /** Takes up how phones were registered before this engine was born; what is known here is newer. */
  restore(tenant: TenantId, registrations: readonly KeptRegistration[]): void {
    if (this.#restored.has(tenant)) return;
    this.#restored.add(tenant);
    for (const kept of registrations) {
      const device = this.#options.directory.deviceBySecret(tenant, kept.secret);
      const contact = parseNameAddr(kept.contact);
      const left = kept.until - this.#options.now();
      if (device === undefined || contact === undefined || left <= 0) continue;
      const aor = aorOf(tenant, device.extension);
      const flow = udpFlow(kept.address, kept.port);
      const { contact: written, callId, cseq } = kept;
      const expiresAt = performance.now() + left;
      const binding = newBinding(contact, { written, flow, expiresAt, callId, cseq, path: [] });
      const person = { tenant, extension: device.extension };
      const present = this.#present(aor, person);
      const change = this.#registrar.restore(aor, binding);
      if (!this.#holders.has(flow.id)) {
        this.#holders.set(flow.id, { person, secret: kept.secret, device, aor, user: kept.user });
        present.flows.add(flow.id);
      }
      this.#keepOpen(aor, flow);
      this.#changed(change);
    }
  }

  /** The devices of an extension, the preferred one first. One without a microphone is none where another has one. */
  destinationsOf(tenant: TenantId, extension: string): readonly BranchTarget[] {
    const aor = aorOf(tenant, extension);
    const all = this.#bindingsOf(aor);
    const voiceless = this.#people.get(aor)?.voiceless ?? new Set();
    const speaking = all.filter((binding) => !voiceless.has(contactIdOf(aor, binding)));
    return (speaking.length > 0 ? speaking : all).map((binding) => {
      const { contact, flow, path } = binding;
      const device = this.#ownerOf(aor, binding)?.device;
      return {
        uri: contact.uri,
        flow,
        kind: audioKindOf(flow),
        ...(path.length > 0 ? { path } : {}),
        ...(device ? { device: device.secret.id, deviceId: device.device } : {}),
      };
    });
  }

  /**
   * The way by which this extension's phone is reached now that the one it had is gone: another connection by which the same contact is
   * registered, or another port that a NAT gave it. Undefined when it still stands.
   */
  flowOf(tenant: TenantId, extension: string, uri: string, flow: Flow): Flow | undefined {
    const aor = aorOf(tenant, extension);
    if (flow.transport === 'udp') return this.#people.get(aor)?.moved.get(flow.id);
    if (this.#options.isOpen(flow)) return undefined;
    return this.#bindingsOf(aor).find(({ contact }) => contact.uri === uri)?.flow;
  }

  /** A contact's page has answered, or has not. */
  contactIs(tenant: TenantId, extension: string, uri: string, state: 'awake' | 'asleep'): void {
    const aor = aorOf(tenant, extension);
    const present = this.#people.get(aor);
    const binding = this.#bindingsOf(aor).find(({ contact }) => contact.uri === uri);
    if (present === undefined || binding === undefined) return;
    const id = contactIdOf(aor, binding);
    if (state === 'asleep') present.asleep.add(id);
    else present.asleep.delete(id);
    this.#tellContacts(aor, present);
  }

  flowClosed(flow: Flow): void {
    const holder = this.#holders.get(flow.id);
    if (holder !== undefined) this.#people.get(holder.aor)?.flows.delete(flow.id);
    const changes = this.#registrar.flowClosed(flow.id);
    if (holder !== undefined) this.#forgetHolder(flow.id);
    for (const change of changes) this.#changed(change);
  }

  /** These extensions have other secrets now: a phone that registered by one that is gone is unregistered. */
  provisioned(tenant: TenantId, extensions: readonly string[]): void {
    for (const extension of extensions) {
      const aor = aorOf(tenant, extension);
      for (const change of this.#registrar.drop(aor, (binding) => {
        const owner = binding.path.length > 0 ? this.#ownerOf(aor, binding) : undefined;
        return owner !== undefined && !this.#options.directory.isSecret(tenant, extension, owner.secret);
      }))
        this.#changed(change);
      for (const flowId of Array.from(this.#people.get(aor)?.flows ?? [])) {
        const holder = this.#holders.get(flowId);
        if (holder === undefined || this.#options.directory.isSecret(tenant, extension, holder.secret)) continue;
        const changes = this.#registrar.flowClosed(flowId);
        this.#forgetHolder(flowId);
        for (const change of changes) this.#changed(change);
      }
    }
  }

  /** The tenant is served elsewhere, or not at all: should it come back, others knew its phones meanwhile. */
  forgotten(tenant: TenantId, extensions: readonly string[]): void {
    this.#restored.delete(tenant);
    this.provisioned(tenant, extensions);
  }

  /** All persons who are reached, with their contacts. */
  all(): EngineSnapshot['registrations'] {
    return [...this.#people].flatMap(([aor, { person }]) => {
      const contacts = this.#contactsOf(aor);
      return contacts.length === 0 ? [] : [{ ...person, contacts }];
    });
  }

  /** Was anybody registered over this flow, or is through the proxy that it leads to? */
  has(flow: Flow): boolean {
    return this.#holders.has(flow.id) || this.#registrar.hasFlow(flow.id);
  }

  /** The owner that registered over the flow last, be that over by now. */
  ownerOf(flow: Flow): FlowOwner | undefined {
    return this.#holders.get(flow.id);
  }

  /** The owner that is registered over the flow now. */
  holderOf(flow: Flow): FlowOwner | undefined {
    const holder = this.#holders.get(flow.id);
    if (holder === undefined) return undefined;
    return this.#bindingsOf(holder.aor).some((binding) => binding.flow.id === flow.id) ? holder : undefined;
  }

  #ownerOf(aor: string, binding: Binding): FlowOwner | undefined {
    return binding.path.length === 0
      ? this.#holders.get(binding.flow.id)
      : this.#people.get(aor)?.proxied.get(contactIdOf(aor, binding));
  }

  /** A desk phone is one: what it registered from elsewhere, before it started again or its NAT forgot it, rings nowhere any more. */
  #isLeftBy({ device }: KnownDevice, flow: Flow): (binding: Binding) => boolean {
    return ({ flow: { id }, outbound, path }) =>
      id !== flow.id && outbound === undefined && path.length === 0 && this.#holders.get(id)?.device?.device === device;
  }

  /** A phone that believes to be elsewhere is reached for as long as its NAT remembers it. */
  #keepOpen(aor: string, flow: Flow): void {
    if (flow.transport !== 'udp') return;
    // A way through proxies is theirs to keep.
    const own = this.#bindingsOf(aor).filter(({ flow: { id }, path }) => id === flow.id && path.length === 0);
    if (own.some(({ contact }) => speaksThroughNat(contact.uri, flow))) this.#options.keepAlive.keep(flow);
  }

  #present(aor: string, person: Person): Present {
    const known = this.#people.get(aor);
    if (known !== undefined) return known;
    const present = {
      person,
      flows: new Set<string>(),
      proxied: new Map<ContactId, FlowOwner>(),
      asleep: new Set<ContactId>(),
      voiceless: new Set<ContactId>(),
      told: '[]',
      moved: new Map(),
    };
    this.#people.set(aor, present);
    return present;
  }

  /** Tells how a desk phone is reached now. */
  #tellDevice({ tenant, extension }: Person, device: KnownDevice, speaksFrom: DeviceSeen['from']): void {
    const now = this.#options.now();
    const own = this.#bindingsOf(aorOf(tenant, extension)).flatMap((binding) => {
      const owner = this.#ownerOf(aorOf(tenant, extension), binding);
      return owner?.device?.device === device.device ? [{ binding, user: owner.user }] : [];
    });
    const untilOf = ({ expiresAt }: Binding) => Math.round(now + expiresAt - performance.now());
    this.#options.onSeen(tenant, {
      device: device.device,
      at: now,
      from: speaksFrom,
      until: own.length === 0 ? null : Math.max(...own.map(({ binding }) => untilOf(binding))),
      registrations: own.flatMap(({ binding, user }) => {
        const { contact, flow, callId, cseq, path } = binding;
        // A connection does not outlive its engine, and a way through proxies is theirs to keep.
        if (flow.transport !== 'udp' || path.length > 0) return [];
        const { address, port } = flow.remote;
        const until = untilOf(binding);
        return [
          { secret: device.secret.id, user, contact: formatNameAddr(contact), address, port, until, callId, cseq },
        ];
      }),
    });
  }

  /** A flow is no way to anybody any more. */
  #forgetHolder(flowId: string): void {
    this.#options.keepAlive.letGo(flowId);
    const holder = this.#holders.get(flowId);
    this.#holders.delete(flowId);
    if (holder?.device) this.#tellDevice(holder.person, holder.device, null);
  }

  #changed({ aor }: RegistrationChange): void {
    const present = this.#people.get(aor);
    if (present === undefined) return;
    this.#forgetFlows(aor, present);
    this.#tellContacts(aor, present);
  }

  #tellContacts(aor: string, present: Present): void {
    const contacts = this.#contactsOf(aor);
    const isGone = (id: ContactId) => !contacts.some((contact) => contact.id === id);
    for (const said of [present.asleep, present.voiceless]) for (const id of said) if (isGone(id)) said.delete(id);
    for (const [id, { person, device }] of present.proxied) {
      if (!isGone(id)) continue;
      present.proxied.delete(id);
      if (device !== null) this.#tellDevice(person, device, null);
    }
    if (contacts.length === 0) this.#people.delete(aor);
    const told = JSON.stringify(contacts);
    if (told === present.told) return;
    present.told = told;
    const { tenant, extension } = present.person;
    this.#options.emit(tenant, { type: 'contacts', extension, contacts, at: this.#options.now() });
  }

  /**
   * A browser that registers on a new connection does not hear the old one any more, whatever that looks like from here: what
   * rings there rings for nobody.
   */
  #closeReplaced(before: readonly Binding[], aor: string, now: Flow): void {
    const flows = new Set(this.#bindingsOf(aor).map(({ flow }) => flow.id));
    if (!flows.has(now.id)) return; // It signed off; the others did so as well, or were told by it.
    for (const { flow } of before) {
      if (!flows.has(flow.id) && audioKindOf(flow) === 'webrtc') this.#options.closeFlow(flow);
    }
  }

  /** A NAT gave a phone another port, which it registered from: nothing that is sent to the former one gets through to it. */
  #noteMoved(before: readonly Binding[], aor: string, phone: Mover, { moved }: Present): void {
    for (const binding of this.#bindingsOf(aor)) {
      moved.delete(binding.flow.id);
      const id = contactIdOf(aor, binding);
      const former = before.find((one) => contactIdOf(aor, one) === id);
      if (former !== undefined) this.#moves(moved, former.flow, binding.flow, phone.secret);
    }
    if (phone.isLeft !== undefined)
      for (const { flow } of before.filter(phone.isLeft)) this.#moves(moved, flow, phone.flow, phone.secret);
    for (const [oldest] of moved) if (moved.size > mostMoved) moved.delete(oldest);
  }

  #moves(moved: Map<string, Flow>, former: Flow, flow: Flow, secret: string): void {
    if (former.id === flow.id || former.transport !== 'udp' || flow.transport !== 'udp') return;
    // Two phones of one person may have the same address, each in a network of its own.
    if (this.#holders.get(former.id)?.secret !== secret) return;
    for (const [id, { id: to }] of moved) if (to === former.id) moved.set(id, flow);
    moved.set(former.id, flow);
  }

  /** A set, always in the same order. */
  #contactsOf(aor: string): readonly Contact[] {
    const { asleep, voiceless } = this.#people.get(aor) ?? {};
    return this.#bindingsOf(aor)
      .map((binding) => contactIdOf(aor, binding))
      .map((id) => ({
        id,
        asleep: asleep?.has(id) ?? false,
        ...(voiceless?.has(id) === true ? { voiceless: true } : {}),
      }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  #bindingsOf(aor: string): readonly Binding[] {
    return this.#registrar.contactsOf(aor, performance.now());
  }

  /** Flows that a person is no longer reached by vouch for nobody; a NAT gives a phone a new one whenever it likes. */
  #forgetFlows(aor: string, { flows }: Present): void {
    const reached = new Set(this.#bindingsOf(aor).map(({ flow }) => flow.id));
    for (const flowId of flows) {
      if (reached.has(flowId)) continue;
      flows.delete(flowId);
      if (this.#holders.get(flowId)?.aor === aor) this.#forgetHolder(flowId);
    }
  }
}

/** The phone behind a contact, through all its refreshes and connections; without an instance (RFC 5626) its address. */
function contactIdOf(aor: string, { contact, outbound }: Binding): ContactId {
  const phone = outbound === undefined ? contact.uri : `${outbound.instance} ${outbound.regId}`;
  // The one place where contacts are named.
  return hash('sha256', `${aor} ${phone}`, 'hex').slice(0, 16) as ContactId;
}
