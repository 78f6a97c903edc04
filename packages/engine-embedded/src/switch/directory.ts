import type { TenantId, TrunkId } from '@alo/call-core';
import {
  algorithmsOf,
  type DeviceProvision,
  type EngineSnapshot,
  type ExtensionProvision,
  type ExtensionSecret,
  type ProvisionChange,
  type TenantProvision,
  type TrunkProvision,
} from '@alo/engine';
import type { Algorithm } from '@alo/sip';
import { Sources } from './sources.ts';

interface Tenant {
  readonly domain: string;
  revision: number;
  readonly extensions: Map<string, ExtensionProvision>;
  /** By the names that they call themselves. */
  readonly devices: Map<string, KnownDevice>;
  readonly trunks: Map<TrunkId, TrunkProvision>;
}

/** A desk phone, and whose it is. */
export interface KnownDevice extends DeviceProvision {
  readonly extension: string;
  readonly sources: Sources;
}

/** Who a user name stands for, and what that user proves itself by. */
export interface User {
  readonly extension: string;
  /** Null for the browsers of the extension. */
  readonly device: KnownDevice | null;
  readonly secrets: readonly ExtensionSecret[];
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
    const known: Tenant = { domain, revision, extensions: new Map(), devices: new Map(), trunks: new Map() };
    this.#tenants.set(tenant, known);
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

  /** Who calls itself so: an extension, or a device by the name of its own. */
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
  secretsOf(tenant: TenantId, claim: Claim): readonly ExtensionSecret[] {
    const user = this.user(tenant, claim.name);
    if (user === undefined || (claim.name !== claim.address && user.extension !== claim.address)) return [];
    const { device } = user;
    if (device === null) return user.secrets;
    if (device.networks.length > 0 && !device.sources.has(claim.from)) return [];
    return algorithmsOf(claim.name)?.includes(claim.algorithm) === true ? user.secrets : [];
  }

  /** Whether a secret of the extension is one still. */
  isSecret(tenant: TenantId, extension: string, id: string): boolean {
    const known = this.#tenants.get(tenant)?.extensions.get(extension);
    return known !== undefined && secretsIn(known).some((secret) => secret.id === id);
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

/** Who somebody says to be, and how they want to prove it. */
export interface Claim {
  readonly name: string;
  readonly address: string;
  readonly from: string;
  readonly algorithm: Algorithm;
}

function setExtension(known: Tenant, given: ExtensionProvision): void {
  const { extension, secrets, devices = [] } = given;
  forgetExtension(known, extension);
  known.extensions.set(extension, { extension, secrets, devices });
  for (const device of devices) {
    known.devices.set(device.user, { ...device, extension, sources: new Sources(device.networks) });
  }
}

function forgetExtension(known: Tenant, extension: string): void {
  for (const { user } of known.extensions.get(extension)?.devices ?? []) known.devices.delete(user);
  known.extensions.delete(extension);
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
