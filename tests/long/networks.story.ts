import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { me, trunks } from '@alo/contract';
import { header } from '@alo/sip';
import { freePort, TestPhone } from '@alo/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { mainNumberAndCustomer, type PersonApi, recordingOf, signInByApi, theCallSince } from '../e2e/support/api.ts';
import { type BrowserPhone, openPhone, pitches } from '../e2e/support/browser-phone.ts';
import { hearsOnly, voicesIn } from '../e2e/support/hearing.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { until } from '../e2e/support/until.ts';
import { tones } from '../e2e/support/voices.ts';
import { type Networks, openNetworks } from './support/networks.ts';
import { openRelay, type Relay, relayPorts } from './support/relay.ts';

/** As the operator's page says it for a cloud's floating IP. */
const [rtpPorts, icePort] = ['20000-20099', 9_999] as const;

/** Only root may make networks. */
const isRoot = process.getuid?.() === 0;

let networks: Networks;
let relay: Relay;
let product: Product;
let lan: BrowserPhone;
let admin: PersonApi;
let line: TestPhone;

beforeAll(async () => {
  if (!isRoot) return;
  const [port, sipPort] = [await freePort(), await freePort()];
  networks = await openNetworks({ tcp: [port, sipPort, icePort], udp: [String(sipPort), String(icePort), rtpPorts] });
  relay = await openRelay(networks.outside, { to: networks.cloud });
  product = await startProduct(
    {
      ALO_PORT: String(port),
      ALO_SIP_PORT: String(sipPort),
      ALO_HOST: '0.0.0.0',
      ALO_PUBLIC_ADDRESS: networks.cloud,
      ALO_RTP_PORTS: rtpPorts,
      ALO_ICE_PORT: String(icePort),
      ALO_TURN_URLS: relay.url,
      ALO_TURN_SECRET: relay.secret,
    },
    undefined,
    { within: networks.atServer, address: `http://${networks.cloud}:${port}` },
  );
  admin = await signInByApi(product.address, 'admin');
  // The microphone is for pages that came encrypted, which no proxy does here.
  lan = await openPhone(product.address, 'lan', pitches.lan, [
    `--unsafely-treat-insecure-origin-as-secure=${product.address}`,
    relay.believed,
  ]);
  line = await TestPhone.rtp({
    server: { transport: 'udp', host: networks.cloud, port: sipPort, from: networks.outside },
    domain: networks.outside,
    user: '0912345678',
    password: '',
  });
  const [trunk] = (await admin.call(trunks.list, {})).data;
  if (trunk === undefined) throw new Error('the demo has no trunk');
  const { id, version, name } = trunk;
  const [host = '', carrierPort] = line.hostPort.split(':');
  const body = { version, name, addresses: [], host, port: Number(carrierPort), check_seconds: 0 };
  await admin.call(trunks.update, { params: { id }, body });
});

afterAll(async () => {
  line?.close();
  await lan?.close();
  await product?.close();
  await relay?.close();
  await networks?.close();
});

test.runIf(isRoot)(
  'behind 1:1 NAT and a firewall a browser outside calls a carrier outside: both hear each other, and it is recorded',
  async () => {
    const since = Date.now();
    await lan.dial('0912345678');
    const call = await line.nextCall();
    const { invite } = call;
    if (invite === undefined) throw new Error('the carrier was not called');
    const named = [header(invite, 'via'), header(invite, 'contact'), new TextDecoder().decode(invite.body)];
    for (const text of named) {
      expect(text).toContain(networks.cloud);
      expect(text).not.toContain('10.99.0.');
    }
    call.audio.speak(tones.customer);
    await call.answer();
    await lan.shows('Đã kết nối');
    await Promise.all([hearsOnly(call, 'lan'), hearsOnly(lan, 'customer')]);
    await call.hangUp();
    await lan.isIdle();
    await expectRecorded(since);
  },
);

test.runIf(isRoot)(
  'a carrier outside calls the company: Lan answers outside, both hear each other, and it is recorded',
  async () => {
    await expectCallIn();
  },
);

test.runIf(isRoot)(
  'a phone at home, whose router forgets a way by UDP after 30 s, is rung 45 s after it was heard last, and both hear each other',
  async () => {
    const minh = await signInByApi(product.address, 'minh');
    const { softphone } = await minh.call(me, {});
    if (softphone === null) throw new Error('Minh has no phone');
    const account = {
      host: networks.cloud,
      port: product.sipPort,
      from: networks.home.inside,
      domain: softphone.domain_telecom,
      user: softphone.username_telecom,
      password: softphone.password_telecom,
    };
    const [program = '', ...words] = networks.atHome;
    const script = join(import.meta.dirname, 'support/phone-at-home.ts');
    const phone = spawn(program, [...words, process.execPath, script, JSON.stringify(account)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [phone.stdout, phone.stderr]) stream.on('data', (text) => (said += text));
    const says = (word: string, withinMs = 30_000) =>
      until(`the phone at home says “${word}”`, () => said.includes(word), withinMs).catch((error: unknown) => {
        throw new Error(`${String(error)}; it said: ${said}`);
      });
    try {
      await says('registered 200');
      const registered = performance.now();
      await until('45 s are over', () => performance.now() - registered > 45_000, 60_000);
      const since = Date.now();
      await lan.dial('102');
      await says('rung');
      await lan.shows('Đã kết nối');
      await Promise.all([says('hears lan'), hearsOnly(lan, 'customer')]);
      await lan.hangUp();
      await says('over');
      expect(await theCallSince(admin, since)).toMatchObject({ direction: 'internal', status: 'answered' });
    } finally {
      phone.kill();
    }
  },
);

const toIcePort = [`udp dport ${icePort}`, `udp sport ${icePort}`];
/** What the relay sends, and what is sent to it. */
const butRelayed = [
  `udp dport ${icePort} udp sport != ${relayPorts}`,
  `udp sport ${icePort} udp dport != ${relayPorts}`,
];

test.runIf(isRoot).each([
  ['that lets no UDP through calls out and is called by TCP', toIcePort],
  [
    'that lets neither UDP nor that port of TCP through calls out and is called by the operator’s relay, by TLS',
    [...butRelayed, `tcp dport ${icePort}`],
  ],
])('a browser in a network %s: both hear each other, and it is recorded', async (_words, shut) => {
  await networks.shut(...shut);
  onTestFinished(async () => {
    await networks.shut();
    await lan.clear();
  });
  const out = Date.now();
  await lan.dial('0912345678');
  const called = await line.nextCall();
  called.audio.speak(tones.customer);
  await called.answer();
  await lan.shows('Đã kết nối');
  await Promise.all([hearsOnly(called, 'lan'), hearsOnly(lan, 'customer')]);
  await called.hangUp();
  await lan.isIdle();
  await expectRecorded(out);
  await expectCallIn();
});

/** Lan takes a call of the carrier's, and ends it. */
async function expectCallIn(): Promise<void> {
  const { number } = await mainNumberAndCustomer(admin);
  const since = Date.now();
  const call = await line.call(number.replace(/^\+84/, '0'));
  call.audio.speak(tones.customer);
  await lan.shows('Cuộc gọi đến');
  await lan.answer();
  await lan.shows('Đã kết nối');
  await Promise.all([hearsOnly(call, 'lan'), hearsOnly(lan, 'customer')]);
  // Now it is us who hang up: the way to the carrier is that of its Contact.
  await lan.hangUp();
  await call.until('ended');
  await expectRecorded(since);
}

/** Each voice on its side of the recording. */
async function expectRecorded(since: number): Promise<void> {
  const row = await theCallSince(admin, since);
  expect(row).toMatchObject({ status: 'answered', extension: '101', recording: 'ready' });
  const { left, right, sampleRate } = await recordingOf(admin, row.id);
  expect([voicesIn(left, sampleRate), voicesIn(right, sampleRate)]).toEqual([['customer'], ['lan']]);
}
