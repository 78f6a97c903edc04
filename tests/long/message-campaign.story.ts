import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  allProfileStatus,
  campaignContacts,
  campaigns,
  customerPrivacy,
  customers,
  numbers,
  outbound,
  type RequestOf,
  trunks,
} from '@alo/contract';
import { type RtpAudio, TestPhone } from '@alo/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type PersonApi, signInByApi } from '../e2e/support/api.ts';
import { operate } from '../e2e/support/operator.ts';
import { demo } from '../e2e/support/people.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { recognise } from '../e2e/support/recognise.ts';
import { until } from '../e2e/support/until.ts';

/** A campaign calls over a carrier that is a telephone of the story: what a customer hears, and what their keys do. */
const carrierAt = '127.0.0.8';
const ownNumber = '02873995888';
const firstCustomer = '0987702101';
/** One of the customers has the demo's own carrier, whose bots pick up; the rest of the list is theirs. */
let product: Product;
let admin: PersonApi;
let carrier: TestPhone<RtpAudio>;

beforeAll(async () => {
  product = await startProduct();
  admin = await signInByApi(product.address, 'admin');
  const server = { transport: 'udp', host: '127.0.0.1', port: product.sipPort, from: carrierAt } as const;
  carrier = await TestPhone.rtp({ server, domain: carrierAt, user: 'c', password: '' });
  await operate(product.dataFolder, 'carrier', 'assign', '--company', demo.companyCode, '--host', carrierAt);
  const [host = '', port] = carrier.hostPort.split(':');
  const trunk = await admin.call(trunks.create, {
    body: { name: host, host, port: Number(port), check_seconds: 0 },
  });
  const number = await admin.call(numbers.create, { body: { name: ownNumber, number: ownNumber, trunk_id: trunk.id } });
  // Customers of the story go out there; everybody else by the demo's own carrier.
  await admin.call(outbound.create, {
    body: { name: 'Khách nghe tin', priority: 0, pattern: '09877021xx', routes: [{ service_number_id: number.id }] },
  });
});
afterAll(async () => {
  carrier?.close();
  await product?.close();
});

const digits = Array.from('0123456789', (digit) => `system/vi/say/${digit}.wav`);

async function campaignFor(phones: readonly string[], body: Pick<RequestOf<typeof campaigns.create>['body'], 'lines'>) {
  const { id } = await admin.call(campaigns.create, {
    body: {
      name: `Báo tin ${crypto.randomUUID().slice(0, 8)}`,
      kind: 'care',
      mode: 'broadcast',
      calls_from: '00:00',
      calls_to: '24:00',
      message: [{ kind: 'words', words: 'Số của quý khách là {so|chữ số}' }],
      message_keys: [
        { key: '9', does: 'again' },
        { key: '2', does: 'stop' },
      ],
      max_attempts: 1,
      ...body,
    },
  });
  const status = (await admin.call(allProfileStatus, {})).data[0]?.id ?? '';
  const ids: string[] = [];
  for (const phone of phones) {
    ids.push((await admin.call(customers.create, { body: { name: `Khách ${phone}`, phone, status } })).id);
  }
  if (customers.putAll === undefined) throw new Error('Customers are put on campaigns.');
  await admin.call(customers.putAll, { body: { list: 'campaign', id, off: false, wanted: { ids } } });
  const row = () => admin.call(campaigns.get, { params: { id } });
  await until('they are in the campaign', async () => (await row()).contacts === phones.length);
  await admin.call(campaigns.update, { params: { id }, body: { ...(await row()), status: 'running' } });
  return { id, customers: ids };
}
const contactsOf = async (id: string) =>
  (await admin.call(campaignContacts, { params: { id }, query: { per_page: 100 } })).data;

test('a customer hears their own number, once more by a key, and refuses by another: nobody calls them for that again', async () => {
  const { id, customers: ids } = await campaignFor([firstCustomer], {});
  const call = await carrier.nextCall(120_000);
  await call.answer();
  const heard = async () => (await recognise(call.audio.samples, digits)).map((file) => digits.indexOf(file)).join('');
  await until('the number is said', async () => (await heard()).includes(firstCustomer), 60_000);
  call.audio.press('9');
  await until(
    'it is said again',
    async () => (await heard()).replace(firstCustomer, '').includes(firstCustomer),
    60_000,
  );
  call.audio.press('2');
  const [contact] = await until(
    'the call is over',
    async () => {
      const rows = await contactsOf(id);
      return rows.every(({ heard: how }) => how !== null) && rows;
    },
    60_000,
  );
  expect(contact).toMatchObject({ state: 'declined', attempts: 1, heard: 'whole', pressed: '2' });
  const customer = ids[0] ?? '';
  expect((await admin.call(customers.get, { params: { id: customer } })).do_not_call).toBe(true);
  const { consents } = await admin.call(customerPrivacy, { params: { id: customer } });
  expect(consents).toMatchObject([{ purpose: 'marketing', given: false, way: 'key' }]);
  // The sound that proves it: what they were told is on the right.
  const said = await until(
    'the proof of the key is on disk',
    async () => {
      const proofs = await proofsIn(join(product.dataFolder, 'recordings'));
      const words = await Promise.all(
        proofs.map(async (right) => (await recognise(right, digits)).map((file) => digits.indexOf(file)).join('')),
      );
      return words.find((one) => one.includes(firstCustomer));
    },
    60_000,
  );
  expect(said).toContain(firstCustomer);
}, 300_000);

/** The right sides of recordings of two sides. */
async function proofsIn(folder: string): Promise<Float32Array[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.wav'));
  const files = await Promise.all(names.map((name) => readFile(join(folder, name))));
  return files
    .filter((wav) => wav.length > 44 && wav.readUInt16LE(22) === 2)
    .map((wav) =>
      Float32Array.from({ length: (wav.length - 44) >> 2 }, (_, i) => wav.readInt16LE(44 + i * 4 + 2) / 32_768),
    );
}

/** Of ten customers of the demo's carrier seven pick up. */
const endings = ['04', '05', '06', '07', '08', '09', '14', '00', '02', '03'] as const;
const many = 30;

test('each customer is called as often as the rules say, though the server and everything are killed in the middle', async () => {
  const phones = Array.from({ length: many }, (_, n) => `09878${100 + n}${endings[n % endings.length] ?? ''}`);
  const { id } = await campaignFor(phones, { lines: 5 });
  const called = async () => (await admin.call(campaigns.get, { params: { id } })).called;
  const comesTo = (count: number) => until(`${count} were called`, async () => (await called()) >= count, 300_000);
  await comesTo(many / 3);
  await product.killServer();
  await comesTo((many * 2) / 3);
  await product.kill();
  await product.start();
  admin = await signInByApi(product.address, 'admin');
  await comesTo(many);
  const rows = await until(
    'no call is under way',
    async () => {
      const all = await contactsOf(id);
      return all.length === many && all.every(({ state }) => state !== 'calling' && state !== 'new') && all;
    },
    300_000,
  );
  expect(rows.filter(({ attempts }) => attempts !== 1)).toEqual([]);
  // Most heard it; whoever did not is one of those who never pick up, or of a moment of death.
  expect(rows.filter(({ heard }) => heard !== null).length).toBeGreaterThan(many / 3);
}, 900_000);
