import { BlockList, isIP } from 'node:net';
import type { TenantId, TrunkId } from '@alo/call-core';
import type { ExtensionProvision, ExtensionSecret, TenantProvision, TrunkProvision } from '@alo/engine';

interface Tenant {
  readonly provision: TenantProvision;
  readonly extensions: ReadonlyMap<string, ExtensionProvision>;
  readonly trunks: readonly Trunk[];
}

interface Trunk {
  readonly provision: TrunkProvision;
  readonly sources: BlockList;
  readonly numbers: ReadonlySet<string>;
}

/** Where a call from a carrier belongs. */
export interface TrunkCall {
  readonly tenant: TenantId;
  readonly trunk: TrunkId;
}

/** Who may use the switch: every tenant's extensions and trunks, as provisioned. */
export class Directory {
  readonly #tenants = new Map<TenantId, Tenant>();
  readonly #byDomain = new Map<string, TenantId>();

  set(provision: TenantProvision): void {
    this.forget(provision.tenant);
    this.#byDomain.set(provision.domain.toLowerCase(), provision.tenant);
    this.#tenants.set(provision.tenant, {
      provision,
      extensions: new Map(provision.extensions.map((extension) => [extension.extension, extension])),
      trunks: provision.trunks.map((trunk) => ({
        provision: trunk,
        sources: sourcesOf(trunk.addresses),
        numbers: new Set(trunk.numbers),
      })),
    });
  }

  forget(tenant: TenantId): void {
    const known = this.#tenants.get(tenant);
    if (known !== undefined) this.#byDomain.delete(known.provision.domain.toLowerCase());
    this.#tenants.delete(tenant);
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
    return (tenant === undefined ? undefined : this.#tenants.get(tenant)?.provision.domain) ?? domain.toLowerCase();
  }

  domainOf(tenant: TenantId): string | undefined {
    return this.#tenants.get(tenant)?.provision.domain;
  }

  has(tenant: TenantId, extension: string): boolean {
    return this.#tenants.get(tenant)?.extensions.has(extension) ?? false;
  }

  /** What an extension may prove itself by; none when there is no such extension. */
  secretsOf(tenant: TenantId, extension: string): readonly ExtensionSecret[] {
    return this.#tenants.get(tenant)?.extensions.get(extension)?.secrets ?? [];
  }

  trunk(tenant: TenantId, trunk: TrunkId): TrunkProvision | undefined {
    return this.#tenants.get(tenant)?.trunks.find((one) => one.provision.trunk === trunk)?.provision;
  }

  /** Whose call this is, when `address` is a carrier's and the number one that it brings. */
  trunkCall(address: string, dialled: string): TrunkCall | undefined {
    const family = familyOf(address);
    if (family === undefined) return undefined;
    for (const [tenant, { trunks }] of this.#tenants) {
      for (const { provision, sources, numbers } of trunks) {
        if (numbers.has(dialled) && sources.check(address, family)) return { tenant, trunk: provision.trunk };
      }
    }
    return undefined;
  }

  /** Is this some carrier's address? Its requests are not counted as a stranger's. */
  isTrunk(address: string): boolean {
    const family = familyOf(address);
    if (family === undefined) return false;
    for (const { trunks } of this.#tenants.values()) {
      if (trunks.some(({ sources }) => sources.check(address, family))) return true;
    }
    return false;
  }
}

const familyOf = (address: string): 'ipv4' | 'ipv6' | undefined => {
  const version = isIP(address);
  return version === 4 ? 'ipv4' : version === 6 ? 'ipv6' : undefined;
};

/** Entries that are no address are left out: they match nothing. */
function sourcesOf(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of addresses) {
    const [address = '', bits] = entry.split('/');
    const family = familyOf(address);
    if (family === undefined) continue;
    if (bits === undefined) list.addAddress(address, family);
    else if (isPrefix(bits, family)) list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const isPrefix = (bits: string, family: 'ipv4' | 'ipv6'): boolean =>
  /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 'ipv4' ? 32 : 128);
