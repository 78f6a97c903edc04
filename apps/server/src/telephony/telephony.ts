import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentActivity, Call, EngineEvent, Switchboard, TenantId } from '@alo/call-core';
import type { ExtensionProvision, TelephonyEngine } from '@alo/engine';

import type { InTenant } from '../db/database.ts';
import { type CallRunner, startCallRunner } from './call-runner.ts';
import { createMonths } from './history-store.ts';
import type { RunnerLog } from './history-writer.ts';
import { type Lease, takeLease } from './lease.ts';
import { loadTelephonyConfig } from './routing-plan.ts';

/** What is known of a tenant before anything of it is read. */
export interface TelephonyTenant {
  readonly id: string;
  readonly sip_domain: string;
}

export interface TelephonyOptions {
  readonly engine: TelephonyEngine;
  readonly inTenant: InTenant;
  /** Journals go to `<dataFolder>/journal/<tenant>`. */
  readonly dataFolder: string;
  readonly recordingsFolder: string;
  /** Names this installation in leases; the same after a restart. */
  readonly holder: string;
  /** By which secrets the phones of a tenant are known. */
  readonly secretsOf: (tenant: TelephonyTenant) => Promise<readonly ExtensionProvision[]>;
  /** What a phone's dialled text stands for: people who must not see a number dial it sealed. The text itself where it is plain. */
  readonly readDialled?: (tenantId: string, dialled: string) => string;
  readonly log: RunnerLog;
}

/** Whoever wants to know of calls and phones, such as the live screens. */
export interface TelephonyListener {
  onCall?(tenantId: string, call: Call): void;
  onPhone?(tenantId: string, extension: string): void;
  /** The history has the rows of these conversations as they are now. */
  onWritten?(tenantId: string, callIds: readonly string[]): void;
}

/** Runs the calls of the tenants that this process holds the lease of. */
export interface Telephony {
  /** Starts a tenant's calls. False while another process runs them: try again later. */
  open(tenant: TelephonyTenant): Promise<boolean>;
  /** The configuration was saved: routing and the engine get the new one. */
  configChanged(tenantId: string): Promise<void>;
  /** Somebody signed in or out: the engine gets the new secrets. */
  secretsChanged(tenantId: string): Promise<void>;
  agentStatus(tenantId: string, extension: string, activity: AgentActivity): void;
  /** The tenant's switchboard at this moment; undefined where the tenant does not run here. */
  boardOf(tenantId: string): Switchboard | undefined;
  listen(listener: TelephonyListener): void;
  /** Everything so far is acted on, and in the journal. */
  acted(): Promise<void>;
  /** The same, and the history has it; waits for the database as long as it takes. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const twiceADayMs = 12 * 3_600_000;

type Running = { readonly tenant: TelephonyTenant; readonly runner: CallRunner; readonly lease: Lease };

export function createTelephony({ engine, inTenant, secretsOf, log, ...options }: TelephonyOptions): Telephony {
  const running = new Map<string, Running>();
  const listeners: TelephonyListener[] = [];
  let closing = false;
  const monthsAhead = setInterval(() => void prepareMonths(), twiceADayMs);

  engine.onEvent((tenant, event, receipt) => {
    running.get(tenant)?.runner.take(readable(tenant, event));
    receipt.taken();
  });
  engine.onStatus((status) => {
    for (const { runner, tenant } of running.values()) {
      if (status === 'dead') runner.engineDown();
      if (status === 'up') {
        void welcomeBack(tenant, runner);
      }
    }
  });

  /** Call control and the history know whom a phone calls, whatever it had to dial. */
  function readable(tenant: TenantId, event: EngineEvent): EngineEvent {
    if (event.type !== 'arrived' || event.origin.kind !== 'extension') return event;
    return { ...event, dialled: options.readDialled?.(tenant, event.dialled) ?? event.dialled };
  }

  /** The engine has forgotten everything. Without the database it is left with what it remembers of its tenants itself. */
  async function welcomeBack(tenant: TelephonyTenant, runner: CallRunner): Promise<void> {
    try {
      await provision(tenant);
    } catch (error) {
      log.error({ err: error, tenant: tenant.id }, 'A tenant could not be provisioned anew');
    }
    try {
      await runner.engineUp();
    } catch (error) {
      log.error({ err: error, tenant: tenant.id }, 'The engine is back, and does not say what is alive');
    }
  }

  async function provision(tenant: TelephonyTenant): Promise<void> {
    const [{ trunks }, extensions] = await Promise.all([loadTelephonyConfig(inTenant, tenant.id), secretsOf(tenant)]);
    await engine.provision({
      tenant: idOf(tenant),
      revision: Date.now(),
      domain: tenant.sip_domain,
      extensions,
      trunks,
    });
  }

  /** Partitions do not belong to a tenant, but only somebody in a tenant may ask for them. */
  async function prepareMonths(): Promise<void> {
    const [tenantId] = running.keys();
    if (tenantId === undefined) return;
    const now = Date.now();
    await inTenant(tenantId, (trx) => createMonths(trx, [now, now + 31 * twiceADayMs * 2])).catch((error: unknown) => {
      // Rows that find no partition make it themselves.
      log.warn({ err: error }, 'The partitions of the next month could not be made ahead');
    });
  }

  async function begin(tenant: TelephonyTenant, lease: Lease): Promise<void> {
    const journalFolder = join(options.dataFolder, 'journal', tenant.id);
    await mkdir(journalFolder, { recursive: true });
    const { plan } = await loadTelephonyConfig(inTenant, tenant.id);
    const runner = await startCallRunner({
      ...{ tenant: idOf(tenant), engine, inTenant, plan, log, journalFolder },
      recordingsFolder: options.recordingsFolder,
      onCall: (call) => {
        for (const listener of listeners) listener.onCall?.(tenant.id, call);
      },
      onWritten: (calls) => {
        for (const listener of listeners) listener.onWritten?.(tenant.id, calls);
      },
      onPhone: (extension) => {
        for (const listener of listeners) listener.onPhone?.(tenant.id, extension);
      },
    });
    running.set(tenant.id, { tenant, runner, lease });
    await prepareMonths();
    for (const { extension, status_activity } of await activities(inTenant, tenant.id)) {
      runner.take({ type: 'agent-status', extension, activity: status_activity, at: Date.now() });
    }
    await provision(tenant);
  }

  async function stop(tenantId: string): Promise<void> {
    const held = running.get(tenantId);
    if (held === undefined) return;
    running.delete(tenantId);
    await held.runner.close();
    await held.lease.release();
  }

  return {
    async open(tenant) {
      if (running.has(tenant.id)) return true;
      const lost = () => {
        log.error({ tenant: tenant.id }, 'Another process runs this tenant now');
        void stop(tenant.id).then(() => engine.forget(idOf(tenant)));
      };
      const lease = await takeLease({ inTenant, tenantId: tenant.id, holder: options.holder, onLost: lost });
      if (lease === null) return false;
      try {
        await begin(tenant, lease);
      } catch (error) {
        // Half-open it would not be tried again.
        await stop(tenant.id);
        await lease.release();
        throw error;
      }
      return true;
    },
    async configChanged(tenantId) {
      const held = running.get(tenantId);
      if (held === undefined) return;
      const { plan } = await loadTelephonyConfig(inTenant, tenantId);
      held.runner.take({ type: 'plan-changed', plan, at: Date.now() });
      await provision(held.tenant);
    },
    async secretsChanged(tenantId) {
      const held = running.get(tenantId);
      if (held !== undefined) await provision(held.tenant);
    },
    agentStatus(tenantId, extension, activity) {
      running.get(tenantId)?.runner.take({ type: 'agent-status', extension, activity, at: Date.now() });
    },
    boardOf: (tenantId) => running.get(tenantId)?.runner.board,
    listen(listener) {
      listeners.push(listener);
    },
    async acted() {
      for (const { runner } of running.values()) await runner.acted();
    },
    async settled() {
      for (const { runner } of running.values()) await runner.settled();
    },
    async close() {
      if (closing) return;
      closing = true;
      clearInterval(monthsAhead);
      await Promise.all([...running.keys()].map(stop));
    },
  };
}

/** What each person with an extension last chose to be. */
function activities(inTenant: InTenant, tenantId: string) {
  return inTenant(tenantId, async (trx) => {
    const people = await trx
      .selectFrom('account')
      .select(['extension', 'status_activity'])
      .where('extension', 'is not', null)
      .where('active', '=', true)
      .execute();
    return people.flatMap(({ extension, status_activity }) =>
      extension === null ? [] : [{ extension, status_activity }],
    );
  });
}

/** A tenant's id is the id of its row. */
function idOf({ id }: TelephonyTenant): TenantId {
  return id as TenantId;
}
