import { allExtension, deviceSettingsOf, devices, myCalls } from '@alo/contract';
import { TestPhone } from '@alo/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closedCallsSince, mark, type PersonApi, segmentsOf, signInByApi } from '../e2e/support/api.ts';
import { inDatabase } from '../e2e/support/desk-phones.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { until } from '../e2e/support/until.ts';
import { Baresip, type PhoneAccount } from './baresip.ts';
import { Linphone } from './linphone.ts';

/** Phones that others have made, at the running product: each is set up with what the console says of its device. */
let product: Product;
let admin: PersonApi;
let minh: PersonApi;
let baresip: Baresip;
let linphone: Linphone;
let desk: TestPhone;
let domain: string;
const ids: Record<string, string> = {};

/** Adds a device and gives what is typed into the phone. */
async function device(name: string, number: string, algorithm: 'md5' | 'sha-256'): Promise<PhoneAccount> {
  const { data } = await admin.call(allExtension, {});
  const extension = data.find((one) => one.number === number);
  if (extension === undefined) throw new Error(`there is no extension ${number}`);
  const body = { name, extension_id: extension.id, algorithm };
  const { id, settings } = await admin.call(devices.create, { body });
  ids[name] = id;
  expect(settings.port).toBe(product.sipPort);
  const { username, password } = settings;
  domain = settings.domain;
  if (password === null) throw new Error('there is no password');
  const server = { host: '127.0.0.1', port: settings.port };
  return { server, transport: 'udp', domain, username, password };
}

beforeAll(async () => {
  product = await startProduct();
  admin = await signInByApi(product.address, 'admin');
  minh = await signInByApi(product.address, 'minh');
  baresip = await Baresip.start(await device('baresip', '103', 'md5'));
  linphone = await Linphone.start(await device('linphone', '102', 'sha-256'));
  const { server, username: user, ...account } = await device('desk', '101', 'md5');
  desk = await TestPhone.rtp({ ...account, user, server: { transport: 'udp', ...server } });
  expect((await desk.register(3_600)).status).toBe(200);
});

afterAll(async () => {
  await baresip?.close();
  await linphone?.close();
  desk?.close();
  await product?.close();
});

const seen = async (name: string) => admin.call(devices.get, { params: { id: ids[name] ?? '' } });

test('both register, baresip by MD5 and linphone by SHA-256 alone, and the console knows them', async () => {
  for (const [name, program] of [
    ['baresip', /baresip/i],
    ['linphone', /linphone/i],
  ] as const) {
    const row = await until(
      `${name} is registered`,
      async () => {
        const found = await seen(name);
        return found.registered && found;
      },
      20_000,
    );
    expect(row.user_agent).toMatch(program);
    expect(row.address).toMatch(/^udp:127\.0\.0\.1:\d+$/);
  }
  const { password } = await admin.call(deviceSettingsOf, { params: { id: ids['baresip'] ?? '' } });
  expect(password).toBeNull();
});

test('baresip calls linphone, holds, and hands it over to a third phone', async () => {
  const since = await mark();
  baresip.command('dial', `sip:102@${domain}`);
  await baresip.next('CALL_ESTABLISHED');
  await linphone.prints(/Media streams established|connected/i);
  baresip.command('hold');
  await until('who talks at linphone sees that the other side holds', async () => {
    const { data } = await minh.call(myCalls, {});
    return data.some(({ parties }) => parties.some(({ state }) => state === 'held'));
  });
  baresip.command('resume');
  baresip.command('transfer', `sip:101@${domain}`);
  const there = await desk.nextCall(15_000);
  await there.answer();
  await baresip.next('CALL_CLOSED');
  expect(there.state).toBe('talking');
  await there.hangUp();
  const [row] = await closedCallsSince(admin, since);
  expect(await segmentsOf(admin, row?.id ?? '')).toEqual(['103 called', '102 answered', '101 transfer']);
});

test('linphone calls baresip and hangs up; baresip sees that a message waits', async () => {
  await inDatabase(product, async (client) => {
    await client.query(
      `insert into recording (tenant_id, id, call_id, call_started_at, kind, voicemail_box_id, state, started_at)
       select tenant_id, 'story-message', gen_random_uuid(), now(), 'message', otherwise_value, 'ready', now()
       from extension where number = '103' and otherwise_kind = 'voicemail'`,
    );
  });
  const since = await mark();
  linphone.command(`call sip:103@${domain}`);
  await baresip.next('CALL_ESTABLISHED');
  await linphone.prints(/connected|established/i);
  linphone.command('terminate');
  await baresip.next('CALL_CLOSED');
  const [row] = await closedCallsSince(admin, since);
  expect(await segmentsOf(admin, row?.id ?? '')).toEqual(['102 called', '103 answered']);
  await until(
    'baresip is told of the message',
    async () => {
      const told = await baresip.next('MWI_NOTIFY', 20_000);
      return /Messages-Waiting: yes/i.test(told);
    },
    30_000,
  );
});
