import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { inbounds, numbers, outbound, trunks } from '@alo/contract';
import { type PhoneCall, type RtpAudio, TestPhone } from '@alo/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { carrierAssign } from '../../apps/server/src/operator/carriers.ts';
import { nodeDrain, nodeGone, nodeList, nodeResume } from '../../apps/server/src/operator/nodes.ts';
import { until } from '../e2e/support/until.ts';
import { type Edge, openEdge } from './support/kamailio.ts';
import {
  type Company,
  type NodeName,
  onePlacedOnEach,
  signIn,
  startTwoNodes,
  type TwoNodes,
} from './support/two-nodes.ts';
import { freeUdpPortOn } from './support/udp.ts';

/**
 * Two machines behind one Kamailio, which phones and the carrier know alone: it asks the database where a company is. Each company has a desk
 * phone and a number; whatever becomes of the machines, the phone is registered again by itself, and whoever calls the number reaches it.
 */
let nodes: TwoNodes;
let edge: Edge;
let carrier: TestPhone<RtpAudio>;
let offices: Readonly<Record<NodeName, Office>>;
/** Kamailio's sign-in at the database. */
const role = `edge_${randomUUID().replaceAll('-', '')}`;
const inside = '127.0.0.7';

interface Office {
  readonly company: Company;
  /** As customers dial it. */
  readonly number: string;
  readonly phone: TestPhone<RtpAudio>;
}

/** A carrier that is behind the edge, a number of it, and a desk phone that it rings. */
async function furnish(company: Company, number: string): Promise<Office> {
  const admin = await signIn(nodes.n1, company, '101');
  await nodes.operate(carrierAssign, '--company', company.code, '--host', inside);
  const reached = { host: edge.host, port: edge.port, addresses: [], check_seconds: 0 };
  const { id: trunk_id } = await admin.call(trunks.create, { body: { name: 'Nhà mạng', ...reached } });
  const { id: service_number_id } = await admin.call(numbers.create, { body: { name: 'Chính', number, trunk_id } });
  const routes = [{ service_number_id }];
  await admin.call(outbound.create, { body: { name: 'Gọi đi', pattern: '09*', routes } });
  const destination = { type: 'direct', value: '102' } as const;
  await admin.call(inbounds.create, { body: { name: 'Gọi đến', service_number_id, destination } });
  const account = await (await signIn(nodes.n2, company, '102')).softphone();
  const phone = await TestPhone.rtp({
    server: { transport: 'udp', host: edge.host, port: edge.port },
    domain: account.domain_telecom,
    user: account.username_telecom,
    password: account.password_telecom,
  });
  await phone.stayRegistered();
  return { company, number, phone };
}

beforeAll(async () => {
  // Audio is in processes of its own, which are drained and killed along.
  nodes = await startTwoNodes({ ALO_MEDIA_WORKERS: '1' });
  const { placed } = await onePlacedOnEach(nodes);
  await nodes.client.query(`create role ${role} login password 'edge'`);
  await nodes.client.query(`grant execute on function node_of_domain, node_of_number to ${role}`);
  const database = new URL(nodes.databaseUrl);
  const at = { host: inside, port: await freeUdpPortOn(inside) };
  carrier = await TestPhone.rtp({
    server: { transport: 'udp', ...at, from: '127.0.0.8' },
    domain: at.host,
    user: '0912345678',
    password: '',
  });
  const [host = '', port] = carrier.hostPort.split(':');
  edge = await openEdge(at, {
    machines: [nodes.n1, nodes.n2].map(({ sipPort }) => ({ host: '127.0.0.1', port: sipPort })),
    carrier: { host, port: Number(port) },
    database: `postgres://${role}:edge@${database.host}${database.pathname}`,
  });
  offices = { n1: await furnish(placed.n1, '02871000301'), n2: await furnish(placed.n2, '02871000302') };
}, 900_000);

afterAll(async () => {
  for (const phone of [offices?.n1.phone, offices?.n2.phone, carrier]) phone?.close();
  await edge?.close();
  await nodes?.client.query(`drop owned by ${role}; drop role ${role}`);
  await nodes?.close();
});

const isAt = ({ company }: Office, name: NodeName) =>
  until(`${company.code} is on ${name}`, async () => (await nodes.runsAt(company)) === name, 180_000);

/** A customer calls; dialled anew while the phone is not there again. Both hear each other. */
async function customerReaches({ number, phone, company }: Office) {
  const withinMs = 300_000;
  const arrived: PhoneCall<RtpAudio>[] = [];
  // One wait for all tries: each other one would take a call of its own.
  phone.nextCall(withinMs).then(
    (call) => arrived.push(call),
    () => undefined,
  );
  const calling = await until(
    `a call to ${company.code} arrives`,
    async () => {
      const dialled = await carrier.call(number);
      await until('it rings, or is refused', () => arrived.length > 0 || dialled.state === 'ended');
      if (arrived.length > 0) return dialled;
      await sleep(500);
      return undefined;
    },
    withinMs,
  );
  const [called] = arrived;
  if (called === undefined) throw new Error('nobody was called');
  called.ring();
  await called.answer();
  await calling.until('talking');
  calling.audio.speak(600);
  called.audio.speak(800);
  await until('the customer is heard', () => called.audio.level(600) > 0.2);
  await until('the phone is heard', () => calling.audio.level(800) > 0.2);
  return { calling, called };
}

async function isReached(office: Office): Promise<void> {
  const { calling, called } = await customerReaches(office);
  expect(await calling.hangUp()).toBe(200);
  await until('the call is over at the phone, too', () => called.state === 'ended');
}

test('a customer reaches each company, whichever machine has it, and its phone calls out', async () => {
  for (const name of ['n1', 'n2'] as const) {
    await isReached(offices[name]);
    const calling = await offices[name].phone.call('0912345678');
    const called = await carrier.nextCall();
    await called.answer();
    await calling.until('talking');
    expect(await called.hangUp()).toBe(200);
    await until('the call is over at the phone, too', () => calling.state === 'ended');
  }
});

test('a number of nobody is refused, and so is a phone of no company', async () => {
  const call = await carrier.call('02871000399');
  await until('it is refused', () => call.state === 'ended');
  const stranger = await TestPhone.rtp({
    server: { transport: 'udp', host: edge.host, port: edge.port },
    domain: 'elsewhere.example',
    user: '101',
    password: 'x',
  });
  try {
    expect([call.status, (await stranger.register()).status]).toEqual([404, 404]);
  } finally {
    stranger.close();
  }
});

test('while the database has no answer for the edge, calls go where their company was last', async () => {
  await nodes.client.query(`alter role ${role} nologin`);
  await nodes.client.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [role]);
  // What it has just been told counts for two seconds more.
  await until('the edge goes by what it knew', async () => {
    await isReached(offices.n2);
    return edge.output().includes('the database does not say where');
  });
  await isReached(offices.n1);
  expect(edge.output()).toContain('the database does not say where');
  await nodes.client.query(`alter role ${role} login`);
});

test('a machine is drained: its phones are led to the other one, calls reach them, and a conversation goes on where it is', async () => {
  const { n1, n2 } = offices;
  const held = await customerReaches(n1);
  await nodes.operate(nodeDrain, '--name', 'n1');
  await isReached(n2);
  expect([held.calling.state, await nodes.runsAt(n1.company)]).toEqual(['talking', 'n1']);
  expect(await held.called.hangUp()).toBe(200);
  await isAt(n1, 'n2');
  await isReached(n1);
  await nodes.operate(nodeResume, '--name', 'n1');
  await isAt(n1, 'n1');
  await isReached(n1);
});

test('a machine is killed: its phones are led to the other one and calls reach them, and nobody else notices', async () => {
  const { n1, n2 } = offices;
  const unharmed = await customerReaches(n2);
  await nodes.n1.kill();
  await isAt(n1, 'n2');
  await isReached(n1);
  expect(await unharmed.calling.hangUp()).toBe(200);
  // It never comes back; the one that lives is not to be forgotten.
  await expect(nodes.operate(nodeGone, '--name', 'n2')).rejects.toThrow('n2');
  await nodes.operate(nodeGone, '--name', 'n1');
  const left = await nodes.operate(nodeList);
  expect(left.split('\n').map((line) => line.split('\t')[0])).toEqual(['n2']);
});
