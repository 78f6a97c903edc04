import type { TenantId, TrunkId } from '@alo/call-core';
import {
  type ExtensionProvision,
  type ProvisionChange,
  type TenantProvision,
  type TrunkProvision,
  WrongRevision,
} from './port.ts';

interface Known {
  readonly domain: string;
  revision: number;
  readonly extensions: Map<string, ExtensionProvision>;
  readonly trunks: Map<TrunkId, TrunkProvision>;
  readonly phoneOrigins: readonly string[];
}

/** What an engine was told of its tenants. A change costs the same however many people a tenant has. */
export class Provisions {
  readonly #tenants = new Map<TenantId, Known>();

  set({ tenant, revision, domain, extensions, trunks, phoneOrigins = [] }: TenantProvision): void {
    if ((this.#tenants.get(tenant)?.revision ?? revision) > revision) return;
    this.#tenants.set(tenant, {
      domain,
      revision,
      extensions: new Map(extensions.map((one) => [one.extension, one])),
      trunks: new Map(trunks.map((one) => [one.trunk, one])),
      phoneOrigins,
    });
  }

  /** Throws `WrongRevision` where another than the one before was told. */
  change(tenant: TenantId, revision: number, changes: readonly ProvisionChange[]): void {
    const known = this.#tenants.get(tenant);
    if (known === undefined || known.revision !== revision - 1) {
      throw new WrongRevision(`a change to ${revision} of what is at ${known?.revision ?? 'nothing'}`);
    }
    known.revision = revision;
    for (const change of changes) apply(known, change);
  }

  forget(tenant: TenantId): void {
    this.#tenants.delete(tenant);
  }

  get(tenant: TenantId): TenantProvision | undefined {
    const known = this.#tenants.get(tenant);
    return known && provisionOf(tenant, known);
  }

  *all(): Iterable<TenantProvision> {
    for (const [tenant, known] of this.#tenants) yield provisionOf(tenant, known);
  }
}

const provisionOf = (
  tenant: TenantId,
  { revision, domain, extensions, trunks, phoneOrigins }: Known,
): TenantProvision => ({
  tenant,
  revision,
  domain,
  extensions: [...extensions.values()],
  trunks: [...trunks.values()],
  phoneOrigins,
});

function apply({ extensions, trunks }: Known, change: ProvisionChange): void {
  switch (change.type) {
    case 'secrets': {
      const { type: _, ...extension } = change;
      return void extensions.set(extension.extension, extension);
    }
    case 'extension-gone':
      return void extensions.delete(change.extension);
    case 'trunk':
      return void trunks.set(change.trunk.trunk, change.trunk);
    case 'trunk-gone':
      return void trunks.delete(change.trunk);
    default:
      change satisfies never;
  }
}
