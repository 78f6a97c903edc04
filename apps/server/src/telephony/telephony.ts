import { join } from 'node:path';
import {
  type Board,
  type Call,
  type EngineEvent,
  getFrom,
  type Reply,
  type RequestedAction,
  type TenantId,
  valuesOf,
} from '@alo/call-core';
import { asideFolder } from '../storage/aside-rows.ts';
import { createBackground } from './background.ts';
import { pause, systemClock } from './clock.ts';
import { dataCommandRunner, noCompanyData } from './company-data.ts';
import { localDisk } from './disk.ts';
import { createEarlyEvents } from './early-events.ts';
import { createEngineComparison } from './engine-comparison.ts';
import { type FollowedConfig, followConfig } from './followed-config.ts';
import { asideShelf } from './history/set-aside.ts';
import { createJournalTails } from './journal-tails.ts';
import { beginProcessLease, NodeInUse } from './lease/lease.ts';
import type { Claim } from './lease/lease-store.ts';
import { createOwnLease } from './lease/own-lease.ts';
import { createProvisioner, type Provisioner } from './provisioner.ts';
import { createRetries } from './retries.ts';
import type { SavedPart } from './routing-plan.ts';
import type { CallRunner, RunnerFigures } from './runner/call-runner.ts';
import { startCallRunner } from './runner/start-call-runner.ts';
import { watchStillness } from './stillness.ts';
import type { AgentStatus, TelephonyListener, TelephonyOptions, TelephonyTenant } from './telephony-options.ts';

/** Runs the calls of the tenants that this process holds. */
export interface Telephony {
  /** Enters this process among those that run calls. Rejects with `NodeInUse` where a process of another place lives by its name. */
  enter(): Promise<void>;
  /** Another process runs by this one's name: this one has no calls until that has ended. */
  isFollowed(): boolean;
  /** Starts a tenant's calls. False while another process runs them: try again later. */
  open(tenant: TelephonyTenant): Promise<boolean>;
  /**
   * Gives a tenant to another node. False, and it goes on here, while it has a call, while somebody works for one that is over, and while the
   * history does not have all of it. A call that comes meanwhile is taken here.
   */
  move(tenantId: string, to: string): Promise<boolean>;
  /** Takes into the history what this machine's disk knows of tenants that other machines run by now. */
  takeTails(): Promise<void>;
  /** The configuration was saved: routing and the engine get the new one, the engine where it is about phones or carriers. */
  configChanged(tenantId: string, saved?: SavedPart): Promise<void>;
  /** Desk phones are others than before, or have other passwords: the engine is told. */
  devicesChanged(tenantId: string): Promise<void>;
  /** Somebody signed in or out: the engine gets the new secrets of that person. */
  secretsChanged(tenantId: string, sessionIds: readonly string[]): Promise<void>;
  /** The history forgot somebody, or what is not kept so long. */
  callsErased(tenantId: string): Promise<void>;
  agentStatus(tenantId: string, activity: AgentStatus): void;
  /** Asks call control for something. Rejects with `NotRunHere` where the tenant's calls do not run in this process. */
  request(tenantId: string, request: TelephonyRequest): Promise<Reply>;
  /** The tenant's board at this moment; undefined where the tenant does not run here. */
  boardOf(tenantId: string): Board | undefined;
  /** A call of any tenant is open. */
  isBusy(): boolean;
  /** Figures for the monitoring of this process, by tenant. */
  figures(): ReadonlyMap<string, RunnerFigures>;
  listen(listener: TelephonyListener): void;
  /** Everything so far is acted on, and in the journal. */
  acted(): Promise<void>;
  /** The same, and the history has it; waits for the database as long as it takes. */
  settled(): Promise<void>;
  /** `comesBack`: the next process of this place goes on with the tenants, and nobody else takes them so soon. */
  close(how?: { readonly comesBack: boolean }): Promise<void>;
}

export type TelephonyRequest = {
  /** The same id twice is one request. */
  readonly id: string;
  /** The extension of the person who asks; null for the product itself. */
  readonly by: string | null;
  readonly what: RequestedAction;
};

/** The tenant's calls run in another process, or in none at the moment. */
export class NotRunHere extends Error {
  override readonly name = 'NotRunHere';
}

/** An engine that is back is provisioned for at most so long before it is asked for its snapshot. */
const welcomeMs = 2_000;
const twiceADayMs = 12 * 3_600_000;

type Running = {
  readonly tenant: TelephonyTenant;
  readonly runner: CallRunner;
  readonly provisioner: Provisioner;
  readonly config: FollowedConfig;
};

export function createTelephony(options: TelephonyOptions): Telephony {
  const { engine, store, log, disk = localDisk } = options;
  const stillness = watchStillness(options.clock ?? systemClock, (since) => comparison.stoodStill(since));
  const { clock } = stillness;
  const running = new Map<string, Running>();
  const opening = new Set<string>();
  const early = createEarlyEvents();
  /** Tenants whose configuration was saved while they were being opened: the one that was read may be older. */
  const savedMeanwhile = new Set<string>();
  const listeners: TelephonyListener[] = [];
  const background = createBackground((error, complaint) => log.error({ err: error }, complaint));
  const { own } = background;
  const stopping = new AbortController();
  const retries = createRetries({ clock, log, signal: stopping.signal });
  const lease = createOwnLease(({ again, onFollowed }) =>
    beginProcessLease({
      store: store.leases,
      clock,
      beginner: { holder: options.holder, place: options.place },
      again,
      log,
      ...(options.leaseMs === undefined ? {} : { ttlMs: options.leaseMs }),
      onLost: lost,
      onFollowed,
    }),
  );
  let callOffMonths: () => void = clock.after(twiceADayMs, monthsAhead);
  let engineIsUp = false;
  const comparison = createEngineComparison({
    engine,
    clock,
    own,
    watches: () => [...running.values()].map(({ runner }) => runner.engineWatch),
    isEngineUp: () => engineIsUp,
  });

  const tails = createJournalTails({
    ...options,
    disk,
    clock,
    async alone(tenantId, work) {
      if (running.has(tenantId)) return false;
      if (stopping.signal.aborted || opening.has(tenantId)) return true;
      opening.add(tenantId);
      await work().finally(() => opening.delete(tenantId));
      return true;
    },
    onWritten: (tenantId, calls) => {
      for (const listener of listeners) listener.onWritten?.(tenantId, idsOf(calls));
    },
  });

  engine.onEvent((tenant, said, receipt) => {
    stillness.notice();
    const event = readable(tenant, said);
    const held = running.get(tenant);
    if (held !== undefined && event.type === 'trunk') {
      own(store.trunkIs(tenant, event), 'How a carrier stands was not kept');
    }
    if (held !== undefined) return held.runner.take(event, receipt);
    early.keep(tenant, event, receipt);
  });
  engine.onSeen((tenant, seen) => options.devices?.see(tenant, seen));
  engine.onHeard((tenant, heard) => options.onHeard?.(tenant, heard));
  engine.onStatus((status) => {
    stillness.notice();
    engineIsUp = status === 'up';
    if (status === 'dead') early.engineDied(comparison.deafSince ?? clock.now());
    for (const held of running.values()) {
      if (status === 'dead') held.runner.engineWatch.died();
      if (status === 'unreachable') held.runner.engineWatch.unreachable();
      if (status === 'up') own(welcomeBack(held), 'The engine is back, and does not say what is alive');
    }
  });

  /** Puts the plain number in place of a sealed one that a phone dialled: call control and the history know whom it calls. */
  function readable(tenant: TenantId, event: EngineEvent): EngineEvent {
    if (event.type !== 'arrived' || event.origin.kind !== 'extension') return event;
    const opened = options.readDialled?.(tenant, event.dialled);
    if (opened === undefined) return event;
    const { number: dialled, ...purpose } = opened;
    return { ...event, dialled, ...purpose };
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

  /** Until it is done, or until the tenant stops. */
  const untilDone = ({ runner, tenant }: Running, lack: string, work: () => Promise<void>) =>
    retries.until(tenant.id, () => running.get(tenant.id)?.runner === runner, lack, work);

  /** Makes calls go by the saved configuration: where it cannot be read now, it is read later. */
  async function takeConfig(held: Running, saved: SavedPart): Promise<void> {
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

  /** The phone of a person who signed in is new to the engine: after a failure the engine is told again until it knows it. */
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

  function lost(tenantId: string): void {
    log.error({ tenant: tenantId }, 'Another process runs this tenant now');
    own(
      stop(tenantId)
        .then(() => engine.forget(idOf(tenantId)))
        .then(() => tails.add(tenantId)),
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
      phoneOrigins: () => config.now.phoneOrigins,
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
      aside: asideShelf({ disk, clock, folder: asideFolder(options.dataFolder), tenantId: tenant.id, log }),
      journalFolder: journalOf(tenant.id),
      measure: (recording) => options.measure(id, recording),
      ...(options.graceMs === undefined ? {} : { graceMs: options.graceMs }),
      onTaking: (taking) => {
        const held = { tenant, runner: taking, provisioner, config };
        running.set(tenant.id, held);
        early.giveTo(tenant.id, taking);
        if (savedMeanwhile.delete(tenant.id))
          own(takeConfig(held, 'anything'), 'What was saved meanwhile is read again');
      },
      onChanged: (changed) => {
        tellAlarms(tenant.id, changed.alarms);
        for (const listener of listeners) listener.onChanged?.(tenant.id, changed);
      },
      onWritten: (calls) => {
        const withMessages = idsOf(calls.filter(hasMessage));
        for (const listener of listeners) {
          listener.onWritten?.(tenant.id, idsOf(calls));
          if (withMessages.length > 0) listener.onMessagesLeft?.(tenant.id, withMessages);
        }
      },
      onSpansWritten: () => {
        for (const listener of listeners) listener.onSpansWritten?.(tenant.id);
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

  async function giveTo(held: Running, to: string): Promise<boolean> {
    const { tenant, runner } = held;
    const id = idOf(tenant.id);
    const own = await lease.held();
    if (own === null || !mayMove(runner)) return false;
    // What the engine tells from now on waits, as for any tenant that is not there yet.
    running.delete(tenant.id);
    await runner.close();
    if (runner.figures.history.since !== null || !(await engine.letGo(id))) {
      await begin(tenant, own.claim);
      return false;
    }
    const moved = await own.move(tenant.id, to);
    early.leaveToOthers(tenant.id);
    // The history has all of it; whoever is erased is not to be left here.
    await disk.removeFolder(journalOf(tenant.id));
    return moved;
  }

  const journalOf = (tenantId: string) => join(options.dataFolder, 'journal', tenantId);

  async function stop(tenantId: string, how: 'release' | 'giveUp' = 'release'): Promise<void> {
    const held = running.get(tenantId);
    running.delete(tenantId);
    await held?.runner.close();
    await (await lease.held())?.[how](tenantId);
  }

  return {
    async enter() {
      await lease.begin();
    },
    isFollowed: () => lease.isFollowed,
    async open(tenant) {
      if (running.has(tenant.id)) return true;
      if (stopping.signal.aborted || opening.has(tenant.id)) return false;
      opening.add(tenant.id);
      try {
        const held = await lease.begin();
        if (!(await held.take(tenant.id))) {
          early.leaveToOthers(tenant.id);
          return false;
        }
        early.takeBack(tenant.id);
        await begin(tenant, held.claim);
        return true;
      } catch (error) {
        if (error instanceof NodeInUse) return false;
        // Half-open it would not be tried again.
        await stop(tenant.id, 'giveUp');
        throw error;
      } finally {
        opening.delete(tenant.id);
        savedMeanwhile.delete(tenant.id);
      }
    },
    async move(tenantId, to) {
      const held = running.get(tenantId);
      if (held === undefined || stopping.signal.aborted || opening.has(tenantId) || !mayMove(held.runner)) return false;
      opening.add(tenantId);
      try {
        return await giveTo(held, to);
      } catch (error) {
        // It is still placed here, and opened again.
        await stop(tenantId);
        throw error;
      } finally {
        opening.delete(tenantId);
        savedMeanwhile.delete(tenantId);
      }
    },
    takeTails: () => tails.take(),
    async callsErased(tenantId) {
      await running.get(tenantId)?.runner.forgetErased();
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
    async close(how) {
      if (stopping.signal.aborted) return;
      stopping.abort();
      callOffMonths();
      comparison.close();
      // What each tenant notes last is until when its calls are known to have gone on.
      stillness.notice();
      stillness.close();
      await Promise.all([...running.keys()].map((tenantId) => stop(tenantId)));
      await background.ended();
      await (await lease.held())?.close(how);
    },
  };
}

/** Nobody would notice if it ran elsewhere: no call, nobody who works for one that is over, nothing that the history lacks. */
const mayMove = ({ isBusy, figures, board }: CallRunner): boolean =>
  !isBusy &&
  figures.waiting === 0 &&
  figures.history.since === null &&
  [...valuesOf(board.people)].every(({ wrapUpUntil }) => wrapUpUntil === null);

const idsOf = (calls: readonly Call[]) => calls.map(({ id }) => id);

const hasMessage = ({ recordings }: Call): boolean =>
  recordings.some(({ kind, state }) => kind === 'message' && state === 'stored');

/** A tenant's id is the id of its row. */
function idOf(id: string): TenantId {
  return id as TenantId;
}
