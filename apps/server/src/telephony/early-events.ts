import type { EngineEvent } from '@alo/call-core';
import type { EventReceipt } from '@alo/engine';
import type { CallRunner } from './runner/call-runner.ts';

/** How many events are kept for a tenant that cannot be opened; the engine's snapshot tells the rest. */
const mostEarly = 10_000;

type Early = { readonly event: EngineEvent; readonly receipt: EventReceipt } | { readonly diedAt: number };

/** The engine's events of tenants that do not run here yet, in their order. */
export interface EarlyEvents {
  keep(tenantId: string, event: EngineEvent, receipt: EventReceipt): void;
  /** The engine died at this moment: each tenant that waits learns it in its place among the events. */
  engineDied(at: number): void;
  /** The runner takes the events that were kept for its tenant. */
  giveTo(tenantId: string, runner: CallRunner): void;
  /** Another process runs the tenant: events of it are acknowledged and not kept, until `takeBack`. */
  leaveToOthers(tenantId: string): void;
  takeBack(tenantId: string): void;
}

export function createEarlyEvents(): EarlyEvents {
  const early = new Map<string, Early[]>();
  const elsewhere = new Set<string>();
  return {
    keep(tenantId, event, receipt) {
      const kept = early.get(tenantId) ?? [];
      if (elsewhere.has(tenantId) || kept.length >= mostEarly) return receipt.taken();
      kept.push({ event, receipt });
      early.set(tenantId, kept);
    },
    engineDied(diedAt) {
      for (const kept of early.values()) kept.push({ diedAt });
    },
    giveTo(tenantId, runner) {
      for (const one of early.get(tenantId) ?? []) {
        if ('diedAt' in one) runner.engineWatch.died(one.diedAt);
        else runner.take(one.event, one.receipt);
      }
      early.delete(tenantId);
    },
    leaveToOthers(tenantId) {
      elsewhere.add(tenantId);
      for (const one of early.get(tenantId) ?? []) if ('receipt' in one) one.receipt.taken();
      early.delete(tenantId);
    },
    takeBack(tenantId) {
      elsewhere.delete(tenantId);
    },
  };
}
