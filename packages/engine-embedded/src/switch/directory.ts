import type { TenantId, TrunkId } from '@alo/call-core';
import type {
  EngineSnapshot,
  ExtensionProvision,
  ExtensionSecret,
  ProvisionChange,
  TenantProvision,
  TrunkProvision,
} from '@alo/engine';
import { numberKey } from '@alo/phone-number';
import { Sources } from './sources.ts';

interface Tenant {
  readonly domain: string;
  revision: number;
  readonly secrets: Map<string, readonly ExtensionSecret[]>;
  readonly trunks: Map<TrunkId, TrunkProvision>;
}

/** A trunk of a tenant. */
export interface TrunkName {
  readonly tenant: TenantId;
  readonly trunk: TrunkId;
}

/** Where a call from a carrier belongs. */
export interface TrunkCall extends TrunkName {
  /** As the tenant has it, whatever the carrier wrote. */
  readonly number: string;
}

/** One of our numbers, and from where its calls come. */
interface Line extends TrunkCall {
  readonly sources: Sources;
  /** What the carrier puts before it. */
  readonly prefix: string;
}

/**
 * Who may use the switch: every tenant's extensions and trunks, as provisioned. Look-ups cost the same for any number of
 * tenants, a change the same for any number of people. What changes answers whose secrets are different now.
 */
export class Directory {
  readonly #tenants = new Map<TenantId, Tenant>();
  readonly #byDomain = new Map<string, TenantId>();
  /** By what is the same for every spelling of a number. */
  readonly #lines = new Map<string, readonly Line[]>();
  /** What carriers put before numbers; made anew like their addresses. */
  #prefixes: ReadonlySet<string> | null = null;
  /** Every carrier's addresses together; made anew when asked for after a change. */
  #carriers: Sources | null = null;

  /** Takes the whole of a tenant, unless something later is known of it. */
  set({ tenant, revision, domain, extensions, trunks }: TenantProvision): readonly string[] {
    const before = this.#tenants.get(tenant);
    if (before !== undefined && before.revision > revision) return [];
    const touched = changedSecrets(before, extensions);
    this.forget(tenant);
    this.#byDomain.set(domain.toLowerCase(), tenant);
    this.#tenants.set(tenant, {
      domain,
      revision,
      secrets: new Map(extensions.map(({ extension, secrets }) => [extension, secrets])),
      trunks: new Map(),
    });
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
          known.secrets.set(change.extension, change.secrets);
          touched.add(change.extension);
          break;
        case 'extension-gone':
          known.secrets.delete(change.extension);
          touched.add(change.extension);
          break;
        case 'trunk':
          this.#setTrunk(tenant, change.trunk);
          break;
        case 'trunk-gone':
          this.#forgetTrunk(tenant, change.trunk);
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
    for (const trunk of [...known.trunks.keys()]) this.#forgetTrunk(tenant, trunk);
    this.#byDomain.delete(known.domain.toLowerCase());
    this.#tenants.delete(tenant);
    return keys(known);
  }

  /** What it was told last of each tenant. */
  revisions(): EngineSnapshot['provisioned'] {
    return [...this.#tenants].map(([tenant, { revision }]) => ({ tenant, revision }));
  }

  /** The tenant whose SIP domain this is. With one tenant alone any name is its own: phones may be set up by address. */
  tenantOf(domain: string): TenantId | undefined {
    const named = this.#byDomain.get(domain.toLowerCase());
    if (named !== undefined || this.#tenants.size !== 1) return named;
    return this.#tenants.keys().next().value;
  }

  /** The digest realm of a domain; an unknown domain is its own realm, where no password is right. */
  realmOf(domain: string): string {
    const tenant = this.tenantOf(domain);
    return (tenant === undefined ? undefined : this.domainOf(tenant)) ?? domain.toLowerCase();
  }

  domainOf(tenant: TenantId): string | undefined {
    return this.#tenants.get(tenant)?.domain;
  }

  /** What an extension may prove itself by; none when there is no such extension. */
  secretsOf(tenant: TenantId, extension: string): readonly ExtensionSecret[] {
    return this.#tenants.get(tenant)?.secrets.get(extension) ?? [];
  }

  trunk(tenant: TenantId, trunk: TrunkId): TrunkProvision | undefined {
    return this.#tenants.get(tenant)?.trunks.get(trunk);
  }

  /** Whose call this is, when `address` is a carrier's and the number one that it brings, however that is written. */
  trunkCall(address: string, dialled: string): TrunkCall | undefined {
    return this.#lineOf(dialled, ({ sources }) => sources.has(address));
  }

  /** The same for a call that came by the account that we have with a carrier, from wherever. */
  accountCall(name: TrunkName, dialled: string): TrunkCall | undefined {
    return this.#lineOf(dialled, ({ tenant, trunk }) => tenant === name.tenant && trunk === name.trunk);
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

  /** Is this some carrier's address? Its requests are not counted as a stranger's. */
  isTrunk(address: string): boolean {
    this.#carriers ??= new Sources(
      [...this.#tenants.values()].flatMap(({ trunks }) => [...trunks.values()].flatMap(sourcesOf)),
    );
    return this.#carriers.has(address);
  }

  #setTrunk(tenant: TenantId, provision: TrunkProvision): void {
    const { trunk, numberPrefix: prefix = '' } = provision;
    this.#forgetTrunk(tenant, trunk);
    this.#tenants.get(tenant)?.trunks.set(trunk, provision);
    const sources = new Sources(sourcesOf(provision));
    for (const [written, number] of spelt(provision)) {
      const key = numberKey(written);
      const line: Line = { tenant, trunk, number, prefix, sources };
      this.#lines.set(key, [...(this.#lines.get(key) ?? []), line]);
    }
  }

  #forgetTrunk(tenant: TenantId, trunk: TrunkId): void {
    this.#carriers = null;
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

const keys = (tenant: Tenant | undefined): readonly string[] => [...(tenant?.secrets.keys() ?? [])];

/** Extensions that have other secrets than before, or are gone. */
function changedSecrets(before: Tenant | undefined, after: readonly ExtensionProvision[]): readonly string[] {
  if (before === undefined) return [];
  const named = new Map(after.map(({ extension, secrets }) => [extension, idsOf(secrets)]));
  return keys(before).filter((extension) => idsOf(before.secrets.get(extension) ?? []) !== named.get(extension));
}

const idsOf = (secrets: readonly ExtensionSecret[]): string => secrets.map(({ id }) => id).join(' ');
