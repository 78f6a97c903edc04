import type { CallId, LegId, TenantId } from '@alo/call-core';
import type { Leg } from './leg.ts';

interface Call {
  readonly legs: Set<LegId>;
  /** What is left of the caller's Max-Forwards for the legs that follow from it. */
  readonly maxForwards: number;
}

/** A leg with the names that it is known by outside. */
export interface KnownLeg {
  readonly tenant: TenantId;
  readonly call: CallId;
  readonly leg: Leg;
  /** The extension at its far end; null for a carrier's leg. */
  readonly extension: string | null;
  /** The shared carrier of which it has a channel. */
  readonly carrier: string | null;
}

/** All legs that are alive, by leg and by call. */
export class LiveCalls {
  readonly #calls = new Map<CallId, Call>();
  readonly #legs = new Map<LegId, KnownLeg>();
  readonly #perTenant = new Map<TenantId, number>();

  get size(): number {
    return this.#calls.size;
  }

  /** How many calls a tenant has. */
  callsOf(tenant: TenantId): number {
    return this.#perTenant.get(tenant) ?? 0;
  }

  /** In how many legs a desk phone has a part. */
  withDevice(device: string): number {
    return this.all().filter(({ leg }) => leg.devices.includes(device)).length;
  }

  /** How many channels of a shared carrier each tenant has. */
  channelsOf(carrier: string): ReadonlyMap<TenantId, number> {
    const used = new Map<TenantId, number>();
    for (const { carrier: its, tenant } of this.#legs.values())
      if (its === carrier) used.set(tenant, (used.get(tenant) ?? 0) + 1);
    return used;
  }

  add(
    tenant: TenantId,
    call: CallId,
    leg: Leg,
    {
      maxForwards,
      extension,
      carrier = null,
    }: Pick<Call, 'maxForwards'> & Pick<KnownLeg, 'extension'> & Partial<Pick<KnownLeg, 'carrier'>>,
  ): void {
    const known = this.#calls.get(call);
    if (known === undefined) {
      this.#calls.set(call, { legs: new Set([leg.id]), maxForwards });
      this.#perTenant.set(tenant, this.callsOf(tenant) + 1);
    } else known.legs.add(leg.id);
    this.#legs.set(leg.id, { tenant, call, leg, extension, carrier });
  }

  /** True when it was the call's last leg. */
  remove(call: CallId, leg: LegId): boolean {
    const known = this.#calls.get(call);
    const tenant = this.#legs.get(leg)?.tenant;
    if (known === undefined || tenant === undefined || !known.legs.delete(leg)) return false;
    this.#legs.delete(leg);
    if (known.legs.size > 0) return false;
    this.#calls.delete(call);
    const left = this.callsOf(tenant) - 1;
    if (left > 0) this.#perTenant.set(tenant, left);
    else this.#perTenant.delete(tenant);
    return true;
  }

  /** A leg of that tenant, whichever of its calls began it: calls are joined, and then one asks for the other's legs. */
  find(tenant: TenantId, leg: LegId): Leg | undefined {
    const known = this.#legs.get(leg);
    return known?.tenant === tenant ? known.leg : undefined;
  }

  legsOf(call: CallId): readonly Leg[] {
    return [...(this.#calls.get(call)?.legs ?? [])].flatMap((id) => this.#legs.get(id)?.leg ?? []);
  }

  maxForwards(call: CallId): number {
    return this.#calls.get(call)?.maxForwards ?? 70;
  }

  /** The legs of an extension. */
  of(tenant: TenantId, extension: string): readonly Leg[] {
    return this.all().flatMap((one) => (one.tenant === tenant && one.extension === extension ? [one.leg] : []));
  }

  known(leg: LegId): KnownLeg | undefined {
    return this.#legs.get(leg);
  }

  all(): readonly KnownLeg[] {
    return [...this.#legs.values()];
  }
}
