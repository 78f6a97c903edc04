import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { numbers, trunks } from '@alo/contract';
import { type RtpAudio, TestPhone } from '@alo/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { detailOf, mark, type PersonApi, signInByApi, theCallSince } from '../e2e/support/api.ts';
import { type DeskPhone, deskPhone, inDatabase } from '../e2e/support/desk-phones.ts';
import { operate } from '../e2e/support/operator.ts';
import { demo } from '../e2e/support/people.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { until } from '../e2e/support/until.ts';

/** A call to the outside at the running product, whose first carrier refuses them, and later says nothing. */
let product: Product;
let admin: PersonApi;
let lan: DeskPhone;
let silent: Socket;
let second: TestPhone<RtpAudio>;
/** The first carrier says that it is there and takes no calls, then nothing any more. */
let isSilent = false;
/** What came to the silent carrier, by method, and when the first of each did. */
const came = new Map<string, number>();

beforeAll(async () => {
  product = await startProduct();
  admin = await signInByApi(product.address, 'admin');
  lan = await deskPhone(product, '101');
  silent = createSocket('udp4');
  silent.on('message', (bytes, from) => {
    const request = String(bytes);
    const [method = ''] = request.split(' ');
    if (!came.has(method)) came.set(method, performance.now());
    if (isSilent || (method !== 'INVITE' && method !== 'OPTIONS')) return;
    const status = method === 'INVITE' ? '503 Service Unavailable' : '200 OK';
    silent.send(responseTo(request, status), from.port, from.address);
  });
  silent.bind(0, '127.0.0.5');
  await once(silent, 'listening');
  const server = { transport: 'udp' as const, host: '127.0.0.1', port: product.sipPort, from: '127.0.0.6' };
  second = await TestPhone.rtp({ server, domain: '127.0.0.6', user: 'carrier', password: '' });
  // Both carriers are on this machine.
  for (const host of ['127.0.0.5', '127.0.0.6']) {
    await operate(product.dataFolder, 'carrier', 'assign', '--company', demo.companyCode, '--host', host);
  }
  await leadOutside();
});

afterAll(async () => {
  lan?.phone.close();
  second?.close();
  silent?.close();
  await product?.close();
});

/** Calls to the outside go by the silent carrier first, then by the second. */
async function leadOutside(): Promise<void> {
  const [host = '', port] = second.hostPort.split(':');
  const { id: spare } = await admin.call(trunks.create, {
    body: { name: 'du-phong', host, port: Number(port), check_seconds: 0 },
  });
  await admin.call(numbers.create, { body: { number: '02871000199', name: 'Dự phòng', trunk_id: spare } });
  await inDatabase(product, async (client) => {
    const { rowCount } = await client.query(
      `insert into outbound_route (tenant_id, id, outbound_rule_id, position, service_number_id)
       select tenant_id, gen_random_uuid(), outbound_rule_id, 1, (select id from service_number where name = 'Dự phòng')
       from outbound_route`,
    );
    expect(rowCount).toBe(1);
  });
  const { data } = await admin.call(trunks.list, {});
  const first = data.find(({ name }) => name === 'Nhà mạng dùng thử');
  if (first === undefined) throw new Error('the demo has no trunk');
  const { id, version, name } = first;
  // Asked once: what it is later nobody knows but who calls.
  const body = { version, name, host: '127.0.0.5', port: silent.address().port, check_seconds: 3_600 };
  await admin.call(trunks.update, { params: { id }, body });
  // Routing knows before the carrier is asked whether it is there.
  await until('the first carrier is up', async () => (await admin.call(trunks.get, { params: { id } })).state === 'up');
}

const responseTo = (request: string, status: string): string =>
  [
    `SIP/2.0 ${status}`,
    ...request.split('\r\n').filter((line) => /^(?:Via|From|Call-ID|CSeq):/i.test(line)),
    `${/^To:.*$/im.exec(request)?.[0] ?? ''};tag=full`,
    'Content-Length: 0',
    '\r\n',
  ].join('\r\n');

/** Calls to the outside, and both hear each other over the second carrier; gives the conversation. */
async function talkOverTheSecond() {
  const since = await mark();
  const calling = await lan.phone.call('0912345686');
  const call = await second.nextCall();
  const rangAt = performance.now();
  expect(call.invite?.uri).toMatch(/^sip:0912345686@/);
  call.ring();
  await call.answer();
  await calling.until('talking');
  calling.audio.speak(600);
  call.audio.speak(800);
  await until('who was called hears the caller', () => call.audio.level(600) > 0.2);
  await until('the caller hears who was called', () => calling.audio.level(800) > 0.2);
  await calling.hangUp();
  const row = await theCallSince(admin, since);
  expect(row).toMatchObject({ direction: 'outbound', status: 'answered', cause: 'normal' });
  return { rangAt, ...(await detailOf(admin, row.id)) };
}

test('a call that the first carrier refuses with 503 comes by the second at once, and the history says so', async () => {
  const { rangAt, legs } = await talkOverTheSecond();
  // In the first carrier's patience at the latest.
  expect(rangAt - (came.get('INVITE') ?? rangAt)).toBeLessThan(5_000);
  expect(legs.map(({ cause }) => cause)).toContain('congestion');
});

test('one that it says nothing to comes by the second after five seconds of patience, and both hear each other', async () => {
  isSilent = true;
  came.delete('INVITE');
  const { rangAt, legs } = await talkOverTheSecond();
  // Five seconds of patience; that the machine is slow is not its fault.
  expect(rangAt - (came.get('INVITE') ?? 0)).toBeLessThan(10_000);
  expect(legs.length).toBe(3);
  expect(legs.map(({ cause }) => cause)).toContain('no-response');
});
