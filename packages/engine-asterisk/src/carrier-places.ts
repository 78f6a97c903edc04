import { isIP } from 'node:net';
import type { TenantId, TrunkId } from '@alo/call-core';
import { botCarrierHost, type TrunkProvision } from '@alo/engine';
import { addressesOf, isOfTheInternet, Sources } from '@alo/net';
import { trunkObjectId } from './pjsip-objects.ts';

/** Where a name leads at this moment. Rejects where nobody knows it. */
export type Lookup = (name: string) => Promise<readonly string[]>;

const systemLookup: Lookup = async (name) => (await addressesOf(name)).map(({ address }) => address);

/** So long an answer is as good as new, and so long nobody waits for one. */
const [freshMs, patientMs] = [60_000, 3_000];

interface Place {
  readonly tenant: TenantId;
  readonly trunk: TrunkProvision;
  /** What is written itself, and where its names led when they were looked at. */
  readonly written: readonly string[];
  readonly led: readonly string[];
  /** All of that, and its networks. */
  readonly all: Sources;
  readonly lookedAt: number;
}

/**
 * Where carriers are by name. Asterisk goes wherever a name leads: whoever has one may point it at our own network, or at a carrier that knows us for
 * another tenant's sake. Such a trunk is none.
 */
export class CarrierPlaces {
  readonly #lookup: Lookup;
  readonly #now: () => number;
  readonly #places = new Map<string, Place>();

  constructor(lookUp: Lookup = systemLookup, now: () => number = () => performance.now()) {
    this.#lookup = lookUp;
    this.#now = now;
  }

  /** From now on the tenant has these. Looks where their names lead that are new. Answers whether anything is elsewhere than before. */
  async set(tenant: TenantId, trunks: readonly TrunkProvision[]): Promise<boolean> {
    let isChanged = false;
    for (const [id, place] of this.#places) {
      if (place.tenant !== tenant || trunks.some(({ trunk }) => trunkObjectId(tenant, trunk) === id)) continue;
      this.#places.delete(id);
      isChanged = true;
    }
    await Promise.all(
      trunks.map(async (trunk) => {
        const known = this.#places.get(trunkObjectId(tenant, trunk.trunk));
        if (known !== undefined && whereabouts(known.trunk) === whereabouts(trunk)) return;
        isChanged = true;
        await this.#look(tenant, trunk);
      }),
    );
    return isChanged;
  }

  /** May calls go there? Looks again where the last answer is old. */
  async mayCall(tenant: TenantId, trunk: TrunkProvision): Promise<boolean> {
    const known = this.#places.get(trunkObjectId(tenant, trunk.trunk));
    if (known === undefined || this.#now() - known.lookedAt > freshMs) await this.#look(tenant, trunk);
    return this.isOwn(tenant, trunk.trunk);
  }

  /** Does all of it lead to where a carrier can be, and to no other one's? */
  isOwn(tenant: TenantId, trunk: TrunkId): boolean {
    const place = this.#places.get(trunkObjectId(tenant, trunk));
    if (place === undefined) return true;
    const inside = new Sources(place.trunk.inside ?? []);
    return (
      place.led.every((address) => inside.has(address) || isOfTheInternet(address)) &&
      ![...place.led, ...place.written].some((address) => !inside.has(address) && this.#isAnothers(place, address))
    );
  }

  /** Of whoever was led there first; of one of the operator's whoever has its share. */
  #isAnothers({ tenant, trunk: { trunk, since = 0, share } }: Place, address: string): boolean {
    return [...this.#places.values()].some(({ tenant: holder, trunk: its, all }) => {
      const { since: theirs = 0 } = its;
      const goesBefore =
        holder === tenant
          ? its.share !== undefined && its.share !== share
          : theirs < since || (theirs === since && its.trunk < trunk);
      return goesBefore && all.has(address);
    });
  }

  async #look(tenant: TenantId, trunk: TrunkProvision): Promise<void> {
    const id = trunkObjectId(tenant, trunk.trunk);
    const hosts = hostsOf(trunk);
    const found = await Promise.all(
      hosts
        .filter((host) => isIP(host) === 0)
        .map((host) => Promise.race([this.#lookup(host), late(patientMs)]).catch(() => undefined)),
    );
    const before = this.#places.get(id);
    // A name server that is away takes no carrier away that was there a moment ago.
    const isKnown = found.every((addresses) => addresses !== undefined);
    const led = isKnown ? found.flatMap((addresses) => addresses ?? []) : (before?.led ?? []);
    const written = hosts.filter((host) => isIP(host) !== 0);
    const all = new Sources([...trunk.addresses, ...written, ...led]);
    this.#places.set(id, { tenant, trunk, written, led, all, lookedAt: this.#now() });
  }
}

/** Every name and address that Asterisk is told to send to. */
function hostsOf({ host, backups = [], manner, registersHere }: TrunkProvision): readonly string[] {
  if (host === botCarrierHost || registersHere !== undefined) return [];
  const others = [...backups, ...(manner?.registrar === undefined ? [] : [manner.registrar])];
  return [host, ...others.map((server) => server.replace(/:\d+$/, ''))].map((one) => one.replace(/^\[|\]$/g, ''));
}

/** All by which it is told where a trunk leads, and whose it is. */
const whereabouts = ({ host, backups, addresses, inside, since, share, manner }: TrunkProvision): string =>
  JSON.stringify([host, backups, addresses, inside, since, share, manner?.registrar]);

const late = (ms: number) =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('No name server answers.')), ms).unref();
  });
