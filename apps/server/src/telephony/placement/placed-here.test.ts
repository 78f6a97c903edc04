import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type OwnedTestDatabase, ownedTestDatabase } from '../../../testing/database.ts';
import { openTestOffice } from '../../../testing/small-company.ts';
import { leaseStore } from '../lease/lease-store.ts';
import { nodeStore } from './node-store.ts';
import { placedHere } from './placed-here.ts';
import { placeOf } from './placement.ts';

let database: OwnedTestDatabase;
let owner: pg.Client;
const offices: string[] = [];

beforeAll(async () => {
  database = await ownedTestDatabase();
  owner = database.owner;
  for (let at = 0; at < 12; at++) offices.push((await openTestOffice(database.db, `noi-${at}`)).tenant);
});
beforeEach(async () => {
  await owner.query('delete from node; delete from server_process; delete from tenant_place; delete from tenant_lease');
});
afterAll(() => database.close());

/** A node with its lease, which takes what is placed on it. Nobody renews anything: a lease lasts as long as the test, or is ended by it. */
async function begin(holder: string) {
  const leases = leaseStore(database.db);
  const store = nodeStore(database.db);
  const begun = await leases.begin({ holder, place: holder }, 600_000);
  if (!('epoch' in begun)) throw new Error(`${holder} lives already.`);
  const claim = { holder, epoch: begun.epoch };
  await store.enter({ holder, name: holder, sip: `${holder}:5060`, ws: '', capacity: 100 });
  const runs = new Set<string>();
  const placed = placedHere({ store, holder, runsHere: () => runs });
  return {
    runs,
    isEmptied: placed.isEmptied,
    /** What the keeper of tenants does, once. */
    async look() {
      for (const { id } of await placed.tenants()) if (await leases.claim(id, claim)) runs.add(id);
      for (const { tenantId, to } of await placed.moves()) {
        if (await leases.move(tenantId, claim, to)) runs.delete(tenantId);
      }
    },
    dies: () => owner.query('update server_process set expires_at = now() where holder = $1', [holder]),
    is: (set: string) => owner.query(`update node set ${set} where holder = $1`, [holder]),
  };
}

/** Names of so many nodes, each of which has a share of the companies that there are: these have new ids in each run. */
function names<const Wanted extends readonly string[]>(...wanted: Wanted): { [At in keyof Wanted]: string } {
  for (let draw = 0; ; draw++) {
    const nodes = wanted.map((name) => ({ holder: `${name}-${draw}`, share: 100, takes: true, isSettled: true }));
    const homes = new Set(offices.map((office) => placeOf(office, null, nodes, { mayMove: false })));
    // As many as were asked for, in the same order.
    if (homes.size === wanted.length) return nodes.map(({ holder }) => holder) as { [At in keyof Wanted]: string };
  }
}

const settled = `since = now() - interval '1 hour'`;

test('one node has all companies, and of two each has its own', async () => {
  const [first, second] = names('one', 'two');
  const one = await begin(first);
  await one.look();
  expect([...one.runs].toSorted()).toEqual(offices.toSorted());
  await owner.query('delete from tenant_place; delete from tenant_lease');
  one.runs.clear();
  const two = await begin(second);
  await one.look();
  await two.look();
  expect([...one.runs, ...two.runs].toSorted()).toEqual(offices.toSorted());
  expect([one.runs.size > 0, two.runs.size > 0]).toEqual([true, true]);
});

test('a node that comes calls companies home when it has been there for a while, and they are run by one at a time', async () => {
  const [first, second] = names('one', 'two');
  const one = await begin(first);
  await one.look();
  const two = await begin(second);
  await one.look();
  await two.look();
  expect([one.runs.size, two.runs.size]).toEqual([12, 0]);
  await two.is(settled);
  await one.look();
  await two.look();
  expect(one.runs.size).toBeLessThan(12);
  expect([...one.runs, ...two.runs].toSorted()).toEqual(offices.toSorted());
});

test('the companies of a node that died are run by the others, and come home to it later', async () => {
  const [first, second, third] = names('one', 'two', 'three');
  const nodes = [await begin(first), await begin(second), await begin(third)] as const;
  for (const node of nodes) await node.is(settled);
  for (const node of nodes) await node.look();
  const [one, two, three] = nodes;
  const had = [...three.runs];
  expect(had.length).toBeGreaterThan(0);
  await three.dies();
  await one.look();
  await two.look();
  expect([...one.runs, ...two.runs].toSorted()).toEqual(offices.toSorted());
  const again = await begin(third);
  await again.look();
  expect([...again.runs]).toEqual([]);
  await again.is(settled);
  for (const node of [one, two, again]) await node.look();
  expect([...again.runs].toSorted()).toEqual(had.toSorted());
});

test('a node that is drained gives all away and says that it is empty; alone it keeps them', async () => {
  const [one, two] = [await begin('one'), await begin('two')];
  await one.look();
  await two.look();
  expect(one.isEmptied()).toBe(false);
  await one.is(`state = 'draining'`);
  await one.look();
  await two.look();
  expect([one.runs.size, two.runs.size]).toEqual([0, 12]);
  expect([one.isEmptied(), two.isEmptied()]).toEqual([true, false]);
  await two.is(`state = 'draining'`);
  await two.look();
  expect([one.runs.size, two.runs.size]).toEqual([0, 12]);
  // What the operator said of it holds when it is started again.
  const next = await nodeStore(database.db).living();
  expect(next.map(({ takes }) => takes)).toEqual([false, false]);
});
