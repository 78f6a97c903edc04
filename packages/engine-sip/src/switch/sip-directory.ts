import type { TenantId, TrunkId } from '@alo/call-core';
import {
  algorithmsOf,
  type DeviceProvision,
  type EngineSnapshot,
  type ExtensionProvision,
  type ExtensionSecret,
  type ProvisionChange,
  type TenantProvision,
  type TrunkAccount,
  type TrunkProvision,
} from '@alo/engine';
import { Sources } from '@alo/net';
import { numberKey } from '@alo/phone-number';
import type { Algorithm } from '@alo/sip';

interface Tenant {
  readonly domain: string;
  revision: number;
  readonly extensions: Map<string, ExtensionProvision>;
  /** By the names that they call themselves. */
  readonly devices: Map<string, KnownDevice>;
  readonly trunks: Map<TrunkId, TrunkProvision>;
  /** Where the names of carriers' servers were found to lead. */
  readonly learned: Map<TrunkId, readonly string[]>;
  /** Other pages whose phones may come. */
  readonly phoneOrigins: readonly string[];
}

/** A desk phone, and whose it is. */
export interface KnownDevice extends DeviceProvision {
  readonly extension: string;
  readonly sources: Sources;
}

/** The extension that a user name stands for, and the secrets that prove the user. */
export interface User {
  readonly extension: string;
  /** Null for the browsers of the extension. */
  readonly device: KnownDevice | null;
  readonly secrets: readonly ExtensionSecret[];
}

/** A trunk of a tenant. */
export interface TrunkName {
  readonly tenant: TenantId;
  readonly trunk: TrunkId;
}

/** Where a call from a carrier belongs. */
export interface TrunkCall extends TrunkName {
  /** As the tenant has it, not as the carrier wrote it. */
  readonly number: string;
}

/** One of our numbers, and from where its calls come. */
interface Line extends TrunkCall {
  readonly sources: Sources;
  /** The prefix that the carrier puts before the number. */
  readonly prefix: string;
}

/** Where a tenant's carrier is, since when the tenant says so, and the share of it that the operator gave, if any. */
interface Claim {
  readonly holder: TenantId;
  readonly trunk: TrunkId;
  readonly since: number;
  readonly share: string | undefined;
  readonly sources: Sources;
}

/**
 * Who may use the switch: every tenant's extensions and trunks, as provisioned. Look-ups cost the same for any number of
 * tenants, a change the same for any number of people. What changes answers whose secrets are different now.
 */
export class SipDirectory {
  readonly #tenants = new Map<TenantId, Tenant>();
  readonly #byDomain = new Map<string, TenantId>();
  /** The tenant that has been here longest; found anew when asked for after a change. */
  #first: TenantId | undefined;
  /** By the number key, which is the same for every spelling of a number. */
  readonly #lines = new Map<string, readonly Line[]>();
  /** All prefixes that carriers put before numbers; made anew like their addresses. */
  #prefixes: ReadonlySet<string> | null = null;
  /** Every carrier's addresses together; made anew when asked for after a change. */
  #carriers: Sources | null = null;
  /** The addresses of each tenant's carriers, and of all of them; made anew in the same way. */
  #carriersOf: readonly (readonly [TenantId, Sources])[] | null = null;
  #allCarriers: Sources | null = null;
  /** By address, since carriers changed last; null where there are several. */
  readonly #tenantsAt = new Map<string, TenantId | null>();
  /** Every company's pages together; made anew in the same way. */
  #phoneOrigins: ReadonlySet<string> | null = null;
  /** What each trunk is, in the same way. */
  #claims: readonly Claim[] | null = null;

  /** Takes the whole of a tenant, unless something later is known of it. */
  set({ tenant, revision, domain, extensions, trunks, phoneOrigins = [] }: TenantProvision): readonly string[] {
    const before = this.#tenants.get(tenant);
    if (before !== undefined && before.revision > revision) return [];
    const touched = changedSecrets(before, extensions);
    this.forget(tenant);
    this.#byDomain.set(domain.toLowerCase(), tenant);
    const learned = new Map(trunks.map(({ trunk }) => [trunk, before?.learned.get(trunk) ?? []]));
    const known: Tenant = {
      domain,
      revision,
      extensions: new Map(),
      devices: new Map(),
      trunks: new Map(),
      learned,
      phoneOrigins,
    };
    this.#tenants.set(tenant, known);
    this.#phoneOrigins = null;
    this.#first = undefined;
    for (const extension of extensions) setExtension(known, extension);
    for (const trunk of trunks) this.#setTrunk(tenant, trunk);
    return touched;
  }

  /** Takes what is different since the revision before; undefined where that is not the one we have. */
  change(tenant: TenantId, revision: number, changes: readonly ProvisionChange[]): readonly string[] | undefined {
    const known = this.#tenants.get(tenant);
    if (known === undefined || known.revision !== revision - 1) return undefined;
    known.revision = revision;
    const touched = new Set<string>();
    for (const change of changes) {
      switch (change.type) {
        case 'secrets':
          setExtension(known, change);
          touched.add(change.extension);
          break;
        case 'extension-gone':
          forgetExtension(known, change.extension);
          touched.add(change.extension);
          break;
        case 'trunk':
          this.#setTrunk(tenant, change.trunk);
          break;
        case 'trunk-gone':
          this.#forgetTrunk(tenant, change.trunk);
          known.learned.delete(change.trunk);
          break;
        default:
          change satisfies never;
      }
    }
    return [...touched];
  }

  forget(tenant: TenantId): readonly string[] {
    const known = this.#tenants.get(tenant);
    if (known === undefined) return [];
    for (const trunk of Array.from(known.trunks.keys())) this.#forgetTrunk(tenant, trunk);
    this.#byDomain.delete(known.domain.toLowerCase());
    this.#tenants.delete(tenant);
    this.#phoneOrigins = null;
    this.#first = undefined;
    return keys(known);
  }

  /** The revision that each tenant was provisioned with last. */
  revisions(): EngineSnapshot['provisioned'] {
    return [...this.#tenants].map(([tenant, { revision }]) => ({ tenant, revision }));
  }

  /**
   * The tenant whose SIP domain this is. A name that is nobody's is the first tenant's, whose id is the lowest: phones may be set up by
   * address, and stay so whoever comes to the installation later.
   */
  tenantOf(domain: string): TenantId | undefined {
    const named = this.#byDomain.get(domain.toLowerCase());
    if (named !== undefined) return named;
    this.#first ??= [...this.#tenants.keys()].toSorted()[0];
    return this.#first;
  }

  /** The digest realm of a domain; an unknown domain is its own realm, where no password is right. */
  realmOf(domain: string): string {
    const tenant = this.tenantOf(domain);
    return (tenant === undefined ? undefined : this.domainOf(tenant)) ?? domain.toLowerCase();
  }

  domainOf(tenant: TenantId): string | undefined {
    return this.#tenants.get(tenant)?.domain;
  }

  /** Does any tenant let the phones of this page come? */
  isPhonePage(origin: string): boolean {
    this.#phoneOrigins ??= new Set([...this.#tenants.values()].flatMap(({ phoneOrigins }) => phoneOrigins));
    return this.#phoneOrigins.has(origin);
  }

  /** Does this tenant? */
  isPhonePageOf(tenant: TenantId, origin: string): boolean {
    return this.#tenants.get(tenant)?.phoneOrigins.includes(origin) ?? false;
  }

  /** Does somebody else make or take calls here? A company that has neither phones nor numbers needs no room. */
  hasOthers(tenant: TenantId): boolean {
    for (const [other, { extensions, trunks }] of this.#tenants) {
      if (other !== tenant && (extensions.size > 0 || [...trunks.values()].some(({ numbers }) => numbers.length > 0))) {
        return true;
      }
    }
    return false;
  }

  /** The user of this name: an extension, or a device by the name of its own. */
  user(tenant: TenantId, name: string): User | undefined {
    const known = this.#tenants.get(tenant);
    const device = known?.devices.get(name);
    if (device !== undefined) return { extension: device.extension, device, secrets: [device.secret] };
    const extension = known?.extensions.get(name);
    return extension && { extension: name, device: null, secrets: extension.secrets };
  }

  /**
   * What a user may prove itself by, from where and in the way that it does; none when there is no such user. `address` is
   * whom it claims to be: itself, or the extension of a device that signs in by its own name.
   */
  secretsOf(tenant: TenantId, claim: DigestClaim): readonly ExtensionSecret[] {
    const user = this.user(tenant, claim.name);
    if (user === undefined || (claim.name !== claim.address && user.extension !== claim.address)) return [];
    const { device } = user;
    if (device === null) return user.secrets;
    if (device.networks.length > 0 && !device.sources.has(claim.from)) return [];
    return algorithmsOf(claim.name)?.includes(claim.algorithm) === true ? user.secrets : [];
  }

  /** The messages that wait for an extension. */
  messagesOf(tenant: TenantId, extension: string): NonNullable<ExtensionProvision['messages']> {
    return this.#tenants.get(tenant)?.extensions.get(extension)?.messages ?? { waiting: 0, old: 0 };
  }

  /** The extensions for which messages are kept. */
  withMessages(tenant: TenantId): readonly string[] {
    return [...(this.#tenants.get(tenant)?.extensions.values() ?? [])].flatMap(({ extension, messages }) =>
      messages !== undefined && messages.waiting + messages.old > 0 ? [extension] : [],
    );
  }

  deviceBySecret(tenant: TenantId, secret: string): KnownDevice | undefined {
    return [...(this.#tenants.get(tenant)?.devices.values() ?? [])].find((device) => device.secret.id === secret);
  }

  /** The secrets of all desk phones of a tenant. */
  deviceSecrets(tenant: TenantId): ReadonlySet<string> {
    return new Set([...(this.#tenants.get(tenant)?.devices.values() ?? [])].map(({ secret }) => secret.id));
  }

  /** Whether a secret of the extension is one still. */
  isSecret(tenant: TenantId, extension: string, id: string): boolean {
    const known = this.#tenants.get(tenant)?.extensions.get(extension);
    return known !== undefined && secretsIn(known).some((secret) => secret.id === id);
  }

  /** The trunk of a gateway that registers by this name. A person's name goes before. */
  gateway(tenant: TenantId, name: string): { readonly trunk: TrunkId; readonly account: TrunkAccount } | undefined {
    if (this.user(tenant, name) !== undefined) return undefined;
    for (const { trunk, registersHere: account } of this.trunks(tenant)) {
      if (account?.username === name) return { trunk, account };
    }
    return undefined;
  }

  trunks(tenant: TenantId): readonly TrunkProvision[] {
    return [...(this.#tenants.get(tenant)?.trunks.values() ?? [])];
  }

  /** Where a carrier's names lead: calls from there are its calls, too. */
  learn(tenant: TenantId, trunk: TrunkId, addresses: readonly string[]): void {
    const known = this.#tenants.get(tenant);
    const provision = known?.trunks.get(trunk);
    if (known === undefined || provision === undefined) return;
    if (known.learned.get(trunk)?.join() === addresses.join()) return;
    known.learned.set(trunk, addresses);
    this.#setTrunk(tenant, provision);
  }

  trunk(tenant: TenantId, trunk: TrunkId): TrunkProvision | undefined {
    return this.#tenants.get(tenant)?.trunks.get(trunk);
  }

  /** The trunk and number of a call, where `address` is a carrier's and the number one that it brings, in any spelling. */
  trunkCall(address: string, dialled: string): TrunkCall | undefined {
    return this.#lineOf(dialled, ({ sources }) => sources.has(address));
  }

  /** The same for a call that came by the account that we have with a carrier, from wherever. */
  accountCall(name: TrunkName, dialled: string): TrunkCall | undefined {
    return this.#lineOf(dialled, ({ tenant, trunk }) => tenant === name.tenant && trunk === name.trunk);
  }

  /** The same for a bot of ours: a number is one company's, and whoever let the bot call has been asked whether it is theirs. */
  botCall(dialled: string): TrunkCall | undefined {
    return this.#lineOf(dialled, () => true);
  }

  #lineOf(dialled: string, brings: (line: Line) => boolean): TrunkCall | undefined {
    const plain = dialled.replace(/^\+/, '');
    for (const prefix of ['', ...this.#knownPrefixes()]) {
      if (!plain.startsWith(prefix)) continue;
      const lines = this.#lines.get(numberKey(prefix === '' ? dialled : plain.slice(prefix.length))) ?? [];
      const line = lines.find((one) => (prefix === '' || one.prefix === prefix) && brings(one));
      if (line !== undefined) return { tenant: line.tenant, trunk: line.trunk, number: line.number };
    }
    return undefined;
  }

  #knownPrefixes(): ReadonlySet<string> {
    this.#prefixes ??= new Set(
      [...this.#lines.values()].flatMap((lines) => lines.map(({ prefix }) => prefix).filter((one) => one !== '')),
    );
    return this.#prefixes;
  }

  /**
   * Is this a carrier of another tenant, which had it before this trunk was led there: as written, or as its names lead? Or one of the operator's of which
   * the tenant has a share, as this trunk does not say?
   */
  isAnothers({ tenant, trunk }: TrunkName, address: string): boolean {
    const { since = 0, share } = this.trunk(tenant, trunk) ?? {};
    this.#claims ??= [...this.#tenants].flatMap(([holder, known]) =>
      [...known.trunks.values()].map((one) => ({
        holder,
        since: one.since ?? 0,
        share: one.share,
        trunk: one.trunk,
        sources: new Sources(addressesOf(known, one.trunk)),
      })),
    );
    return this.#claims.some(
      (claim) =>
        (claim.holder === tenant
          ? claim.share !== undefined && claim.share !== share
          : claim.since < since || (claim.since === since && claim.trunk < trunk)) && claim.sources.has(address),
    );
  }

  /** What each tenant is sure of, of a carrier that they share. */
  floorsOf(carrier: string): ReadonlyMap<TenantId, number> {
    const floors = new Map<TenantId, number>();
    for (const [tenant, { trunks }] of this.#tenants)
      for (const { carrier: its } of trunks.values()) if (its?.id === carrier) floors.set(tenant, its.floor);
    return floors;
  }

  /** Is this an address by which some carrier brings calls to a number of ours? Its requests are not counted as a stranger's. */
  isTrunk(address: string): boolean {
    this.#carriers ??= new Sources(
      [...this.#tenants.values()].flatMap((tenant) =>
        [...tenant.trunks.values()]
          .filter(({ numbers }) => numbers.length > 0)
          .flatMap(({ trunk }) => addressesOf(tenant, trunk)),
      ),
    );
    return this.#carriers.has(address);
  }

  /** Whose carriers are at this address: null where several tenants have theirs there, undefined where nobody has. */
  tenantAt(address: string): TenantId | null | undefined {
    this.#carriersOf ??= [...this.#tenants].map(([name, tenant]) => {
      return [name, new Sources([...tenant.trunks.keys()].flatMap((trunk) => addressesOf(tenant, trunk)))] as const;
    });
    this.#allCarriers ??= new Sources(
      [...this.#tenants.values()].flatMap((tenant) =>
        [...tenant.trunks.keys()].flatMap((trunk) => addressesOf(tenant, trunk)),
      ),
    );
    // Nothing is remembered of strangers, who come from ever new addresses.
    if (!this.#allCarriers.has(address)) return undefined;
    const known = this.#tenantsAt.get(address);
    if (known !== undefined) return known;
    const [only, ...others] = this.#carriersOf.filter(([, sources]) => sources.has(address));
    const tenant = only === undefined || others.length > 0 ? null : only[0];
    if (this.#tenantsAt.size >= mostAddressesKnown) this.#tenantsAt.clear();
    this.#tenantsAt.set(address, tenant);
    return tenant;
  }

  /** Is it an address of this carrier? */
  isOfTrunk({ tenant, trunk }: TrunkName, address: string): boolean {
    const known = this.#tenants.get(tenant);
    const provision = known?.trunks.get(trunk);
    if (known === undefined || provision === undefined) return false;
    return new Sources([...sourcesOf(provision), ...(known.learned.get(trunk) ?? [])]).has(address);
  }

  #setTrunk(tenant: TenantId, provision: TrunkProvision): void {
    const { trunk, numberPrefix: prefix = '' } = provision;
    this.#forgetTrunk(tenant, trunk);
    this.#tenants.get(tenant)?.trunks.set(trunk, provision);
    const learned = this.#tenants.get(tenant)?.learned.get(trunk) ?? [];
    const sources = new Sources([...sourcesOf(provision), ...learned]);
    for (const [written, number] of spelt(provision)) {
      const key = numberKey(written);
      const line: Line = { tenant, trunk, number, prefix, sources };
      this.#lines.set(key, [...(this.#lines.get(key) ?? []), line]);
    }
  }

  #forgetTrunk(tenant: TenantId, trunk: TrunkId): void {
    this.#carriers = null;
    this.#carriersOf = null;
    this.#allCarriers = null;
    this.#tenantsAt.clear();
    this.#claims = null;
    this.#prefixes = null;
    const trunks = this.#tenants.get(tenant)?.trunks;
    const known = trunks?.get(trunk);
    for (const [written] of known === undefined ? [] : spelt(known)) {
      const key = numberKey(written);
      const left = (this.#lines.get(key) ?? []).filter((line) => line.tenant !== tenant || line.trunk !== trunk);
      if (left.length === 0) this.#lines.delete(key);
      else this.#lines.set(key, left);
    }
    trunks?.delete(trunk);
  }
}

/** Addresses of which is remembered whose carriers they are. */
const mostAddressesKnown = 10_000;

/** The name, address and digest algorithm that a request claims. */
export interface DigestClaim {
  readonly name: string;
  readonly address: string;
  readonly from: string;
  readonly algorithm: Algorithm;
}

function setExtension(known: Tenant, given: ExtensionProvision): void {
  const { extension, devices = [] } = given;
  // A sign-in changes secrets only: the messages stay as they were.
  const messages = given.messages ?? known.extensions.get(extension)?.messages;
  forgetExtension(known, extension);
  known.extensions.set(extension, messages === undefined ? given : { ...given, messages });
  for (const device of devices) {
    known.devices.set(device.user, { ...device, extension, sources: new Sources(device.networks) });
  }
}

function forgetExtension(known: Tenant, extension: string): void {
  for (const { user } of known.extensions.get(extension)?.devices ?? []) known.devices.delete(user);
  known.extensions.delete(extension);
}

/** Our numbers by what the carrier may send for them. */
const spelt = ({ numbers, forms = {} }: TrunkProvision): readonly (readonly [written: string, number: string])[] => [
  ...numbers.map((number) => [number, number] as const),
  ...Object.entries(forms),
];

/** A carrier's servers are the carrier, too. Names that are no addresses match nothing. */
const sourcesOf = ({ host, addresses }: TrunkProvision): readonly string[] => [
  host.replace(/^\[|\]$/g, ''),
  ...addresses,
];

/** Where a carrier is, as written and as its names lead. */
function addressesOf({ trunks, learned }: Tenant, trunk: TrunkId): readonly string[] {
  const provision = trunks.get(trunk);
  return provision === undefined ? [] : [...sourcesOf(provision), ...(learned.get(trunk) ?? [])].filter(isNarrow);
}

/** A network that is wider than any carrier's would make carriers of strangers. */
function isNarrow(source: string): boolean {
  const [address = '', bits] = source.split('/');
  return bits === undefined || Number(bits) >= (address.includes(':') ? 48 : 24);
}

const keys = (tenant: Tenant | undefined): readonly string[] => [...(tenant?.extensions.keys() ?? [])];

/** Extensions that have other secrets than before, or are gone. */
function changedSecrets(before: Tenant | undefined, after: readonly ExtensionProvision[]): readonly string[] {
  if (before === undefined) return [];
  const named = new Map(after.map((one) => [one.extension, idsOf(one)]));
  return [...before.extensions.values()].filter((one) => idsOf(one) !== named.get(one.extension)).map(nameOf);
}

const nameOf = ({ extension }: ExtensionProvision): string => extension;

const secretsIn = ({ secrets, devices = [] }: ExtensionProvision): readonly ExtensionSecret[] => [
  ...secrets,
  ...devices.map(({ secret }) => secret),
];

/** A device that may not come from where it did is told anew, too. */
const idsOf = (extension: ExtensionProvision): string =>
  JSON.stringify([secretsIn(extension).map(({ id }) => id), (extension.devices ?? []).map(({ networks }) => networks)]);
