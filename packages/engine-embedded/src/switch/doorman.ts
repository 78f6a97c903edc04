import { hash } from 'node:crypto';
import type { Contact, ContactId, EngineEvent, Origin, TenantId } from '@alo/call-core';
import { algorithmsOf, type DeviceSeen, type EngineSnapshot, type KeptRegistration } from '@alo/engine';
import {
  type Algorithm,
  type Binding,
  createDigestServer,
  createRegistrar,
  type Flow,
  formatNameAddr,
  from,
  header,
  type Incoming,
  type NameAddr,
  newBinding,
  parseNameAddr,
  parseSipUri,
  parseUri,
  type RegistrationChange,
  to,
  udpFlow,
  userOf,
} from '@alo/sip';
import type { ChildOptions } from '../options.ts';
import type { Destination } from './branch.ts';
import { kindOf } from './destinations.ts';
import type { Directory, KnownDevice, TrunkCall, TrunkName } from './directory.ts';
import { callerOf } from './identity.ts';
import { RateLimit } from './rate-limit.ts';

export interface DoormanOptions {
  readonly directory: Directory;
  readonly options: Pick<ChildOptions, 'limits' | 'registrationSeconds' | 'shortestRegistrationSeconds'>;
  readonly isOpen: (flow: Flow) => boolean;
  readonly closeFlow: (flow: Flow) => void;
  readonly emit: (tenant: TenantId, event: EngineEvent) => void;
  readonly onSeen: (tenant: TenantId, seen: DeviceSeen) => void;
  /** Time for events. */
  readonly now: () => number;
}

/** Who a caller is, beyond doubt. */
export interface Caller {
  readonly tenant: TenantId;
  readonly origin: Origin;
  /** The desk phone that calls, where it is one. */
  readonly device: KnownDevice | null;
  /** Of a carrier's call: our number, however the carrier wrote it. */
  readonly number?: string;
}

interface Person {
  readonly tenant: TenantId;
  readonly extension: string;
}

/** A person who is registered, and the flows that they registered over. */
interface Present {
  readonly person: Person;
  readonly flows: Set<string>;
  /** Contacts whose pages did not answer when they were asked last. */
  readonly asleep: Set<ContactId>;
  /** The contacts that were told last, so that a refresh is no news. */
  told: string;
  /** Where phones are now that were reached by UDP over another flow, by the id of that one; the latest few. */
  readonly moved: Map<string, Flow>;
}

/** Who proved to be whom, and by which secret. */
interface Proof {
  readonly person: Person;
  readonly secret: string;
  /** The desk phone, where it is one. */
  readonly device: KnownDevice | null;
}

/** Who registered over a flow, and under which name. */
interface Holder extends Proof {
  readonly aor: string;
  readonly user: string;
}

/** Wrong passwords for one extension from one address: then it waits. */
const guesses = { perSecond: 0.5, burst: 10 };
const sweepMs = 1_000;
/** More flows than calls of one person's phones that are older than their last move. */
const mostMoved = 20;
/** Of what a phone says that it is, so much is kept. */
const longestUserAgent = 100;
const aorOf = (tenant: TenantId, extension: string): string => `${extension}@${tenant}`;

/** Knows who is who: registrations, who may call, and how much a stranger may ask. */
export class Doorman {
  readonly #options: DoormanOptions;
  readonly #digest = createDigestServer();
  readonly #registrar: ReturnType<typeof createRegistrar>;
  readonly #people = new Map<string, Present>();
  readonly #holders = new Map<string, Holder>();
  /** Tenants whose phones were taken up as they were known before this engine was born. */
  readonly #restored = new Set<TenantId>();
  readonly #strangers: RateLimit;
  /** Trunks that we registered for, by the user of the Contact that we gave: nobody else knows it. */
  readonly #accounts = new Map<string, TrunkName>();
  readonly #guesses = new RateLimit(guesses);
  readonly #sweep: NodeJS.Timeout;

  constructor(options: DoormanOptions) {
    this.#options = options;
    const { limits, registrationSeconds, shortestRegistrationSeconds } = options.options;
    this.#registrar = createRegistrar({
      defaultSeconds: registrationSeconds,
      minSeconds: Math.min(shortestRegistrationSeconds, registrationSeconds),
      maxSeconds: registrationSeconds,
      maxPerPerson: limits.contactsPerExtension,
      maxPerAddress: limits.socketsPerAddress,
    });
    const perSecond = limits.unprovenRequestsPerSecond;
    this.#strangers = new RateLimit({ perSecond, burst: 5 * perSecond });
    this.#sweep = setInterval(() => {
      for (const change of this.#registrar.expire(performance.now())) this.#changed(change);
    }, sweepMs);
  }

  close(): void {
    clearInterval(this.#sweep);
  }

  /** May bytes from here be looked at? Registered phones and carriers always; a stranger while it keeps its measure. */
  admits(flow: Flow): boolean {
    return this.#strangers.allows(flow.remote.address, performance.now()) || this.knows(flow);
  }

  /** Counts a request that nobody vouched for. */
  stranger(flow: Flow): void {
    if (!this.knows(flow)) this.#strangers.take(flow.remote.address, performance.now());
  }

  malformed(flow: Flow): void {
    this.stranger(flow);
  }

  /** Answers a REGISTER (RFC 3261 §10.3): a phone proves itself each time. */
  register(incoming: Incoming): void {
    const { request, flow } = incoming;
    const address = addressOf(to(request));
    if (address === undefined) return this.#refuse(incoming, 400);
    const realm = this.#options.directory.realmOf(address.host);
    const proof = this.#prove(incoming, realm, address);
    if (proof === undefined) return;
    const { tenant, extension } = proof.person;
    const aor = aorOf(tenant, extension);
    const now = performance.now();
    const before = this.#bindingsOf(aor);
    const result = this.#registrar.register(aor, request, flow, now);
    if (!result.ok) return void incoming.respond(result.response);
    if (!result.isRefresh) this.#closeReplaced(before, aor, flow);
    const present = this.#present(aor, proof.person);
    if (!result.isRefresh) this.#noteMoved(before, aor, proof.secret, present);
    const held = this.#holders.get(flow.id);
    const isSameUser = held?.aor === aor && held.user === address.user;
    if (!isSameUser || held.secret !== proof.secret || held.device !== proof.device) {
      this.#holders.set(flow.id, { ...proof, aor, user: address.user });
    }
    present.flows.add(flow.id);
    incoming.respond(result.response);
    if (!result.isRefresh || present.asleep.size > 0) {
      // Only a page that is awake registers.
      for (const binding of this.#bindingsOf(aor)) {
        if (binding.flow.id === flow.id) present.asleep.delete(contactIdOf(aor, binding));
      }
      this.#changed(result.change);
    }
    if (proof.device === null) return;
    const { transport, remote } = flow;
    const userAgent = (header(request, 'user-agent') ?? '').replace(/\p{Cc}/gu, '').slice(0, longestUserAgent);
    const speaksFrom = { address: `${transport}:${remote.address}:${remote.port}`, userAgent };
    this.#tellDevice(proof.person, proof.device, speaksFrom);
  }

  /** How phones were registered before this engine was born; whatever is known here is newer. */
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
      this.#changed(change);
    }
  }

  /** Does somebody speak from where this extension is registered, or prove anew to be it? If not, it has been answered. */
  isStill(incoming: Incoming, tenant: TenantId, extension: string): boolean {
    const { request, flow } = incoming;
    const holder = this.#holderOf(flow);
    if (holder?.person.tenant === tenant && holder.person.extension === extension) return true;
    const address = addressOf(from(request));
    const domain = this.#options.directory.domainOf(tenant);
    // Its own name where it has one: to us it may have called itself by that of the other side.
    const user =
      address === undefined || this.#options.directory.user(tenant, address.user) === undefined
        ? extension
        : address.user;
    const proof = domain === undefined ? undefined : this.#prove(incoming, domain, { user, host: domain });
    return proof?.person.extension === extension;
  }

  /**
   * Who calls: a carrier by its address and our number; a phone by the connection that it registered on, or by digest.
   * Undefined: the caller has been answered. Nobody gets past this unproven.
   */
  identify(incoming: Incoming): Caller | undefined {
    const { request, flow } = incoming;
    const { directory } = this.#options;
    const caller = from(request);
    const holder = this.#holderOf(flow);
    const address = addressOf(caller);
    if (holder === undefined && kindOf(flow) === 'rtp') {
      const call = this.#trunkCall(incoming);
      if (call !== undefined) {
        const trusts = directory.trunk(call.tenant, call.trunk)?.trustsIdentity ?? true;
        const origin = { kind: 'trunk', trunk: call.trunk, ...callerOf(request, trusts) } as const;
        return { tenant: call.tenant, origin, device: null, number: call.number };
      }
      // A carrier cannot answer a challenge: what it brings that is not ours is nobody's (RFC 3261 §21.4.5).
      if (this.#isCarrier(incoming) && !this.#isExtension(address)) {
        this.#refuse(incoming, 404);
        return undefined;
      }
    }
    if (address === undefined) {
      this.#refuse(incoming, 400);
      return undefined;
    }
    // A UDP address can be forged, a connection cannot: only there the registration vouches for the call.
    const vouched = flow.transport !== 'udp' && holder !== undefined && isNamed(holder, address.user);
    const proof = vouched ? holder : this.#prove(incoming, directory.realmOf(address.host), address);
    if (proof === undefined) return undefined;
    const { tenant, extension } = proof.person;
    return { tenant, origin: { kind: 'extension', extension }, device: proof.device };
  }

  /** From now on calls for this Contact of ours are the trunk's; null: they are nobody's any more. */
  accountIs(contactUser: string, trunk: TrunkName | null): void {
    if (trunk === null) this.#accounts.delete(contactUser);
    else this.#accounts.set(contactUser, trunk);
  }

  /** A carrier is known by its address, or by what it was told when we registered; then the number stands elsewhere. */
  #trunkCall({ request, flow }: Incoming): TrunkCall | undefined {
    const { directory } = this.#options;
    const uri = parseUri(request.uri);
    const dialled = uri === undefined ? '' : userOf(uri);
    const account = this.#accounts.get(dialled);
    if (account === undefined) return directory.trunkCall(flow.remote.address, dialled);
    const called = parseNameAddr(header(request, 'p-called-party-id') ?? '') ?? to(request);
    const named = called === undefined ? undefined : parseUri(called.uri);
    return directory.accountCall(account, named === undefined ? '' : userOf(named));
  }

  #isCarrier({ request, flow }: Incoming): boolean {
    const uri = parseUri(request.uri);
    return (
      this.#options.directory.isTrunk(flow.remote.address) || (uri !== undefined && this.#accounts.has(userOf(uri)))
    );
  }

  #isExtension(address: Address | undefined): boolean {
    const { directory } = this.#options;
    const tenant = address && directory.tenantOf(address.host);
    return tenant !== undefined && directory.user(tenant, address?.user ?? '') !== undefined;
  }

  /** The devices of an extension, the preferred one first. */
  destinationsOf(tenant: TenantId, extension: string): readonly Destination[] {
    return this.#bindingsOf(aorOf(tenant, extension)).map(({ contact, flow }) => {
      const device = this.#holders.get(flow.id)?.device;
      return { uri: contact.uri, flow, kind: kindOf(flow), ...(device ? { device: device.secret.id } : {}) };
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
    if (holder === undefined) return;
    this.#people.get(holder.aor)?.flows.delete(flow.id);
    const changes = this.#registrar.flowClosed(flow.id);
    this.#forgetHolder(flow.id);
    for (const change of changes) this.#changed(change);
  }

  /** These extensions have other secrets now: whoever came in by one that is gone is unregistered. */
  provisioned(tenant: TenantId, extensions: readonly string[]): void {
    for (const extension of extensions) {
      for (const flowId of [...(this.#people.get(aorOf(tenant, extension))?.flows ?? [])]) {
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

  registrations(): EngineSnapshot['registrations'] {
    return [...this.#people].flatMap(([aor, { person }]) => {
      const contacts = this.#contactsOf(aor);
      return contacts.length === 0 ? [] : [{ ...person, contacts }];
    });
  }

  /** Has the sender proved to be this extension of this domain? If not, it has been answered. */
  #prove(incoming: Incoming, realm: string, { user, host }: Address): Proof | undefined {
    const { request, flow } = incoming;
    const { directory } = this.#options;
    const now = performance.now();
    const key = `${flow.remote.address} ${user}`;
    // Whoever holds the extension by this very connection is no guesser, whoever else is behind the same address.
    const holder = flow.transport === 'udp' ? undefined : this.#holderOf(flow);
    const holds = holder !== undefined && isNamed(holder, user);
    if (!holds && !this.#guesses.allows(key, now)) {
      this.stranger(flow);
      incoming.refuse({ status: 503, headers: [{ name: 'retry-after', value: '10' }] });
      return undefined;
    }
    const tenant = directory.tenantOf(host);
    const verdict = this.#digest.check(
      request,
      {
        realm,
        as: 'user',
        algorithms: challengesFor(user, flow),
        secretsOf: (name, algorithm) =>
          tenant === undefined
            ? []
            : directory.secretsOf(tenant, { name, address: user, from: flow.remote.address, algorithm }),
      },
      now,
    );
    const proven = verdict.ok && tenant !== undefined ? directory.user(tenant, verdict.username) : undefined;
    if (verdict.ok && tenant !== undefined && proven !== undefined) {
      const person = { tenant, extension: proven.extension };
      return { person, secret: verdict.secret.id, device: proven.device };
    }
    this.stranger(flow);
    if (verdict.ok) return undefined; // Whoever has a secret is somebody, so this is never so.
    if (verdict.why === 'refused') this.#guesses.take(key, now);
    incoming.refuse(verdict.response);
    return undefined;
  }

  #present(aor: string, person: Person): Present {
    const known = this.#people.get(aor);
    if (known !== undefined) return known;
    const present = { person, flows: new Set<string>(), asleep: new Set<ContactId>(), told: '[]', moved: new Map() };
    this.#people.set(aor, present);
    return present;
  }

  /** Tells how a desk phone is reached now. */
  #tellDevice({ tenant, extension }: Person, device: KnownDevice, speaksFrom: DeviceSeen['from']): void {
    const now = this.#options.now();
    const own = this.#bindingsOf(aorOf(tenant, extension)).flatMap((binding) => {
      const holder = this.#holders.get(binding.flow.id);
      return holder?.device?.device === device.device ? [{ binding, user: holder.user }] : [];
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
    const holder = this.#holders.get(flowId);
    this.#holders.delete(flowId);
    if (holder?.device) this.#tellDevice(holder.person, holder.device, null);
  }

  #refuse(incoming: Incoming, status: number): void {
    this.stranger(incoming.flow);
    incoming.refuse({ status });
  }

  #holderOf(flow: Flow): Holder | undefined {
    const holder = this.#holders.get(flow.id);
    if (holder === undefined) return undefined;
    return this.#bindingsOf(holder.aor).some((binding) => binding.flow.id === flow.id) ? holder : undefined;
  }

  /** Is this the way to a phone that is registered, or to a carrier? */
  knows(flow: Flow): boolean {
    return this.#holders.has(flow.id) || this.#options.directory.isTrunk(flow.remote.address);
  }

  #changed({ aor }: RegistrationChange): void {
    const present = this.#people.get(aor);
    if (present === undefined) return;
    this.#forgetFlows(aor, present);
    this.#tellContacts(aor, present);
  }

  #tellContacts(aor: string, present: Present): void {
    const contacts = this.#contactsOf(aor);
    for (const id of present.asleep) if (!contacts.some((contact) => contact.id === id)) present.asleep.delete(id);
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
      if (!flows.has(flow.id) && kindOf(flow) === 'webrtc') this.#options.closeFlow(flow);
    }
  }

  /** A NAT gave a phone another port, which it registered from: nothing that is sent to the former one gets through to it. */
  #noteMoved(before: readonly Binding[], aor: string, secret: string, { moved }: Present): void {
    for (const binding of this.#bindingsOf(aor)) {
      const { flow } = binding;
      moved.delete(flow.id);
      const phone = contactIdOf(aor, binding);
      const former = before.find((one) => contactIdOf(aor, one) === phone)?.flow;
      if (former === undefined || former.id === flow.id || former.transport !== 'udp' || flow.transport !== 'udp')
        continue;
      // Two phones of one person may have the same address, each in a network of its own.
      if (this.#holders.get(former.id)?.secret !== secret) continue;
      for (const [id, { id: to }] of moved) if (to === former.id) moved.set(id, flow);
      moved.set(former.id, flow);
    }
    for (const [oldest] of moved) if (moved.size > mostMoved) moved.delete(oldest);
  }

  /** A set, always in the same order. */
  #contactsOf(aor: string): readonly Contact[] {
    const asleep = this.#people.get(aor)?.asleep;
    return this.#bindingsOf(aor)
      .map((binding) => contactIdOf(aor, binding))
      .map((id) => ({ id, asleep: asleep?.has(id) ?? false }))
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

/** Does the holder call itself so, or the extension that it is of? */
const isNamed = ({ user, person }: Holder, name: string): boolean => name === user || name === person.extension;

/**
 * What is offered, by the name and the way in alone, so that it is the same whether anybody has that name. A device says in its
 * name what it can do. An extension's own name is that of its browsers: the better first (RFC 8760 §2.3), MD5 last, because JsSIP
 * knows no other and looks at the last challenge only. By UDP and TCP come desk phones, of which many stop at what they do not know.
 */
const challengesFor = (user: string, flow: Flow): readonly Algorithm[] =>
  algorithmsOf(user) ?? (kindOf(flow) === 'webrtc' ? ['SHA-256', 'MD5'] : ['MD5']);

interface Address {
  readonly user: string;
  readonly host: string;
}

function addressOf(address: NameAddr | undefined): Address | undefined {
  const uri = address === undefined ? undefined : parseSipUri(address.uri);
  return uri?.user === undefined ? undefined : { user: userOf(uri), host: uri.host };
}
