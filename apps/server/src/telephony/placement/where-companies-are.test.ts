import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type OwnedTestDatabase, ownedTestDatabase } from '../../../testing/database.ts';
import { openTestOffice } from '../../../testing/small-company.ts';
import { leaseStore } from '../lease/lease-store.ts';
import { nodeStore } from './node-store.ts';

/** What an edge in front of several nodes asks, signed in as whom the operator made for it. */
let database: OwnedTestDatabase;
let edge: pg.Client;
const role = `edge_${randomUUID().replaceAll('-', '')}`;

beforeAll(async () => {
  database = await ownedTestDatabase();
  await database.owner.query(`create role ${role} login password 'x'`);
  await database.owner.query(`grant execute on function node_of_domain, node_of_number to ${role}`);
  const url = new URL(database.url);
  [url.username, url.password] = [role, 'x'];
  edge = new pg.Client({ connectionString: url.href });
  await edge.connect();
});
afterAll(async () => {
  await edge.end();
  await database.owner.query(`drop owned by ${role}; drop role ${role}`);
  await database.close();
});

async function begin(holder: string, sip: string) {
  const leases = leaseStore(database.db);
  const begun = await leases.begin({ holder, place: holder }, 600_000);
  if (!('epoch' in begun)) throw new Error(`${holder} lives already.`);
  await nodeStore(database.db).enter({ holder, name: holder, sip, ws: '', capacity: 100 });
  const claim = { holder, epoch: begun.epoch };
  return { claim, leases, dies: () => leases.end(claim) };
}

async function asked(question: 'node_of_domain' | 'node_of_number', what: string): Promise<readonly string[]> {
  const { rows } = await edge.query<{ found: string }>(`select ${question}($1) as found`, [what]);
  return rows.map(({ found }) => found);
}

async function company(name: string) {
  const { tenant } = await openTestOffice(database.db, name);
  const { rows } = await database.owner.query<{ sip_domain: string }>('select sip_domain from tenant where id = $1', [
    tenant,
  ]);
  return { tenant, domain: rows[0]?.sip_domain ?? '' };
}

test('a company is where the node is that has it, by its domain in any spelling, and follows it', async () => {
  const { tenant, domain } = await company('theo-mien');
  expect(await asked('node_of_domain', domain)).toEqual(['']);
  const first = await begin('a-one', '10.0.0.5:5060');
  const second = await begin('a-two', '10.0.0.6:5060');
  expect(await first.leases.claim(tenant, first.claim)).toBe(true);
  expect(await asked('node_of_domain', domain.toUpperCase())).toEqual(['10.0.0.5:5060']);
  await first.leases.move(tenant, first.claim, 'a-two');
  expect(await asked('node_of_domain', domain)).toEqual(['']);
  expect(await second.leases.claim(tenant, second.claim)).toBe(true);
  expect(await asked('node_of_domain', domain)).toEqual(['10.0.0.6:5060']);
  await second.dies();
  expect(await asked('node_of_domain', domain)).toEqual(['']);
  await database.owner.query('update tenant set active = false where id = $1', [tenant]);
  expect(await asked('node_of_domain', domain)).toEqual([]);
  expect(await asked('node_of_domain', 'khong-co.example')).toEqual([]);
});

test('a number leads to the node of its company, however a carrier writes it', async () => {
  const { tenant } = await company('theo-so');
  const node = await begin('b-one', '10.0.0.7:5060');
  await node.leases.claim(tenant, node.claim);
  const trunk = randomUUID();
  await database.owner.query(
    `insert into trunk (tenant_id, id, name, host, number_prefix) values ($1, $2, 'Nhà mạng có tiền tố', '203.0.113.1', '77')`,
    [tenant, trunk],
  );
  await database.owner.query(
    `insert into service_number (tenant_id, id, number, carrier_form, name, trunk_id)
      values ($1, gen_random_uuid(), '+842871000199', '', 'Chính', $2),
        ($1, gen_random_uuid(), '19001199', 'k19001199', 'Dịch vụ', $2)`,
    [tenant, trunk],
  );
  const written = [
    '02871000199',
    '+842871000199',
    '842871000199',
    '2871000199',
    '7702871000199',
    '19001199',
    'k19001199',
  ];
  for (const number of written)
    expect([number, ...(await asked('node_of_number', number))]).toEqual([number, '10.0.0.7:5060']);
  expect(await asked('node_of_number', '02871000198')).toEqual([]);
  expect(await asked('node_of_number', '')).toEqual([]);
});

test('whoever signs in for the edge learns nothing else', async () => {
  for (const read of ['select * from tenant', 'select * from node', 'select node_of_company(gen_random_uuid())']) {
    await expect(edge.query(read)).rejects.toThrow(/permission denied/);
  }
});
