import {
  allExtension,
  allProfileStatus,
  callQueues,
  campaignContacts,
  campaigns,
  customers,
  devices,
  getCampaignDialling,
} from '@alo/contract';
import { type RtpAudio, TestPhone } from '@alo/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { callsSince, isClosed, type PersonApi, signInByApi } from '../e2e/support/api.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { until } from '../e2e/support/until.ts';

let product: Product;
let admin: PersonApi;
const phones: TestPhone<RtpAudio>[] = [];
let isOpen = true;

beforeAll(async () => {
  product = await startProduct();
  admin = await signInByApi(product.address, 'admin');
});
afterAll(async () => {
  isOpen = false;
  for (const phone of phones) phone.close();
  await product?.close();
});

/** Of ten customers seven pick up; one is busy, one has a number that is no more, one refuses. */
const endings = ['04', '05', '06', '07', '08', '09', '14', '00', '02', '03'] as const;
const many = 40;

/** Somebody at a desk phone who takes what comes, and says goodbye. */
async function takesCalls(extensionId: string): Promise<void> {
  const { settings } = await admin.call(devices.create, {
    body: { name: `Máy bàn ${extensionId}`, extension_id: extensionId },
  });
  const { domain, username: user, password } = settings;
  if (password === null) throw new Error('There is no password.');
  const server = { transport: 'udp', host: '127.0.0.1', port: product.sipPort } as const;
  const phone = await TestPhone.rtp({ server, domain, user, password });
  phones.push(phone);
  await until(`${user} is registered`, async () => (await phone.stayRegistered()).status === 200);
  const work = async () => {
    while (isOpen) {
      const call = await phone.nextCall(500).catch(() => undefined);
      if (call === undefined) continue;
      // Whoever is killed meanwhile ends it in their own way.
      await call.answer().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await call.leave().catch(() => undefined);
    }
  };
  void work();
}

async function campaignOn(queue: string): Promise<string> {
  const { id } = await admin.call(campaigns.create, {
    body: {
      name: 'Gọi bốn mươi khách',
      kind: 'care',
      mode: 'ratio',
      queue_id: queue,
      lines_per_agent: 1.5,
      wait_seconds: 10,
      calls_from: '00:00',
      calls_to: '24:00',
      max_attempts: 1,
    },
  });
  const status = (await admin.call(allProfileStatus, {})).data[0]?.id ?? '';
  const ids: string[] = [];
  for (let n = 0; n < many; n += 1) {
    const phone = `09877${String(100 + n)}${endings[n % endings.length] ?? ''}`;
    ids.push((await admin.call(customers.create, { body: { name: `Khách ${n}`, phone, status } })).id);
  }
  if (customers.putAll === undefined) throw new Error('Customers are put on campaigns.');
  await admin.call(customers.putAll, { body: { list: 'campaign', id, off: false, wanted: { ids } } });
  await until('they are in the campaign', async () => {
    return (await admin.call(campaigns.get, { params: { id } })).contacts === many;
  });
  return id;
}

test('a campaign calls each of its customers as often as its rules say, and no more, though the server and everything are killed', async () => {
  const since = Date.now();
  const two = (await admin.call(allExtension, {})).data.slice(0, 2);
  const members = two.map(({ id }) => ({ extension_id: id, penalty: 0, weight: 1, skills: {} }));
  const queue = await admin.call(callQueues.create, { body: { name: 'Gọi thay', members } });
  for (const { id } of two) await takesCalls(id);
  const id = await campaignOn(queue.id);
  const row = await admin.call(campaigns.get, { params: { id } });
  await admin.call(campaigns.update, { params: { id }, body: { ...row, status: 'running' } });
  const called = async () => (await admin.call(campaigns.get, { params: { id } })).called;
  const comesTo = (count: number) => until(`${count} were called`, async () => (await called()) >= count, 300_000);

  await comesTo(many / 4);
  await product.killServer();
  await comesTo(many / 2);
  await product.kill();
  await product.start();
  admin = await signInByApi(product.address, 'admin');
  for (const phone of phones) {
    await until('the phone is registered', async () => (await phone.stayRegistered()).status === 200);
  }
  await comesTo(many);
  await until(
    'no call is under way',
    async () => (await admin.call(getCampaignDialling, { params: { id } })).under_way === 0,
    300_000,
  );

  const { data } = await admin.call(campaignContacts, { params: { id }, query: { per_page: 100 } });
  expect(data).toHaveLength(many);
  expect(data.filter(({ attempts }) => attempts !== 1)).toEqual([]);
  const rows = await until('the history has them all', async () => {
    const all = (await callsSince(admin, since)).filter(({ phone }) => phone.replaceAll(/\D/g, '').includes('9877'));
    return all.every(isClosed) && all;
  });
  const perNumber = Map.groupBy(rows, ({ phone }) => phone);
  expect([...perNumber.values()].filter(({ length }) => length > 1)).toEqual([]);
  // Most picked up and were spoken with; whoever was not is one of those who never do, or of a moment of death.
  const talked = rows.filter(({ talk_seconds: seconds }) => seconds > 0);
  expect(talked.length).toBeGreaterThan(many / 3);
}, 900_000);
