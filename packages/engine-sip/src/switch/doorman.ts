import type { Origin, TenantId } from '@alo/call-core';
import { algorithmsOf, type TrunkAccount } from '@alo/engine';
import {
  type Algorithm,
  createDigestServer,
  type Flow,
  from,
  ha1,
  header,
  type IncomingRequest,
  type NameAddr,
  numberInHeader,
  numberOf,
  parseSipUri,
  parseUri,
  to,
  type Uri,
  userOf,
} from '@alo/sip';
import { isOfBot } from '../bots/bot-mark.ts';
import { audioKindOf } from './destinations.ts';
import type { Gateways } from './gateways.ts';
import { callerOf } from './identity.ts';
import { RateLimit } from './rate-limit.ts';
import { RecentAddresses } from './recent-addresses.ts';
import type { DigestProof, FlowOwner, Registrations } from './registrations.ts';
import type { KnownDevice, SipDirectory, TrunkCall, TrunkName } from './sip-directory.ts';

export interface DoormanOptions {
  readonly directory: SipDirectory;
  readonly registrations: Registrations;
  readonly gateways: Pick<Gateways, 'register' | 'trunkOf'>;
  /** The page that opened the connection, where it is not welcome to every company. */
  readonly pageOf: (flow: Flow) => string | undefined;
  /** What a bot of ours says, and nobody else knows. */
  readonly botMark: string;
  /** Requests that carry no proof of who sent them, per source address and second. */
  readonly unprovenRequestsPerSecond: number;
}

/** A caller whose identity is proved. */
export interface ProvenCaller {
  readonly tenant: TenantId;
  readonly origin: Origin;
  /** The desk phone that calls, where it is one. */
  readonly device: KnownDevice | null;
  /** Of a carrier's call: our number, however the carrier wrote it. */
  readonly number?: string;
}

/** By which an edge, whose address is its carrier's too, says that somebody is a phone. It only ever takes trust away, so that anybody may say it. */
const partyHeader = 'x-alo-party';

/** Wrong passwords for one extension from one address: then it waits. */
const guesses = { perSecond: 0.5, burst: 10 };

/** Lets in who proves who they are: who registers, who calls, and how much a stranger may ask. */
export class Doorman {
  readonly #options: DoormanOptions;
  readonly #digest = createDigestServer();
  readonly #strangers: RateLimit;
  /** Trunks that we registered for, by the user of the Contact that we gave: nobody else knows it. */
  readonly #accounts = new Map<string, TrunkName>();
  readonly #guesses = new RateLimit(guesses);
  readonly #neighbours = new RecentAddresses();

  constructor(options: DoormanOptions) {
    this.#options = options;
    const perSecond = options.unprovenRequestsPerSecond;
    this.#strangers = new RateLimit({ perSecond, burst: 5 * perSecond });
  }

  /** May bytes from here be looked at? Registered phones and carriers always; a stranger while it keeps its measure. */
  admits(flow: Flow): boolean {
    return this.#strangers.allows(flow.remote.address, performance.now()) || this.knows(flow);
  }

  /** Is this the way to a phone that is registered, or to a carrier? */
  knows(flow: Flow): boolean {
    const { registrations, directory, gateways } = this.#options;
    return registrations.has(flow) || directory.isTrunk(flow.remote.address) || gateways.trunkOf(flow) !== undefined;
  }

  /** Has a phone or a gateway proved itself from there lately? Who else comes from there may be another one. */
  isNeighbour(address: string): boolean {
    return this.#neighbours.has(address);
  }

  /** Counts a request that nobody vouched for. */
  stranger(flow: Flow): void {
    if (!this.knows(flow)) this.#strangers.take(flow.remote.address, performance.now());
  }

  malformed(flow: Flow): void {
    this.stranger(flow);
  }

  /** Answers a REGISTER (RFC 3261 §10.3): a phone proves itself each time. */
  register(incoming: IncomingRequest): void {
    const address = addressOf(to(incoming.request));
    if (address === undefined) return this.#refuse(incoming, 400);
    const tenant = this.#options.directory.tenantOf(address.host);
    const gateway = tenant && this.#options.directory.gateway(tenant, address.user);
    if (tenant !== undefined && gateway !== undefined) {
      if (this.#isGateway(incoming, address, gateway.account) && this.isFromPageOf(incoming, tenant))
        this.#options.gateways.register(incoming, { tenant, trunk: gateway.trunk }, gateway.account);
      return;
    }
    const proof = this.#prove(incoming, this.#options.directory.realmOf(address.host), address);
    if (proof === undefined || !this.isFromPageOf(incoming, proof.person.tenant)) return;
    this.#options.registrations.register(incoming, proof, address.user);
  }

  /** Is this the way to the console, to no page, or to one whose phones the company lets come? */
  isWelcome(flow: Flow, tenant: TenantId): boolean {
    const page = this.#options.pageOf(flow);
    return page === undefined || this.#options.directory.isPhonePageOf(tenant, page);
  }

  /** Does it come from where this company lets phones come? If not, it has been answered: a phone that proved to be one is told why. */
  isFromPageOf(incoming: IncomingRequest, tenant: TenantId): boolean {
    if (this.isWelcome(incoming.flow, tenant)) return true;
    const page = this.#options.pageOf(incoming.flow);
    const warning = `399 ${this.#options.directory.domainOf(tenant) ?? 'alo'} "The company does not let phones of ${page} come"`;
    incoming.refuse({ status: 403, reason: 'Page Not Allowed', headers: [{ name: 'warning', value: warning }] });
    return false;
  }

  /** Does somebody speak from where this extension is registered, or prove anew to be it? If not, it has been answered. */
  isStill(incoming: IncomingRequest, tenant: TenantId, extension: string): boolean {
    const { request, flow } = incoming;
    const holder = this.#options.registrations.holderOf(flow);
    if (holder?.person.tenant === tenant && holder.person.extension === extension)
      return this.isFromPageOf(incoming, tenant);
    const address = addressOf(from(request));
    const domain = this.#options.directory.domainOf(tenant);
    // Its own name where it has one: to us it may have called itself by that of the other side.
    const user =
      address === undefined || this.#options.directory.user(tenant, address.user) === undefined
        ? extension
        : address.user;
    const proof = domain === undefined ? undefined : this.#prove(incoming, domain, { user, host: domain });
    return proof?.person.extension === extension && this.isFromPageOf(incoming, tenant);
  }

  /**
   * Who calls: a carrier by its address and our number; a phone by the connection that it registered on, or by digest.
   * Undefined: the caller has been answered. Nobody gets past this unproven.
   */
  identify(incoming: IncomingRequest): ProvenCaller | undefined {
    const { request, flow } = incoming;
    const { directory } = this.#options;
    const caller = from(request);
    const holder = this.#options.registrations.holderOf(flow);
    const address = addressOf(caller);
    // A phone and a carrier may come from one address, as behind one proxy: who calls by the name of an extension is a phone.
    const mayBeCarrier = !this.#options.registrations.has(flow) || !this.#isExtension(address);
    if (audioKindOf(flow) === 'rtp' && mayBeCarrier && header(request, partyHeader) !== 'phone') {
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
    if (proof === undefined || !this.isFromPageOf(incoming, proof.person.tenant)) return undefined;
    const { tenant, extension } = proof.person;
    return { tenant, origin: { kind: 'extension', extension }, device: proof.device };
  }

  /** From now on calls for this Contact of ours are the trunk's; null: they are nobody's any more. */
  accountIs(contactUser: string, trunk: TrunkName | null): void {
    if (trunk === null) this.#accounts.delete(contactUser);
    else this.#accounts.set(contactUser, trunk);
  }

  /** A bot plays a customer of the number that it calls, whoever brings that number's calls. A carrier is known by its address, or by what it was told when we registered; then the number stands elsewhere. */
  #trunkCall({ request, flow }: IncomingRequest): TrunkCall | undefined {
    const { directory } = this.#options;
    const uri = parseUri(request.uri);
    if (isOfBot(request, this.#options.botMark))
      return directory.botCall(uri === undefined ? '' : numberOf(uri).number);
    const gateway = this.#options.gateways.trunkOf(flow);
    if (gateway !== undefined) return directory.accountCall(gateway, uri === undefined ? '' : numberOf(uri).number);
    const account = uri && this.#accountOf(uri);
    if (account === undefined)
      return directory.trunkCall(flow.remote.address, uri === undefined ? '' : numberOf(uri).number);
    const called =
      numberInHeader(header(request, 'p-called-party-id') ?? '') ?? numberInHeader(header(request, 'to') ?? '');
    return directory.accountCall(account, called?.number ?? '');
  }

  /** Has a gateway proved to have this account? If not, it has been answered. */
  #isGateway(incoming: IncomingRequest, { user, host }: Address, account: TrunkAccount): boolean {
    const { request, flow } = incoming;
    const now = performance.now();
    const key = `${flow.remote.address} ${user}`;
    if (!this.#guesses.allows(key, now)) {
      this.stranger(flow);
      incoming.refuse({ status: 503, headers: [{ name: 'retry-after', value: '10' }] });
      return false;
    }
    const realm = this.#options.directory.realmOf(host);
    const { authUsername: name, password } = account;
    const secretOf = (algorithm: Algorithm) => ha1(algorithm, name, realm, password);
    const secret = { id: 'gateway', ha1Md5: secretOf('MD5'), ha1Sha256: secretOf('SHA-256') };
    const verdict = this.#digest.check(
      request,
      {
        realm,
        ...(flow.transport === 'udp' && { source: flow.remote.address }),
        as: 'user',
        algorithms: ['MD5'],
        // An account without a password is nobody's.
        secretsOf: (said) => (said === name && password !== '' ? [secret] : []),
      },
      now,
    );
    if (verdict.ok) {
      this.#neighbours.note(flow.remote.address);
      return true;
    }
    this.stranger(flow);
    if (verdict.why === 'refused') this.#guesses.take(key, now);
    incoming.refuse(verdict.response);
    return false;
  }

  #isCarrier({ request, flow }: IncomingRequest): boolean {
    const uri = parseUri(request.uri);
    return (
      this.#options.gateways.trunkOf(flow) !== undefined ||
      this.#options.directory.isTrunk(flow.remote.address) ||
      (uri !== undefined && this.#accountOf(uri) !== undefined)
    );
  }

  #accountOf(uri: Uri): TrunkName | undefined {
    return this.#accounts.get(userOf(uri));
  }

  #isExtension(address: Address | undefined): boolean {
    const { directory } = this.#options;
    const tenant = address && directory.tenantOf(address.host);
    return tenant !== undefined && directory.user(tenant, address?.user ?? '') !== undefined;
  }

  /** Has the sender proved to be this extension of this domain? If not, it has been answered. */
  #prove(incoming: IncomingRequest, realm: string, { user, host }: Address): DigestProof | undefined {
    const { request, flow } = incoming;
    const { directory } = this.#options;
    const now = performance.now();
    const key = `${flow.remote.address} ${user}`;
    // A phone that registered the extension over this very connection is no guesser, also where guessers share its address.
    const holder = flow.transport === 'udp' ? undefined : this.#options.registrations.holderOf(flow);
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
        // A connection cannot be forged: what comes on it comes from whoever was challenged.
        ...(flow.transport === 'udp' && { source: flow.remote.address }),
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
      this.#neighbours.note(flow.remote.address);
      const person = { tenant, extension: proven.extension };
      return { person, secret: verdict.secret.id, device: proven.device };
    }
    this.stranger(flow);
    if (verdict.ok) return undefined; // A user with a secret always has a person: this is never reached.
    if (verdict.why === 'refused') this.#guesses.take(key, now);
    incoming.refuse(verdict.response);
    return undefined;
  }

  #refuse(incoming: IncomingRequest, status: number): void {
    this.stranger(incoming.flow);
    incoming.refuse({ status });
  }
}

/** Does the holder call itself so, or the extension that it is of? */
const isNamed = ({ user, person }: FlowOwner, name: string): boolean => name === user || name === person.extension;

/**
 * What is offered, by the name and the way in alone, so that it is the same whether anybody has that name. A device says in its
 * name what it can do. An extension's own name is that of its browsers: the better first (RFC 8760 §2.3), MD5 last, because JsSIP
 * knows no other and looks at the last challenge only. By UDP and TCP come desk phones, of which many stop at what they do not know.
 */
const challengesFor = (user: string, flow: Flow): readonly Algorithm[] =>
  algorithmsOf(user) ?? (audioKindOf(flow) === 'webrtc' ? ['SHA-256', 'MD5'] : ['MD5']);

interface Address {
  readonly user: string;
  readonly host: string;
}

function addressOf(address: NameAddr | undefined): Address | undefined {
  const uri = address === undefined ? undefined : parseSipUri(address.uri);
  return uri?.user === undefined ? undefined : { user: userOf(uri), host: uri.host };
}
