import type { CallId, LegId, TenantId } from '@alo/call-core';
import type { Leg } from './leg.ts';

interface Call {
  readonly tenant: TenantId;
  readonly legs: Map<LegId, Leg>;
  /** What is left of the caller's Max-Forwards for the legs that follow from it. */
  readonly maxForwards: number;
}

/** Every leg that is alive, by its call. */
export class Calls {
  readonly #calls = new Map<CallId, Call>();

  get size(): number {
    return this.#calls.size;
  }

  add(tenant: TenantId, call: CallId, leg: Leg, maxForwards: number): void {
    const known = this.#calls.get(call) ?? { tenant, legs: new Map<LegId, Leg>(), maxForwards };
    known.legs.set(leg.id, leg);
    this.#calls.set(call, known);
  }

  /** True when it was the call's last leg. */
  remove(call: CallId, leg: LegId): boolean {
    const known = this.#calls.get(call);
    if (known === undefined || !known.legs.delete(leg)) return false;
    if (known.legs.size > 0) return false;
    this.#calls.delete(call);
    return true;
  }

  /** A leg of that tenant's call; of no other. */
  find(tenant: TenantId, call: CallId, leg: LegId): Leg | undefined {
    const known = this.#calls.get(call);
    return known?.tenant === tenant ? known.legs.get(leg) : undefined;
  }

  maxForwards(call: CallId): number {
    return this.#calls.get(call)?.maxForwards ?? 70;
  }

  all(): { readonly tenant: TenantId; readonly call: CallId; readonly leg: Leg }[] {
    return [...this.#calls].flatMap(([call, { tenant, legs }]) =>
      [...legs.values()].map((leg) => ({ tenant, call, leg })),
    );
  }
}
