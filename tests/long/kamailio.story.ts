import { allExtension, devices, trunks } from '@alo/contract';
import { header, headerList } from '@alo/sip';
import { freePort, type PhoneCall, type RtpAudio, TestPhone } from '@alo/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { mainNumberAndCustomer, mark, type PersonApi, signInByApi, theCallSince } from '../e2e/support/api.ts';
import { operate } from '../e2e/support/operator.ts';
import { demo } from '../e2e/support/people.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { until } from '../e2e/support/until.ts';
import { type Edge, openEdge } from './support/kamailio.ts';
import { freeUdpPortOn } from './support/udp.ts';

/**
 * Kamailio in front, as operators have it at their edge: two desk phones and the carrier speak with it alone, all three by its one address
 * and port. It stays in each dialog and on the way to each phone; audio goes past it.
 */
let product: Product;
let admin: PersonApi;
let edge: Edge;
let lan: TestPhone<RtpAudio>;
let minh: TestPhone<RtpAudio>;
let carrier: TestPhone<RtpAudio>;
let tlsPort: number;

/** A desk phone of the extension that knows the edge alone. */
async function phoneAt(extension: string, transport: 'udp' | 'tls' = 'udp'): Promise<TestPhone<RtpAudio>> {
  const { data } = await admin.call(allExtension, {});
  const extension_id = data.find(({ number }) => number === extension)?.id ?? '';
  const { settings } = await admin.call(devices.create, { body: { name: `sau-kamailio-${extension}`, extension_id } });
  const { domain, username: user, password } = settings;
  if (password === null) throw new Error('there is no password');
  const server = { transport, host: edge.host, port: transport === 'udp' ? edge.port : tlsPort } as const;
  const phone = await TestPhone.rtp({ server, domain, user, password });
  expect((await phone.stayRegistered()).status).toBe(200);
  return phone;
}

beforeAll(async () => {
  product = await startProduct();
  admin = await signInByApi(product.address, 'admin');
  const at = { host: '127.0.0.7', port: await freeUdpPortOn('127.0.0.7') };
  carrier = await TestPhone.rtp({
    server: { transport: 'udp', ...at, from: '127.0.0.8' },
    domain: at.host,
    user: '0912345678',
    password: '',
  });
  const [host = '', port] = carrier.hostPort.split(':');
  const inside = { host: '127.0.0.1', port: product.sipPort };
  tlsPort = await freePort();
  edge = await openEdge(at, { machines: [inside], carrier: { host, port: Number(port) }, tlsPort });
  await operate(product.dataFolder, 'carrier', 'assign', '--company', demo.companyCode, '--host', at.host);
  const [trunk] = (await admin.call(trunks.list, {})).data;
  if (trunk === undefined) throw new Error('the demo has no trunk');
  const { id, version, name } = trunk;
  await admin.call(trunks.update, { params: { id }, body: { version, name, addresses: [], ...at, check_seconds: 0 } });
  lan = await phoneAt('101');
  minh = await phoneAt('102');
});

afterAll(async () => {
  for (const phone of [lan, minh, carrier]) phone?.close();
  await product?.close();
  await edge?.close();
});

/** Both hear each other, and nobody else. */
async function hearEachOther(a: PhoneCall<RtpAudio>, b: PhoneCall<RtpAudio>): Promise<void> {
  a.audio.speak(600);
  b.audio.speak(800);
  await until('the one is heard', () => b.audio.level(600) > 0.2);
  await until('the other is heard', () => a.audio.level(800) > 0.2);
}

const isOver = (call: PhoneCall<RtpAudio>) => until('the call is over there, too', () => call.state === 'ended');

test('somebody who is no carrier calls the company’s number through it, and is asked who he is', async () => {
  const { number } = await mainNumberAndCustomer(admin);
  const server = { transport: 'udp', host: edge.host, port: edge.port } as const;
  const stranger = await TestPhone.rtp({ server, domain: 'elsewhere.example', user: '0912345678', password: '' });
  try {
    const call = await stranger.call(number.replace(/^\+84/, '0'), { withCredentials: false });
    await until('it is refused', () => call.state === 'ended');
    expect(call.status).toBe(401);
  } finally {
    stranger.close();
  }
});

test('both phones are registered through it, each as itself', async () => {
  for (const name of ['sau-kamailio-101', 'sau-kamailio-102']) {
    const row = await until(`${name} is registered`, async () => {
      const { data } = await admin.call(devices.list, { query: { search: name } });
      return data.find((one) => one.name === name && one.registered);
    });
    expect(row.address).toBe(`udp:${edge.host}:${edge.port}`);
  }
});

test.each(['the caller', 'who was called'])(
  'one phone calls the other through it: both hear each other, and %s hangs up',
  async (who) => {
    const since = await mark();
    const calling = await lan.call('102');
    const called = await minh.nextCall();
    const { invite } = called;
    expect(invite && headerList(invite, 'record-route').join()).toContain(`${edge.host}:${edge.port}`);
    // It was our Route that led here, and the proxy took it out.
    expect(invite && header(invite, 'route')).toBeUndefined();
    called.ring();
    await called.answer();
    await calling.until('talking');
    await hearEachOther(calling, called);
    expect(await (who === 'the caller' ? calling : called).hangUp()).toBe(200);
    await isOver(who === 'the caller' ? called : calling);
    expect(await theCallSince(admin, since)).toMatchObject({
      caller_extension: '101',
      extension: '102',
      status: 'answered',
      cause: 'normal',
    });
  },
);

test('a caller that gives up ends the ringing beyond it', async () => {
  const since = await mark();
  const calling = await lan.call('102');
  const called = await minh.nextCall();
  called.ring();
  await calling.until('ringing');
  calling.cancel();
  await isOver(called);
  await isOver(calling);
  expect(await theCallSince(admin, since)).toMatchObject({ caller_extension: '101', extension: '102' });
});

test.each(['the phone', 'the carrier'])(
  'a phone calls out through it to a carrier that is behind it, too: both hear each other, and %s hangs up',
  async (who) => {
    const since = await mark();
    const calling = await lan.call('0912345678');
    const called = await carrier.nextCall();
    called.ring();
    await called.answer();
    await calling.until('talking');
    await hearEachOther(calling, called);
    expect(await (who === 'the phone' ? calling : called).hangUp()).toBe(200);
    await isOver(who === 'the phone' ? called : calling);
    expect(await theCallSince(admin, since)).toMatchObject({ direction: 'outbound', status: 'answered' });
  },
);

test.each(['the phone', 'the carrier'])(
  'the carrier calls the company by the address that the phones have, too: both hear each other, and %s hangs up',
  async (who) => {
    const { number } = await mainNumberAndCustomer(admin);
    const since = await mark();
    const calling = await carrier.call(number.replace(/^\+84/, '0'));
    const called = await lan.nextCall(60_000);
    called.ring();
    await called.answer();
    await calling.until('talking');
    await hearEachOther(calling, called);
    expect(await (who === 'the phone' ? called : calling).hangUp()).toBe(200);
    await isOver(who === 'the phone' ? calling : called);
    expect(await theCallSince(admin, since)).toMatchObject({ direction: 'inbound', status: 'answered' });
    // The other phone rang as well.
    await minh.leaveAll();
  },
);

test('a phone comes to the edge by TLS: it calls and is called, both hear each other, and the other hangs up', async () => {
  const secure = await phoneAt('103', 'tls');
  try {
    for (const [from, to, number] of [
      [secure, minh, '102'],
      [minh, secure, '103'],
    ] as const) {
      const since = await mark();
      const calling = await from.call(number);
      const called = await to.nextCall();
      called.ring();
      await called.answer();
      await calling.until('talking');
      await hearEachOther(calling, called);
      expect(await (from === secure ? called : calling).hangUp()).toBe(200);
      await isOver(from === secure ? calling : called);
      expect(await theCallSince(admin, since)).toMatchObject({ extension: number, status: 'answered' });
    }
  } finally {
    secure.close();
  }
});
