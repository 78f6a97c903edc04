import { join } from 'node:path';
import { type Call, emptySwitchboard, type Switchboard, type TenantId } from '@alo/call-core';
import type { EngineStatus, ExtensionProvision, TelephonyEngine } from '@alo/engine';

import { DatabaseUnavailable, type Db, type TenantEntry } from '../db/database.ts';
import { type CallRunner, startCallRunner } from './call-runner.ts';
import type { RunnerLog } from './history-writer.ts';
import { type Lease, takeLease } from './lease.ts';
import { loadTelephonyConfig } from './routing-plan.ts';

export interface TelephonyOptions {
  readonly db: Db;
  readonly engine: TelephonyEngine;
  /** Journals lie here, a folder a tenant. */
  readonly journalsFolder: string;
  readonly recordingsFolder: string;
  /** Who holds the leases: stays the same over restarts of one installation. */
  readonly holder: string;
  readonly log: RunnerLog;
  /** By what a tenant's phones prove who they are, at this moment. */
  readonly secretsOf: (tenant: TenantEntry) => Promise<readonly ExtensionProvision[]>;
  /** Told of each new state of a call, and of phones and people that came, went or changed. */
  readonly onCall: (tenantId: string, call: Call) => void;
  readonly onPhone: (tenantId: string, extension: string) => void;
}

/** The calls of every tenant whose lease this process holds. */
export interface Telephony {
  status(): EngineStatus;
  /** The tenant's switchboard; an empty one where another process runs it. */
  board(tenantId: string): Switchboard;
  /** Phones were given or lost a secret. Resolves when the engine knows. */
  secretsChanged(tenantId: string): Promise<void>;
  /** The configuration was saved: calls follow it from their next decision. */
  configurationChanged(tenantId: string): Promise<void>;
  /** Somebody changed what they are doing. */
  activityChanged(tenantId: string, extension: string, activity: 1 | 2 | 3): void;
  /** Everything that has happened so far is in the history. */
  settled(): Promise<void>;
  /** Ends the calls, writes their last words and lets others take over. */
  close(): Promise<void>;
}

interface Desk {
  readonly tenant: TenantEntry;
  readonly lease: Lease;
  readonly runner: CallRunner;
}

/** How often tenants without a runner are looked for: new ones, and those that another process let go. */
const lookEveryMs = 5_000;

/** Takes the tenants that are free, brings their calls to a consistent state and lets the engine serve them. */
export async function startTelephony(options: TelephonyOptions): Promise<Telephony> {
  const telephony = new TenantDesks(options);
  await options.engine.start();
  await telephony.takeFreeTenants();
  telephony.keepLooking();
  return telephony;
}

class TenantDesks implements Telephony {
  readonly #options: TelephonyOptions;
  readonly #desks = new Map<string, Desk>();
  #status: EngineStatus = 'starting';
  #looking: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: TelephonyOptions) {
    this.#options = options;
    const { engine } = options;
    engine.onEvent((tenant, event) => this.#desks.get(tenant)?.runner.take(event));
    engine.onStatus((status) => {
      const was = this.#status;
      this.#status = status;
      if (status === 'down') for (const { runner } of this.#desks.values()) runner.engineDown();
      if (status === 'up' && was !== 'up') {
        for (const { runner, tenant } of this.#desks.values()) {
          runner.engineUp().catch((error: unknown) => this.#warn(error, tenant.id, 'Calls were not reconciled'));
        }
      }
    });
  }

  status(): EngineStatus {
    return this.#status;
  }

  board(tenantId: string): Switchboard {
    return this.#desks.get(tenantId)?.runner.board ?? emptySwitchboard;
  }

  async secretsChanged(tenantId: string): Promise<void> {
    const desk = this.#desks.get(tenantId);
    if (desk !== undefined) await this.#provision(desk.tenant);
  }

  async configurationChanged(tenantId: string): Promise<void> {
    const desk = this.#desks.get(tenantId);
    if (desk === undefined) return;
    const { plan } = await this.#provision(desk.tenant);
    desk.runner.take({ type: 'plan-changed', plan, at: Date.now() });
  }

  activityChanged(tenantId: string, extension: string, activity: 1 | 2 | 3): void {
    this.#desks.get(tenantId)?.runner.take({ type: 'agent-status', extension, activity, at: Date.now() });
  }

  async settled(): Promise<void> {
    await Promise.all([...this.#desks.values()].map(({ runner }) => runner.settled()));
  }

  keepLooking(): void {
    this.#timer = setInterval(() => {
      this.#looking ??= this.takeFreeTenants()
        .catch((error: unknown) => {
          if (!(error instanceof DatabaseUnavailable)) this.#warn(error, '', 'Tenants could not be taken');
        })
        .finally(() => {
          this.#looking = null;
        });
    }, lookEveryMs);
  }

  async takeFreeTenants(): Promise<void> {
    for (const tenant of await this.#options.db.directory.tenants()) {
      if (!this.#desks.has(tenant.id)) await this.#take(tenant);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    await this.#options.engine.close();
    await Promise.all([...this.#desks.values()].map(({ runner }) => runner.settled()));
    await Promise.all([...this.#desks.keys()].map((id) => this.#leave(id, 'release')));
  }

  async #take(tenant: TenantEntry): Promise<void> {
    const { db, engine, journalsFolder, recordingsFolder, holder, log, onCall, onPhone } = this.#options;
    const { inTenant } = db;
    const lease = await takeLease({
      inTenant,
      tenantId: tenant.id,
      holder,
      onLost: () => {
        log.error({ tenant: tenant.id }, 'Another process runs the calls of this tenant now');
        this.#leave(tenant.id, 'lost').catch((error: unknown) => this.#warn(error, tenant.id, 'A tenant was not left'));
      },
    });
    if (lease === null) return;
    const { plan } = await loadTelephonyConfig(inTenant, tenant.id);
    const runner = await startCallRunner({
      tenant: idOf(tenant),
      engine,
      inTenant,
      plan,
      journalFolder: join(journalsFolder, tenant.id),
      recordingsFolder,
      log,
      onCall: (call) => onCall(tenant.id, call),
      onPhone: (extension) => onPhone(tenant.id, extension),
    });
    this.#desks.set(tenant.id, { tenant, lease, runner });
    const people = await inTenant(tenant.id, (trx) =>
      trx
        .selectFrom('account')
        .select((row) => [row.ref('extension').$notNull().as('extension'), 'status_activity'])
        .where('extension', 'is not', null)
        .where('active', '=', true)
        .execute(),
    );
    for (const { extension, status_activity } of people) this.activityChanged(tenant.id, extension, status_activity);
    await this.#provision(tenant);
  }

  async #leave(tenantId: string, how: 'lost' | 'release'): Promise<void> {
    const desk = this.#desks.get(tenantId);
    if (desk === undefined) return;
    this.#desks.delete(tenantId);
    if (how === 'lost') await this.#options.engine.forget(idOf(desk.tenant));
    await desk.runner.close();
    await desk.lease.release();
  }

  async #provision(tenant: TenantEntry) {
    const { db, engine, secretsOf } = this.#options;
    const config = await loadTelephonyConfig(db.inTenant, tenant.id);
    await engine.provision({
      tenant: idOf(tenant),
      domain: tenant.sip_domain,
      extensions: await secretsOf(tenant),
      trunks: config.trunks,
    });
    return config;
  }

  #warn(error: unknown, tenant: string, message: string): void {
    this.#options.log.error({ err: error, tenant }, message);
  }
}

/** Tenants' ids are what the database says. */
const idOf = (tenant: TenantEntry) => tenant.id as TenantId;
