import type { TenantId, TrunkId } from '@alo/call-core';
import type { ExtensionProvision, ExtensionSecret, TenantProvision, TrunkProvision } from '@alo/engine';
import { Sources } from './sources.ts';

interface Tenant {
  readonly provision: TenantProvision;
  readonly extensions: ReadonlyMap<string, ExtensionProvision>;
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

/** Who may use the switch: every tenant's extensions and trunks, as provisioned. Look-ups cost the same for any number of tenants. */
export class Directory {
  readonly #tenants = new Map<TenantId, Tenant>();
  readonly #byDomain = new Map<string, TenantId>();
  readonly #lines = new Map<string, readonly Line[]>();
  /** Every carrier's addresses together; made anew when asked for after a change. */
  #carriers: Sources | null = null;

  set(provision: TenantProvision): void {
    this.forget(provision.tenant);
    const { tenant } = provision;
    this.#byDomain.set(provision.domain.toLowerCase(), tenant);
    this.#tenants.set(tenant, {
      provision,
      extensions: new Map(provision.extensions.map((extension) => [extension.extension, extension])),
    });
    for (const { trunk, addresses, numbers } of provision.trunks) {
      const line: Line = { tenant, trunk, sources: new Sources(addresses) };
      for (const number of numbers) this.#lines.set(number, [...(this.#lines.get(number) ?? []), line]);
    }
  }

  forget(tenant: TenantId): void {
    this.#carriers = null;
    const known = this.#tenants.get(tenant);
    if (known === undefined) return;
    this.#byDomain.delete(known.provision.domain.toLowerCase());
    this.#tenants.delete(tenant);
    for (const number of known.provision.trunks.flatMap((trunk) => trunk.numbers)) {
      const left = (this.#lines.get(number) ?? []).filter((line) => line.tenant !== tenant);
      if (left.length === 0) this.#lines.delete(number);
      else this.#lines.set(number, left);
    }
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
    return this.#tenants.get(tenant)?.provision.domain;
  }

  /** What an extension may prove itself by; none when there is no such extension. */
  secretsOf(tenant: TenantId, extension: string): readonly ExtensionSecret[] {
    return this.#tenants.get(tenant)?.extensions.get(extension)?.secrets ?? [];
  }

  trunk(tenant: TenantId, trunk: TrunkId): TrunkProvision | undefined {
    return this.#tenants.get(tenant)?.provision.trunks.find((one) => one.trunk === trunk);
  }

  /** Whose call this is, when `address` is a carrier's and the number one that it brings. */
  trunkCall(address: string, dialled: string): TrunkCall | undefined {
    const line = this.#lines.get(dialled)?.find(({ sources }) => sources.has(address));
    return line && { tenant: line.tenant, trunk: line.trunk };
  }

  /** Is this some carrier's address? Its requests are not counted as a stranger's. */
  isTrunk(address: string): boolean {
    this.#carriers ??= new Sources(
      [...this.#tenants.values()].flatMap(({ provision }) => provision.trunks.flatMap((trunk) => trunk.addresses)),
    );
    return this.#carriers.has(address);
  }
}
