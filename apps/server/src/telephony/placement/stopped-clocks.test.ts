import { setTimeout as sleep } from 'node:timers/promises';
import { someOf } from '@alo/testing/in-depth';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type OwnedTestDatabase, ownedTestDatabase } from '../../../testing/database.ts';
import { openTestOffice } from '../../../testing/small-company.ts';
import type { Db } from '../../db/database.ts';
import type { Clock } from '../clock.ts';
import { keepTenantsOpen, type TenantKeeper } from '../keep-tenants-open.ts';
import { beginProcessLease } from '../lease/lease.ts';
import { type LeaseStore, leaseStore } from '../lease/lease-store.ts';
import { createOwnLease } from '../lease/own-lease.ts';
import { nodeStore } from './node-store.ts';
import { placedHere } from './placed-here.ts';

/**
 * Several processes on the real database, each with a clock of its own that can stand still: what runs companies is played, who may run them is
 * the product's own. The database's clock is set forward by setting its leases back.
 */
let database: OwnedTestDatabase;
let owner: pg.Client;
const offices: string[] = [];

beforeAll(async () => {
  database = await ownedTestDatabase();
  owner = database.owner;
  for (let at = 0; at < 6; at++) offices.push((await openTestOffice(database.db, `dong-ho-${at}`)).tenant);
});
afterAll(() => database.close());

const clearing = 'delete from node; delete from server_process; delete from tenant_place; delete from tenant_lease';
beforeEach(() => owner.query(clearing));

/** What the test itself takes is nothing beside a lease. */
const scale = 1_000;
const seconds = 1_000;
const renewalMs = 5 * seconds;

interface Due {
  readonly at: number;
  readonly of: Process;
  readonly what: () => void;
}

class World {
  now = Date.UTC(2026, 10, 20);
  readonly due = new Set<Due>();
  /** Statements that are under way. */
  pending = 0;

  /** Time goes by, in steps from one thing that is due to the next. */
  async pass(ms: number): Promise<void> {
    const until = this.now + ms;
    for (;;) {
      await this.quiet();
      const next = [...this.due]
        .filter(({ at, of }) => at <= until && !of.stands)
        .toSorted((one, other) => one.at - other.at)[0];
      await this.#to(Math.max(this.now, next?.at ?? until));
      if (next === undefined) return;
      this.due.delete(next);
      next.what();
    }
  }

  async #to(moment: number): Promise<void> {
    const ms = moment - this.now;
    this.now = moment;
    if (ms === 0) return;
    const forward = `make_interval(secs => ${ms / seconds})`;
    await owner.query(
      `update server_process set expires_at = expires_at - ${forward} * ${scale}; update node set since = since - ${forward}`,
    );
  }

  /** Nobody waits for the database. */
  async quiet(): Promise<void> {
    for (let calm = 0; calm < 5; calm++) {
      if (this.pending > 0) calm = 0;
      if (this.pending > 0) await sleep(1);
      else await new Promise((resolve) => setImmediate(resolve));
    }
  }

  counted<T>(work: Promise<T>): Promise<T> {
    this.pending++;
    return work.finally(() => this.pending--);
  }
}

const noLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

class Process {
  readonly runs = new Set<string>();
  readonly #world: World;
  readonly #holder: string;
  #keeper: TenantKeeper | undefined;
  #end: (comesBack: boolean) => Promise<void> = async () => undefined;
  isThere = false;
  stands = false;
  awakeSince = 0;

  constructor(world: World, holder: string) {
    this.#world = world;
    this.#holder = holder;
  }

  async start(): Promise<void> {
    if (this.isThere) return;
    const { runs } = this;
    const world = this.#world;
    const holder = this.#holder;
    const { inTenant, outside } = database.db;
    const db: Pick<Db, 'inTenant' | 'outside'> = {
      inTenant: (tenantId, work) => world.counted(inTenant(tenantId, work)),
      outside: (statement) => world.counted(outside(statement)),
    };
    const leases = leaseStore(db);
    const scaled: LeaseStore = {
      ...leases,
      begin: (beginner, ttlMs, again) => leases.begin(beginner, ttlMs * scale, again),
      renew: (claim, ttlMs) => leases.renew(claim, ttlMs * scale),
    };
    const clock: Clock = {
      now: () => world.now,
      after: (ms, what) => {
        const due: Due = { at: world.now + ms, of: this, what };
        world.due.add(due);
        return () => void world.due.delete(due);
      },
      breathe: async () => undefined,
    };
    const own = createOwnLease(({ again, onFollowed }) =>
      beginProcessLease({
        store: scaled,
        clock,
        beginner: { holder, place: holder },
        again,
        log: noLog,
        onLost: (tenantId) => void runs.delete(tenantId),
        onFollowed,
      }),
    );
    await own.begin();
    const nodes = nodeStore(db);
    await nodes.enter({ holder, name: holder, sip: '', ws: '', capacity: 100 });
    const { tenants, moves } = placedHere({ store: nodes, holder, runsHere: () => runs });
    this.isThere = true;
    this.stands = false;
    this.awakeSince = world.now;
    this.#keeper = await keepTenantsOpen({
      telephony: {
        async open({ id }) {
          if (runs.has(id)) return true;
          if (!(await (await own.begin()).take(id))) return false;
          runs.add(id);
          return true;
        },
        async move(id, to) {
          const lease = await own.held();
          if (lease === null || !runs.delete(id)) return false;
          return lease.move(id, to);
        },
      },
      tenants,
      moves,
      clock,
      log: noLog,
    });
    this.#end = async (comesBack) => {
      await this.#keeper?.close();
      await (await own.held())?.close({ comesBack });
    };
  }

  /** Without a word. */
  kill(): void {
    this.isThere = false;
    this.runs.clear();
    for (const due of this.#world.due) if (due.of === this) this.#world.due.delete(due);
  }

  async stop(comesBack: boolean): Promise<void> {
    if (!this.isThere || this.stands) return;
    await this.#end(comesBack);
    this.kill();
  }

  goesOn(): void {
    if (!this.stands) return;
    this.stands = false;
    this.awakeSince = this.#world.now;
  }

  is(set: string): Promise<unknown> {
    return owner.query(`update node set ${set} where holder = $1`, [this.#holder]);
  }

  /** What it may write of: the lease is its own in the epoch that it has. */
  async holds(): Promise<readonly string[]> {
    const { rows } = await owner.query<{ tenant_id: string }>(
      'select tenant_id from tenant_lease join server_process using (holder, epoch) where holder = $1',
      [this.#holder],
    );
    return rows.map(({ tenant_id: id }) => id);
  }
}

async function expectOneOwnerEach(world: World, processes: readonly Process[]): Promise<void> {
  // Who has just gone on does not know yet what happened meanwhile, and may write nothing of it.
  const awake = processes.filter(
    ({ isThere, stands, awakeSince }) => isThere && !stands && world.now - awakeSince > renewalMs,
  );
  const run = awake.flatMap(({ runs }) => [...runs]);
  expect(new Set(run).size).toBe(run.length);
  for (const process of awake) expect(await process.holds()).toEqual(expect.arrayContaining([...process.runs]));
}

/** A few in `npm test`. */
const orders = someOf(
  4,
  Array.from({ length: 100 }, (_, index) => index),
);

const deed = fc.record({
  what: fc.constantFrom('kill', 'stop', 'restart', 'stand', 'go-on', 'drain', 'resume', 'shrink', 'nothing'),
  who: fc.nat(2),
  forMs: fc.integer({ min: 0, max: 40 * seconds }),
});

test('whoever is killed, stands still, is drained or replaced: no company is run by two who know, and soon each by one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 2, maxLength: 10 }), async (deeds) => {
      await owner.query(clearing);
      const world = new World();
      const processes = ['one', 'two', 'three'].map((holder) => new Process(world, holder));
      for (const process of processes) await process.start();
      // The first of them had all.
      for (const process of processes) await process.is(`since = 'epoch'`);
      await world.pass(10 * seconds);
      for (const { what, who, forMs } of deeds) {
        const process = processes[who];
        if (process === undefined) continue;
        if (what === 'kill') process.kill();
        else if (what === 'stop') await process.stop(false);
        else if (what === 'stand') process.stands = process.isThere;
        else if (what === 'go-on') process.goesOn();
        else if (what === 'drain') await process.is(`state = 'draining'`);
        else if (what === 'resume') await process.is(`state = 'up', weight = 100, since = 'epoch'`);
        else if (what === 'shrink') await process.is('weight = 0');
        else if (what === 'restart') {
          await process.stop(true);
          if (!process.stands) await process.start();
        }
        await world.pass(forMs);
        await expectOneOwnerEach(world, processes);
      }
      for (const process of processes) process.goesOn();
      for (const process of processes) await process.start();
      await world.pass(21 * seconds);
      await expectOneOwnerEach(world, processes);
      const all = () => processes.flatMap(({ runs }) => [...runs]).toSorted();
      expect(all()).toEqual(offices.toSorted());
      // One dies: its companies are the others' within twenty seconds and a look.
      processes[0]?.kill();
      await world.pass(20 * seconds + 1);
      expect(all()).toEqual(offices.toSorted());
      for (const process of processes) process.kill();
    }),
    {
      numRuns: orders.length,
      // Longer than its lease, while the others take what it had: it goes on and knows nothing of it yet.
      examples: [
        [
          [
            { what: 'stand', who: 0, forMs: 30 * seconds },
            { what: 'go-on', who: 0, forMs: 6 * seconds },
          ],
        ],
      ],
    },
  );
}, 600_000);
