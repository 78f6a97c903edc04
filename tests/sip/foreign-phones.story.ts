import { setTimeout as sleep } from 'node:timers/promises';
import { allExtension, deviceSettingsOf, devices, endDevice, type MyCall, me, myCalls } from '@alo/contract';
import { TestPhone, toneLevel } from '@alo/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mark, type PersonApi, segmentsOf, signInByApi, theCallSince } from '../e2e/support/api.ts';
import { launch } from '../e2e/support/browser-phone.ts';
import { openPageWithPhone, type PageWithPhone } from '../e2e/support/foreign-page.ts';
import { beeps } from '../e2e/support/hearing.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { until } from '../e2e/support/until.ts';
import { Baresip, type PhoneAccount } from './baresip.ts';
import { Linphone } from './linphone.ts';

/** Phones that others have made, at the running product: each is set up with what the console says of its device. */
let product: Product;
let admin: PersonApi;
let minh: PersonApi;
let hoa: PersonApi;
let baresip: Baresip;
let linphone: Linphone;
let desk: TestPhone;
let domain: string;
/** What each says, in hertz. */
const voices = { baresip: 440, linphone: 600, desk: 800 };
const ids: Record<string, string> = {};

/** Adds a device and gives what is typed into the phone. */
async function device(
  name: string,
  number: string,
  algorithm: 'md5' | 'sha-256',
  transport: PhoneAccount['transport'] = 'udp',
): Promise<PhoneAccount> {
  const { data } = await admin.call(allExtension, {});
  const extension = data.find((one) => one.number === number);
  if (extension === undefined) throw new Error(`there is no extension ${number}`);
  const body = { name, extension_id: extension.id, algorithm, transport };
  const { id, settings } = await admin.call(devices.create, { body });
  ids[name] = id;
  expect(settings.port === product.sipPort).toBe(transport === 'udp');
  const { username, password } = settings;
  domain = settings.domain;
  if (password === null) throw new Error('there is no password');
  const server = { host: '127.0.0.1', port: settings.port };
  return { server, transport, domain, username, password };
}

beforeAll(async () => {
  product = await startProduct();
  admin = await signInByApi(product.address, 'admin');
  minh = await signInByApi(product.address, 'minh');
  hoa = await signInByApi(product.address, 'hoa');
  baresip = await Baresip.start(await device('baresip', '103', 'md5'), voices.baresip);
  linphone = await Linphone.start(await device('linphone', '102', 'sha-256', 'tls'), voices.linphone);
  const { server, username: user, password } = await device('desk', '101', 'md5');
  desk = await TestPhone.rtp({ domain, user, password, server: { transport: 'udp', ...server } });
  expect((await desk.stayRegistered()).status).toBe(200);
});

afterAll(async () => {
  await baresip?.close();
  await linphone?.close();
  desk?.close();
  await product?.close();
});

const seen = async (name: string) => admin.call(devices.get, { params: { id: ids[name] ?? '' } });

test('both register, baresip by UDP and MD5, linphone by TLS and SHA-256 alone, and the console knows them', async () => {
  for (const [name, program, transport] of [
    ['baresip', /baresip/i, 'udp'],
    ['linphone', /linphone/i, 'tls'],
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
    expect(row.address).toMatch(new RegExp(`^${transport}:127\\.0\\.0\\.1:\\d+$`));
  }
  const { password } = await admin.call(deviceSettingsOf, { params: { id: ids['baresip'] ?? '' } });
  expect(password).toBeNull();
});

test('a linphone that knows the address of its settings alone sets itself up, registers, and calls', async () => {
  const { data } = await admin.call(allExtension, {});
  const extension_id = data.find(({ number }) => number === '101')?.id ?? '';
  const { id, settings } = await admin.call(devices.create, { body: { name: 'tự cài', extension_id } });
  const url = settings.setup?.files.find(({ maker }) => maker === 'linphone')?.url ?? '';
  expect((await fetch(url)).status).toBe(200);
  const own = await Linphone.startBy(url, 500);
  try {
    await until('it is registered', async () => (await admin.call(devices.get, { params: { id } })).registered, 20_000);
    // Whoever reads the address now is too late.
    expect((await fetch(url)).status).toBe(404);
    own.command(`call sip:103@${domain}`);
    await baresip.next('CALL_INCOMING');
    baresip.command('accept');
    await baresip.next('CALL_ESTABLISHED');
    await own.prints(/Media streams established/);
    baresip.command('hangup');
    await own.prints(/Call \d+ with .* ended/);
    await baresip.next('CALL_CLOSED');
  } finally {
    await own.close();
    await admin.call(devices.remove, { params: { id } });
  }
});

/** The parties that somebody talks to, as their console shows them. */
const partiesOf = async (who: PersonApi) => (await who.call(myCalls, {})).data.flatMap(({ parties }) => parties);

const becomes = (who: PersonApi, state: MyCall['parties'][number]['state']) =>
  until(`the other side is ${state}`, async () => (await partiesOf(who)).some((party) => party.state === state));

/** The third phone is called, picks up, hears `voice`, and hangs up. */
async function deskTakesOver(voice: number): Promise<void> {
  const call = await desk.nextCall();
  await call.answer();
  await until('the third phone hears who was handed over', () => call.audio.level(voice) > 0.2);
  await call.hangUp();
}

test('baresip calls linphone, holds, and hands it over to a third phone', async () => {
  const since = await mark();
  baresip.command('dial', `sip:102@${domain}`);
  await baresip.next('CALL_ESTABLISHED');
  await linphone.prints(/Media streams established/);
  await becomes(minh, 'talking');
  baresip.command('hold');
  // What is agreed goes to the console at once, and to the phone at once: it takes its next key once it knows.
  await Promise.all([becomes(minh, 'held'), baresip.next('CALL_REMOTE_SDP')]);
  baresip.command('resume');
  await Promise.all([becomes(minh, 'talking'), baresip.next('CALL_REMOTE_SDP')]);
  baresip.command('transfer', `sip:101@${domain}`);
  await deskTakesOver(voices.linphone);
  await baresip.next('CALL_CLOSED');
  await linphone.prints(/Call \d+ with .* ended/);
  const row = await theCallSince(admin, since);
  // Whoever is handed over begins another talk, for which somebody is called.
  expect(await segmentsOf(admin, row.id)).toEqual(['103 called', '102 answered', '102 called', '101 transfer']);
});

test('linphone calls baresip, holds, and hands it over to a third phone', async () => {
  const since = await mark();
  linphone.command(`call sip:103@${domain}`);
  await baresip.next('CALL_INCOMING');
  baresip.command('accept');
  await baresip.next('CALL_ESTABLISHED');
  await linphone.prints(/Media streams established/);
  await becomes(hoa, 'talking');
  linphone.command('pause');
  await Promise.all([becomes(hoa, 'held'), linphone.prints(/is now paused/)]);
  linphone.command('resume');
  await Promise.all([becomes(hoa, 'talking'), linphone.prints(/Media streams established/)]);
  linphone.command(`transfer sip:101@${domain}`);
  await deskTakesOver(voices.baresip);
  await baresip.next('CALL_CLOSED');
  await linphone.prints(/Call \d+ with .* ended/);
  const row = await theCallSince(admin, since);
  expect(await segmentsOf(admin, row.id)).toEqual(['102 called', '103 answered', '103 called', '101 transfer']);
});

test('a baresip that has nothing but Opus calls a phone that has G.711: each hears the other', async () => {
  const since = await mark();
  const own = await Baresip.start(await device('baresip Opus', '103', 'md5'), voices.baresip, 'opus');
  try {
    await until('it is registered', async () => (await seen('baresip Opus')).registered, 20_000);
    own.command('dial', `sip:101@${domain}`);
    const call = await desk.nextCall(15_000);
    await call.answer();
    await own.next('CALL_ESTABLISHED');
    call.audio.speak(voices.desk);
    await until('the phone hears it', () => call.audio.level(voices.baresip) > 0.2, 15_000);
    await until('it hears the phone', async () => toneLevel(await own.lastHeard(), voices.desk) > 0.2, 15_000);
    await call.hangUp();
    await own.next('CALL_CLOSED');
    expect(await theCallSince(admin, since)).toMatchObject({ caller_extension: '103', status: 'answered' });
  } finally {
    await own.close();
    await admin.call(endDevice, { params: { id: ids['baresip Opus'] ?? '' } });
  }
});

test('baresip declines, the caller leaves a message, and the light of baresip goes on', async () => {
  const since = await mark();
  const call = await desk.call('103');
  await baresip.next('CALL_INCOMING');
  baresip.command('hangup');
  await call.until('talking');
  call.audio.speak(voices.desk);
  await until('the beep', () => beeps(call.audio.samples), 30_000);
  // So long is the message.
  await sleep(2_000);
  await call.hangUp();
  expect(await theCallSince(admin, since)).toMatchObject({ status: 'voicemail', recording: 'ready' });
  await until('baresip is told of it', async () => /^Messages-Waiting: yes/i.test(await baresip.next('MWI_NOTIFY')));
});

describe('phones that others have made for browsers, by WSS', () => {
  let browser: Browser;
  let jssip: PageWithPhone;
  let sipjs: PageWithPhone;

  beforeAll(async () => {
    // Their extensions are theirs alone from here on.
    for (const name of ['baresip', 'linphone']) await admin.call(endDevice, { params: { id: ids[name] ?? '' } });
    browser = await launch(['--ignore-certificate-errors']);
    jssip = await openPageWithPhone(browser, product.address, 'jssip');
    sipjs = await openPageWithPhone(browser, product.address, 'sipjs');
  });
  afterAll(() => browser?.close());

  /** They call, hold, go on and hang up; both hear each other while they talk. */
  async function talk(from: PageWithPhone, to: PageWithPhone, number: string, who: PersonApi): Promise<void> {
    await Promise.all([to.phone.answer(), from.phone.call(number)]);
    await until('both talk', async () => (await from.phone.isTalking()) && (await to.phone.isTalking()));
    for (const { hearsMore } of [from, to]) await until('the other is heard', hearsMore);
    await from.phone.hold(true);
    await becomes(who, 'held');
    await from.phone.hold(false);
    await becomes(who, 'talking');
    for (const { hearsMore } of [from, to]) await until('the other is heard again', hearsMore);
    await to.phone.hangUp();
    await until('both are idle', async () => (await from.phone.isIdle()) && (await to.phone.isIdle()));
  }

  test('JsSIP with a device of its own and SIP.js with the password of a session call each other, hold, and hang up', async () => {
    const { server, username, password } = await device('jssip', '102', 'md5', 'wss');
    const url = `wss://localhost:${server.port}`;
    await jssip.phone.register({ url, domain, username, password });
    const { softphone } = await hoa.call(me, {});
    if (softphone === null) throw new Error('there is no phone');
    const { username_telecom, password_telecom } = softphone;
    await sipjs.phone.register({ url, domain, username: username_telecom, password: password_telecom });

    const since = await mark();
    await talk(jssip, sipjs, '103', hoa);
    expect(await theCallSince(admin, since)).toMatchObject({
      caller_extension: '102',
      extension: '103',
      status: 'answered',
    });
    const again = await mark();
    await talk(sipjs, jssip, '102', minh);
    expect(await theCallSince(admin, again)).toMatchObject({
      caller_extension: '103',
      extension: '102',
      status: 'answered',
    });
  });
});
