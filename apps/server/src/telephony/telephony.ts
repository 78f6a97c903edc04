import { join } from 'node:path';
import {
  type AgentActivity,
  type Alarm,
  type Board,
  type Call,
  type EngineEvent,
  getFrom,
  type Reply,
  type RequestedAction,
  type Stepped,
  type TenantId,
  type TrunkEvent,
} from '@alo/call-core';
import type { DeviceSeen, EventReceipt, KeptRegistration, TelephonyEngine } from '@alo/engine';
import type { Sealer } from '../storage/sealed.ts';
import { createBackground } from './background.ts';
import { type Clock, pause, systemClock } from './clock.ts';
import { type CompanyData, dataCommandRunner, noCompanyData } from './company-data.ts';
import { type Disk, localDisk } from './disk.ts';
import { type FollowedConfig, followConfig } from './followed-config.ts';
import type { HistoryStore } from './history/history-batch.ts';
import { asideShelf } from './history/set-aside.ts';
import { beginProcessLease, type ProcessLease } from './lease/lease.ts';
import type { Claim, LeaseStore } from './lease/lease-store.ts';
import type { RunnerLog } from './log.ts';
import { createProvisioner, type Provisioner, type ProvisionerOptions } from './provisioner.ts';
import type { Saved, TelephonyConfig } from './routing-plan.ts';
import type { Measure } from './runner/attach.ts';
import type { CallRunner, RunnerFigures } from './runner/call-runner.ts';
import { startCallRunner } from './runner/start-call-runner.ts';
import { watchStillness } from './stillness.ts';

/** What is known of a tenant before anything of it is read. */
export interface TelephonyTenant {
  readonly id: string;
  readonly sip_domain: string;
}

/** What telephony reads from and writes to a database. */
export interface TelephonyStore {
  readonly leases: LeaseStore;
  history(tenantId: string, claim: Claim): HistoryStore;
  /** All of it, or what an earlier one has become since these were saved. */
  config(tenantId: string, before?: TelephonyConfig, saved?: ReadonlySet<Saved>): Promise<TelephonyConfig>;
  /** What each person with an extension last chose to be. */
  activities(tenantId: string): Promise<readonly AgentStatus[]>;
  /** How a carrier stands now, for whoever looks at trunks. */
  trunkIs(tenantId: string, event: TrunkEvent): Promise<void>;
  /** What whoever runs the company is told; the same again counts it further. */
  alarmed(tenantId: string, alarms: readonly Alarm[]): Promise<void>;
  /** Makes what the rows of this moment and the weeks to come will need. Any tenant's name will do. */
  prepareMonths(tenantId: string, now: number): Promise<void>;
}

export type AgentStatus = {
  readonly extension: string;
  readonly activity: AgentActivity;
  readonly reason: string | null;
};

export interface TelephonyOptions {
  readonly engine: TelephonyEngine;
  readonly store: TelephonyStore;
  /** Journals go to `<dataFolder>/journal/<tenant>`, rows that the database refuses to `<dataFolder>/set-aside`. */
  readonly dataFolder: string;
  /** Hides in journals what people press. */
  readonly sealer: Sealer;
  /** What is on the disk of a recording that no engine reported the end of. */
  readonly measure: (tenant: TenantId, ...of: Parameters<Measure>) => ReturnType<Measure>;
  /** Names this installation in leases; the same after a restart. */
  readonly holder: string;
  /** By which secrets phones are known: of all of a tenant's, or of the people of some sessions. */
  readonly secretsOf: (
    tenant: TelephonyTenant,
    ...of: Parameters<ProvisionerOptions['readSecrets']>
  ) => ReturnType<ProvisionerOptions['readSecrets']>;
  /** Where desk phones are remembered; nowhere where it is absent. */
  readonly devices?: DeviceMemory;
  /** What a phone's dialled text stands for: people who must not see a number dial it sealed. The text itself where it is plain. */
  readonly readDialled?: (tenantId: string, dialled: string) => string;
  /** What calls want to know and to have kept besides; none where it is absent. */
  readonly companyData?: CompanyData;
  readonly log: RunnerLog;
  readonly clock?: Clock;
  readonly disk?: Disk;
  readonly graceMs?: number;
  readonly leaseMs?: number;
}

/** What becomes of what an engine sees of desk phones. */
export interface DeviceMemory {
  see(tenantId: string, seen: DeviceSeen): void;
  /** How they were reached last; what was just seen included. */
  registrations(tenantId: string): Promise<readonly KeptRegistration[]>;
}

/** Whoever wants to know of calls and phones, such as the live screens. */
export interface TelephonyListener {
  /** What is different on a tenant's board. */
  onChanged?(tenantId: string, changed: Stepped['changed']): void;
  /** The history has the rows of these conversations as they are now. */
  onWritten?(tenantId: string, callIds: readonly string[]): void;
  /** The same of those of them in which somebody has left a message. */
  onMessagesLeft?(tenantId: string, callIds: readonly string[]): void;
}

/** Runs the calls of the tenants that this process holds. */
export interface Telephony {
  /** Starts a tenant's calls. False while another process runs them: try again later. */
  open(tenant: TelephonyTenant): Promise<boolean>;
  /** The configuration was saved: routing and the engine get the new one, the engine where it is about phones or carriers. */
  configChanged(tenantId: string, saved?: Saved): Promise<void>;
  /** Desk phones are others than before, or have other passwords: the engine is told. */
  devicesChanged(tenantId: string): Promise<void>;
  /** Somebody signed in or out: the engine gets the new secrets of that person. */
  secretsChanged(tenantId: string, sessionIds: readonly string[]): Promise<void>;
  agentStatus(tenantId: string, activity: AgentStatus): void;
  /** Asks call control for something. Rejects with `NotRunHere` where the tenant's calls do not run in this process. */
  request(tenantId: string, request: TelephonyRequest): Promise<Reply>;
  /** The tenant's board at this moment; undefined where the tenant does not run here. */
  boardOf(tenantId: string): Board | undefined;
  /** A call is open, of whichever tenant. */
  isBusy(): boolean;
  /** For whoever watches this process, by tenant. */
  figures(): ReadonlyMap<string, RunnerFigures>;
  listen(listener: TelephonyListener): void;
  /** Everything so far is acted on, and in the journal. */
  acted(): Promise<void>;
  /** The same, and the history has it; waits for the database as long as it takes. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export type TelephonyRequest = {
  /** The same id twice is one request. */
  readonly id: string;
  /** The extension of whoever asks; null for the product itself. */
  readonly by: string | null;
  readonly what: RequestedAction;
};

/** The tenant's calls run in another process, or in none at the moment. */
export class NotRunHere extends Error {
  override readonly name = 'NotRunHere';
}

/** An engine's words with their receipt, or that it died. */
type Said = { readonly event: EngineEvent; readonly receipt: EventReceipt } | { readonly diedAt: number };

/** How much is remembered for a tenant that cannot be opened; what lives in the engine tells the rest. */
const mostEarly = 10_000;
/** So long an engine that is back waits for what its tenants are, before it is asked what lives. */
const welcomeMs = 2_000;
/** So often board and engine are compared, in case that a word was lost. */
const compareMs = 30_000;
const twiceADayMs = 12 * 3_600_000;

type Running = {
  readonly tenant: TelephonyTenant;
  readonly runner: CallRunner;
  readonly provisioner: Provisioner;
  readonly config: FollowedConfig;
};

export function createTelephony(options: TelephonyOptions): Telephony {
  const { engine, store, log, disk = localDisk } = options;
  const stillness = watchStillness(options.clock ?? systemClock, stoodStill);
  const { clock } = stillness;
  const running = new Map<string, Running>();
  const opening = new Set<string>();
  /** What an engine said of tenants that do not run yet, until they can take it. */
  const early = new Map<string, Said[]>();
  /** Tenants that another process runs: what our engine says of them is nobody's. */
  const elsewhere = new Set<string>();
  /** Tenants whose configuration was saved while they were being opened: what was read of it may be older. */
  const savedMeanwhile = new Set<string>();
  const tryingAgain = new Set<string>();
  const listeners: TelephonyListener[] = [];
  const background = createBackground((error, complaint) => log.error({ err: error }, complaint));
  const { own } = background;
  const stopping = new AbortController();
  let lease: Promise<ProcessLease> | null = null;
  let callOffMonths: () => void = clock.after(twiceADayMs, monthsAhead);
  let callOffComparing: () => void = clock.after(compareMs, compareSoon);
  let engineIsUp = false;
  /** This process stood still, and does not know yet what the engine did meanwhile. */
  let deafSince: number | null = null;

  engine.onEvent((tenant, said, receipt) => {
    stillness.notice();
    const event = readable(tenant, said);
    const held = running.get(tenant);
    if (held !== undefined && event.type === 'trunk') {
      own(store.trunkIs(tenant, event), 'How a carrier stands was not kept');
    }
    if (held !== undefined) return held.runner.take(event, receipt);
    const kept = early.get(tenant) ?? [];
    if (elsewhere.has(tenant) || kept.length >= mostEarly) return receipt.taken();
    kept.push({ event, receipt });
    early.set(tenant, kept);
  });
  engine.onSeen((tenant, seen) => options.devices?.see(tenant, seen));
  engine.onStatus((status) => {
    stillness.notice();
    engineIsUp = status === 'up';
    // Whoever cannot take it yet learns when it was.
    if (status === 'dead') for (const kept of early.values()) kept.push({ diedAt: deafSince ?? clock.now() });
    for (const held of running.values()) {
      if (status === 'dead') held.runner.engineWatch.died();
      if (status === 'unreachable') held.runner.engineWatch.unreachable();
      if (status === 'up') own(welcomeBack(held), 'The engine is back, and does not say what is alive');
    }
  });

  /** Call control and the history know whom a phone calls, whatever it had to dial. */
  function readable(tenant: TenantId, event: EngineEvent): EngineEvent {
    if (event.type !== 'arrived' || event.origin.kind !== 'extension') return event;
    return { ...event, dialled: options.readDialled?.(tenant, event.dialled) ?? event.dialled };
  }

  /**
   * The engine may have forgotten everything. Without the database it is left with what it remembers of its tenants itself; nor
   * do calls that go on wait for a slow one, for they have only their grace.
   */
  async function welcomeBack(held: Running): Promise<void> {
    const { provisioner, tenant } = held;
    held.runner.engineWatch.heard();
    const told = provisioner.everything().catch((error: unknown) => {
      log.error({ err: error, tenant: tenant.id }, 'A tenant could not be provisioned anew');
      own(tellAgain(held), 'A tenant is not told to the engine');
    });
    own(told, 'A tenant could not be provisioned anew');
    await Promise.race([told, pause(clock, welcomeMs, stopping.signal)]);
    await held.runner.engineWatch.up();
  }

  const tellAgain = (held: Running) =>
    untilDone(held, 'The engine does not know all phones of a tenant yet', () => held.provisioner.everything());

  /** Until it is done, or until the tenant stops. `lack` names what is missing as long as it is not. */
  async function untilDone({ runner, tenant }: Running, lack: string, work: () => Promise<void>): Promise<void> {
    const name = `${tenant.id} ${lack}`;
    if (tryingAgain.has(name)) return;
    tryingAgain.add(name);
    try {
      for (let pauseMs = 250; running.get(tenant.id)?.runner === runner; pauseMs = Math.min(2 * pauseMs, 5_000)) {
        await pause(clock, pauseMs, stopping.signal);
        if (stopping.signal.aborted) return;
        try {
          return await work();
        } catch (error) {
          log.warn({ err: error, tenant: tenant.id }, lack);
        }
      }
    } finally {
      tryingAgain.delete(name);
    }
  }

  /** What was saved is what calls go by: what cannot be read now is read later. */
  async function takeConfig(held: Running, saved: Saved): Promise<void> {
    const take = async () => {
      await held.config.again(saved);
      // Rules and block lists are call control's alone.
      if (saved === 'anything') await held.provisioner.everything();
    };
    try {
      await take();
    } catch (error) {
      own(
        untilDone(held, `Calls do not go by what was saved yet: ${saved}`, take),
        'Calls do not go by what was saved',
      );
      throw error;
    }
  }

  /** Whoever signed in has a phone that the engine does not know: it is told until it does. */
  function untilTold(held: Running, told: Promise<void>): Promise<void> {
    return told.catch((error: unknown) => {
      own(tellAgain(held), 'The secrets of phones are not told to the engine');
      throw error;
    });
  }

  function monthsAhead(): void {
    const [tenantId] = running.keys();
    // Rows that find no partition make it themselves.
    if (tenantId !== undefined) own(store.prepareMonths(tenantId, clock.now()), 'No partitions were made ahead');
    callOffMonths = clock.after(twiceADayMs, monthsAhead);
  }

  function compareSoon(): void {
    if (engineIsUp) own(compare(), 'The engine does not say what is alive');
    callOffComparing = clock.after(compareMs, compareSoon);
  }

  /** Stopped by its machine, it knows nothing of what went on meanwhile: that is told before anything that waited is heard. */
  function stoodStill(since: number): void {
    deafSince ??= since;
    for (const { runner } of running.values()) runner.engineWatch.stoodStill(since);
    const compared = compare().finally(() => {
      deafSince = null;
    });
    for (const { runner } of running.values()) runner.engineWatch.hearFirst(compared);
    own(compared, 'The engine does not say what is alive');
  }

  /** One question for all tenants. */
  async function compare(): Promise<void> {
    const asked = [...running.values()].map(({ runner }) => runner.engineWatch.ask());
    const answer = await engine.snapshot();
    for (const compareWith of asked) await compareWith(answer);
  }

  function processLease(): Promise<ProcessLease> {
    const taken =
      lease ??
      beginProcessLease({
        store: store.leases,
        clock,
        holder: options.holder,
        log,
        ...(options.leaseMs === undefined ? {} : { ttlMs: options.leaseMs }),
        onLost: lost,
      });
    lease = taken.catch((error: unknown) => {
      lease = null;
      throw error;
    });
    return lease;
  }

  /** Null where this process was never entered among those that run tenants. */
  async function ownLease(): Promise<ProcessLease | null> {
    return (await lease?.catch(() => null)) ?? null;
  }

  function lost(tenantId: string): void {
    log.error({ tenant: tenantId }, 'Another process runs this tenant now');
    own(
      stop(tenantId).then(() => engine.forget(idOf(tenantId))),
      'A tenant that another process runs could not be let go',
    );
  }

  async function begin(tenant: TelephonyTenant, claim: Claim): Promise<void> {
    const id = idOf(tenant.id);
    const config = followConfig({
      first: await store.config(tenant.id),
      read: (before, saved) => store.config(tenant.id, before, saved),
      onPlan: (changed) => {
        const held = running.get(tenant.id);
        if (held?.config === config) held.runner.take({ type: 'plan-changed', plan: changed, at: clock.now() });
      },
    });
    const { plan } = config.now;
    const provisioner = createProvisioner({
      tenant: id,
      domain: tenant.sip_domain,
      engine,
      now: () => clock.now(),
      readTrunks: async () => config.now.trunks,
      readSecrets: (of) => options.secretsOf(tenant, of),
      ...(options.devices === undefined
        ? {}
        : { readRegistrations: async () => (await options.devices?.registrations(tenant.id)) ?? [] }),
    });
    const runDataCommand = dataCommandRunner({
      companyData: options.companyData ?? noCompanyData,
      tenantId: tenant.id,
      clock,
      log,
      signal: stopping.signal,
      tell: (event) => running.get(tenant.id)?.runner.take(event),
    });
    const runner = await startCallRunner({
      tenant: id,
      engine,
      plan,
      log,
      clock,
      disk,
      sealer: options.sealer,
      store: store.history(tenant.id, claim),
      aside: asideShelf({ disk, clock, folder: join(options.dataFolder, 'set-aside'), tenantId: tenant.id, log }),
      journalFolder: join(options.dataFolder, 'journal', tenant.id),
      measure: (recording) => options.measure(id, recording),
      ...(options.graceMs === undefined ? {} : { graceMs: options.graceMs }),
      onTaking: (taking) => {
        const held = { tenant, runner: taking, provisioner, config };
        running.set(tenant.id, held);
        for (const said of early.get(tenant.id) ?? []) {
          if ('diedAt' in said) taking.engineWatch.died(said.diedAt);
          else taking.take(said.event, said.receipt);
        }
        early.delete(tenant.id);
        if (savedMeanwhile.delete(tenant.id))
          own(takeConfig(held, 'anything'), 'What was saved meanwhile is read again');
      },
      onChanged: (changed) => {
        tellAlarms(tenant.id, changed.alarms);
        for (const listener of listeners) listener.onChanged?.(tenant.id, changed);
      },
      onWritten: (calls) => {
        const idsOf = (some: readonly Call[]) => some.map(({ id: callId }) => callId);
        const withMessages = idsOf(calls.filter(hasMessage));
        for (const listener of listeners) {
          listener.onWritten?.(tenant.id, idsOf(calls));
          if (withMessages.length > 0) listener.onMessagesLeft?.(tenant.id, withMessages);
        }
      },
      onDataCommand: (order) => own(runDataCommand(order), 'What was set or asked by phone came to nothing'),
      onFenced: () => lost(tenant.id),
    });
    // From here on calls run: what database or engine do not take now, they get later.
    own(tellActivities(tenant.id, runner), 'Nobody knows who is on a break');
    await provisioner.everything().catch((error: unknown) => {
      log.error({ err: error, tenant: tenant.id }, 'A tenant could not be provisioned yet');
      const held = running.get(tenant.id);
      if (held !== undefined) own(tellAgain(held), 'A tenant is not told to the engine');
    });
    own(store.prepareMonths(tenant.id, clock.now()), 'No partitions were made ahead');
  }

  async function tellActivities(tenantId: string, runner: CallRunner): Promise<void> {
    for (let pauseMs = 250; running.get(tenantId)?.runner === runner; pauseMs = Math.min(2 * pauseMs, 5_000)) {
      try {
        for (const activity of await store.activities(tenantId)) {
          runner.take({ type: 'agent-status', ...activity, at: clock.now() });
        }
        return;
      } catch (error) {
        log.warn({ err: error, tenant: tenantId }, 'Nobody knows yet who is on a break');
        await pause(clock, pauseMs, stopping.signal);
      }
    }
  }

  function tellAlarms(tenantId: string, keys: readonly string[]): void {
    const board = running.get(tenantId)?.runner.board;
    if (keys.length === 0 || board === undefined) return;
    const alarms = keys.flatMap((key) => getFrom(board.alarms, key) ?? []);
    own(store.alarmed(tenantId, alarms), 'An alarm was not kept');
  }

  function leaveToOthers(tenantId: string): void {
    elsewhere.add(tenantId);
    for (const said of early.get(tenantId) ?? []) if ('receipt' in said) said.receipt.taken();
    early.delete(tenantId);
  }

  async function stop(tenantId: string): Promise<void> {
    const held = running.get(tenantId);
    running.delete(tenantId);
    await held?.runner.close();
    await (await ownLease())?.release(tenantId);
  }

  return {
    async open(tenant) {
      if (running.has(tenant.id)) return true;
      if (stopping.signal.aborted || opening.has(tenant.id)) return false;
      opening.add(tenant.id);
      try {
        const held = await processLease();
        if (!(await held.take(tenant.id))) {
          leaveToOthers(tenant.id);
          return false;
        }
        elsewhere.delete(tenant.id);
        await begin(tenant, held.claim);
        return true;
      } catch (error) {
        // Half-open it would not be tried again.
        await stop(tenant.id);
        throw error;
      } finally {
        opening.delete(tenant.id);
        savedMeanwhile.delete(tenant.id);
      }
    },
    async configChanged(tenantId, saved = 'anything') {
      const held = running.get(tenantId);
      if (held === undefined) {
        if (opening.has(tenantId)) savedMeanwhile.add(tenantId);
        return;
      }
      await takeConfig(held, saved);
      await held.runner.acted();
    },
    async devicesChanged(tenantId) {
      const held = running.get(tenantId);
      if (held !== undefined) await untilTold(held, held.provisioner.everything());
    },
    async secretsChanged(tenantId, sessionIds) {
      const held = running.get(tenantId);
      if (held !== undefined) await untilTold(held, held.provisioner.sessions(sessionIds));
    },
    agentStatus(tenantId, activity) {
      running.get(tenantId)?.runner.take({ type: 'agent-status', ...activity, at: clock.now() });
    },
    async request(tenantId, request) {
      stillness.notice();
      const held = running.get(tenantId);
      if (held === undefined) throw new NotRunHere(`Tenant ${tenantId}`);
      return held.runner.request({ type: 'requested', ...request, at: clock.now() });
    },
    boardOf: (tenantId) => running.get(tenantId)?.runner.board,
    isBusy() {
      for (const { runner } of running.values()) if (runner.isBusy) return true;
      return false;
    },
    figures: () => new Map([...running].map(([tenantId, { runner }]) => [tenantId, runner.figures])),
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
      if (stopping.signal.aborted) return;
      stopping.abort();
      callOffMonths();
      callOffComparing();
      stillness.close();
      await Promise.all([...running.keys()].map(stop));
      await background.ended();
      await (await ownLease())?.close();
    },
  };
}

const hasMessage = ({ recordings }: Call): boolean =>
  recordings.some(({ kind, state }) => kind === 'message' && state === 'stored');

/** A tenant's id is the id of its row. */
function idOf(id: string): TenantId {
  return id as TenantId;
}
