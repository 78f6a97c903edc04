import type { TenantId, TrunkId } from '@alo/call-core';
import type { TrunkProvision } from '@alo/engine';
import { numberKey } from '@alo/phone-number';
import { trunkObjectId } from './pjsip-objects.ts';

/** One of our numbers, and whose it is. */
export interface TrunkNumber {
  readonly tenant: TenantId;
  readonly trunk: TrunkId;
  readonly number: string;
}

interface Known extends TrunkNumber {
  readonly prefix: string;
  /** The carrier's servers: two tenants of one carrier have these in common. */
  readonly servers: readonly string[];
}

/**
 * Our numbers, by what is the same for every spelling. Asterisk tells carriers by their addresses, so of two tenants at one carrier it
 * names either; the number that was called tells whose call it is.
 */
export class Lines {
  readonly #byTenant = new Map<TenantId, readonly { readonly key: string; readonly line: Known }[]>();
  readonly #servers = new Map<string, readonly string[]>();

  set(tenant: TenantId, trunks: readonly TrunkProvision[]): void {
    const lines = trunks.flatMap((trunk) => {
      const servers = [trunk.host, ...trunk.addresses];
      this.#servers.set(trunkObjectId(tenant, trunk.trunk), servers);
      const written = [
        ...trunk.numbers.map((number) => [number, number] as const),
        ...Object.entries(trunk.forms ?? {}),
      ];
      return written.map(([form, number]) => ({
        key: numberKey(form),
        line: { tenant, trunk: trunk.trunk, number, prefix: trunk.numberPrefix ?? '', servers },
      }));
    });
    this.#byTenant.set(tenant, lines);
  }

  /** The line that a call through this endpoint is for. */
  find(endpoint: string, dialled: string): TrunkNumber | undefined {
    const servers = this.#servers.get(endpoint) ?? [];
    const plain = dialled.replace(/^\+/, '');
    for (const { key, line } of [...this.#byTenant.values()].flat()) {
      if (!line.servers.some((server) => servers.includes(server))) continue;
      const isIt = key === numberKey(dialled);
      const isPrefixed =
        line.prefix !== '' && plain.startsWith(line.prefix) && key === numberKey(plain.slice(line.prefix.length));
      if (isIt || isPrefixed) return line;
    }
    return undefined;
  }
}
