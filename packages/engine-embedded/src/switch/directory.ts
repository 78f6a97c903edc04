import type { TenantId, TrunkId } from '@alo/call-core';
import type {
  EngineSnapshot,
  ExtensionProvision,
  ExtensionSecret,
  ProvisionChange,
  TenantProvision,
  TrunkProvision,
} from '@alo/engine';
import { Sources } from './sources.ts';

interface Tenant {
  readonly domain: string;
  revision: number;
  readonly secrets: Map<string, readonly ExtensionSecret[]>;
  readonly trunks: Map<TrunkId, TrunkProvision>;
}

/** Where a call from a carrier belongs. */
export interface TrunkCall {
  readonly tenant: TenantId;
  readonly trunk: TrunkId;
}

/** One of our numbers, and from where its calls come. */
interface Line extends TrunkCall {
  readonly sources: Sources;
}

/**
 * Who may use the switch: every tenant's extensions and trunks, as provisioned. Look-ups cost the same for any number of
 * tenants, a change the same for any number of people. What changes answers whose secrets are different now.
 */
export class Directory {
  readonly #tenants = new Map<TenantId, Tenant>();
  readonly #byDomain = new Map<string, TenantId>();
  readonly #lines = new Map<string, readonly Line[]>();
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

  /** Whose call this is, when `address` is a carrier's and the number one that it brings. */
  trunkCall(address: string, dialled: string): TrunkCall | undefined {
    const line = this.#lines.get(dialled)?.find(({ sources }) => sources.has(address));
    return line && { tenant: line.tenant, trunk: line.trunk };
  }

  /** Is this some carrier's address? Its requests are not counted as a stranger's. */
  isTrunk(address: string): boolean {
    this.#carriers ??= new Sources(
      [...this.#tenants.values()].flatMap(({ trunks }) => [...trunks.values()].flatMap(({ addresses }) => addresses)),
    );
    return this.#carriers.has(address);
  }

  #setTrunk(tenant: TenantId, provision: TrunkProvision): void {
    const { trunk, addresses, numbers } = provision;
    this.#forgetTrunk(tenant, trunk);
    this.#tenants.get(tenant)?.trunks.set(trunk, provision);
    const line: Line = { tenant, trunk, sources: new Sources(addresses) };
    for (const number of numbers) this.#lines.set(number, [...(this.#lines.get(number) ?? []), line]);
  }

  #forgetTrunk(tenant: TenantId, trunk: TrunkId): void {
    this.#carriers = null;
    const trunks = this.#tenants.get(tenant)?.trunks;
    for (const number of trunks?.get(trunk)?.numbers ?? []) {
      const left = (this.#lines.get(number) ?? []).filter((line) => line.tenant !== tenant || line.trunk !== trunk);
      if (left.length === 0) this.#lines.delete(number);
      else this.#lines.set(number, left);
    }
    trunks?.delete(trunk);
  }
}

const keys = (tenant: Tenant | undefined): readonly string[] => [...(tenant?.secrets.keys() ?? [])];

/** Extensions that have other secrets than before, or are gone. */
function changedSecrets(before: Tenant | undefined, after: readonly ExtensionProvision[]): readonly string[] {
  if (before === undefined) return [];
  const named = new Map(after.map(({ extension, secrets }) => [extension, idsOf(secrets)]));
  return keys(before).filter((extension) => idsOf(before.secrets.get(extension) ?? []) !== named.get(extension));
}

const idsOf = (secrets: readonly ExtensionSecret[]): string => secrets.map(({ id }) => id).join(' ');
