import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallId, EngineEvent, LegId, PlayId, RecordingId, TenantId, TrunkId } from '@alo/call-core';
import type { TrunkProvision } from '@alo/engine';
import type { HostedEngine } from '@alo/engine-host';
import { createSipEngine } from '@alo/engine-sip';
import { freePort, toneLevel } from '@alo/testing';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../e2e/support/until.ts';
import { toneWav } from '../sip/tone-wav.ts';
import { Asterisk } from './asterisk.ts';
import { type Variant, variants } from './variants.ts';

/**
 * Asterisk as the carrier, in every way that it may be set up: it calls us and we call it, each says keys to the other, and what we
 * say comes back to us as an echo. Names of this story; anywhere else they come from the database and from call control.
 */
const tenant = 'interop' as TenantId;
const at = '127.0.0.7';
const secret = 'carrier-secret';

let engine: HostedEngine;
let asterisk: Asterisk;
let folder: string;
let ports: Record<NonNullable<Variant['transport']>, number>;
const events: EngineEvent[] = [];
type Arrived = Extract<EngineEvent, { type: 'arrived' }>;

/** The number of ours that a variant's endpoint is named by. */
const numberOf = (index: number): string => `028710${10_000 + index}`;

beforeAll(async () => {
  const place = await Asterisk.folder();
  folder = place.outside;
  for (const name of ['prompts', 'recordings']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'prompts/tone.wav'), toneWav(440));
  const made = await generate([{ name: 'commonName', value: at }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: at }] },
    ],
  });
  await writeFile(join(folder, 'carrier.crt'), made.cert);
  await writeFile(join(folder, 'carrier.key'), made.private);
  // The engine's process reads it at its start: a carrier's authority that nobody else knows.
  process.env['NODE_EXTRA_CA_CERTS'] = join(folder, 'carrier.crt');
  engine = createSipEngine({
    files: { promptsFolder: join(folder, 'prompts'), recordingsFolder: join(folder, 'recordings') },
    sipPort: 0,
    bindAddress: '::',
    tls: { port: 0, certificate: made.cert, key: made.private },
  });
  await engine.start();
  engine.onEvent((_tenant, event) => {
    events.push(event);
    if (event.type === 'arrived') engine.perform(tenant, event.call, { type: 'answer', leg: event.leg });
  });
  ports = {
    udp: await freePort(at),
    tcp: await freePort(at),
    tls: await freePort(at),
    udp6: await freePort(at),
    everywhere: await freePort('127.0.0.1'),
  };
  asterisk = await Asterisk.start(place, { pjsip: pjsipFor(place.inside), extensions: dialplan });
  await engine.provision({
    tenant,
    revision: 1,
    domain: 'interop.example',
    extensions: [],
    trunks: variants.map((variant, index) => trunkOf(variant, numberOf(index))),
  });
  await engine.open();
});
afterAll(async () => {
  await engine?.close();
  await asterisk?.close();
});

/** Who talks with us says 1 and 9, listens for four keys, remembers them, and gives back what it hears. */
const dialplan = `[from-us]
exten => _X.,1,Set(as=we-call-\${CHANNEL(endpoint)})
 same => n,Goto(talk,1,1)
[it-calls]
exten => _X.,1,Set(as=it-calls-\${EXTEN})
 same => n,Goto(talk,1,1)
[talk]
exten => 1,1,Answer()
 same => n,Wait(0.5)
 same => n,SendDTMF(19,250,200)
 same => n,Set(GLOBAL(\${as})=listens)
 same => n,Read(heard,,4,,1,8)
 same => n,Set(GLOBAL(\${as})=\${heard})
 same => n,Echo()
[to-us]
exten => _X.,1,Set(CALLERID(num)=0977000111)
 same => n,Set(CALLERID(pres)=allowed)
 same => n,Dial(PJSIP/\${EXTEN}@\${EXTEN},20)
exten => _wX.,1,Set(CALLERID(num)=0977000111)
 same => n,Set(CALLERID(pres)=prohib)
 same => n,Dial(PJSIP/\${EXTEN:1}@\${EXTEN:1},20)
`;

function pjsipFor(inside: string): string {
  const own = engine.listening ?? { sipPort: 0, tlsPort: 0 };
  const contact = {
    udp: `sip:127.0.0.1:${own.sipPort}`,
    tcp: `sip:127.0.0.1:${own.sipPort}\\;transport=tcp`,
    tls: `sip:127.0.0.1:${own.tlsPort}\\;transport=tls`,
    udp6: `sip:[::1]:${own.sipPort}`,
    everywhere: `sip:127.0.0.1:${own.sipPort}`,
  };
  const transports = [
    `[udp]\ntype=transport\nprotocol=udp\nbind=${at}:${ports.udp}`,
    `[udp6]\ntype=transport\nprotocol=udp\nbind=[::1]:${ports.udp6}`,
    `[everywhere]\ntype=transport\nprotocol=udp\nbind=0.0.0.0:${ports.everywhere}`,
    `[tcp]\ntype=transport\nprotocol=tcp\nbind=${at}:${ports.tcp}`,
    `[tls]\ntype=transport\nprotocol=tls\nbind=${at}:${ports.tls}\ncert_file=${inside}/carrier.crt\npriv_key_file=${inside}/carrier.key\nmethod=tlsv1_2\nverify_server=no`,
  ];
  const endpoints = variants.map((variant, index) => {
    const number = numberOf(index);
    const { transport = 'udp', proof } = variant;
    const settings = {
      type: 'endpoint',
      transport,
      context: 'from-us',
      disallow: 'all',
      aors: number,
      identify_by: 'username',
      direct_media: 'no',
      rtp_symmetric: 'yes',
      send_connected_line: 'no',
      dtmf_mode: 'rfc4733',
      ...(proof === undefined ? {} : { auth: `${number}-auth` }),
      ...variant.endpoint,
    };
    const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}`);
    const aor = proof === 'registration' ? 'max_contacts=1\nremove_existing=yes' : `contact=${contact[transport]}`;
    const auth = `[${number}-auth]\ntype=auth\nauth_type=userpass\nusername=${number}\npassword=${secret}`;
    return [
      `[${number}]\n${lines.join('\n')}`,
      `[${number}]\ntype=aor\n${aor}`,
      ...(proof === undefined ? [] : [auth]),
    ].join('\n');
  });
  const general =
    '[global]\ntype=global\nendpoint_identifier_order=username,auth_username,ip\n[system]\ntype=system\ndisable_tcp_switch=yes';
  return [general, ...transports, ...endpoints, ''].join('\n');
}

const hosts = { udp: at, tcp: at, tls: at, udp6: '[::1]', everywhere: '127.0.0.1' };

function trunkOf({ transport = 'udp', codecs, proof }: Variant, number: string): TrunkProvision {
  const account = { username: number, authUsername: number, password: secret };
  return {
    trunk: number as TrunkId,
    host: hosts[transport],
    port: ports[transport],
    transport: transport === 'tcp' || transport === 'tls' ? transport : 'udp',
    // All are one machine; the number tells them apart.
    addresses: [at, '127.0.0.1', '::1'],
    numbers: [number],
    ...(codecs === undefined ? {} : { codecs }),
    ...(proof === undefined ? {} : { account }),
  };
}

const eventsOf = (call: CallId) => events.filter((event) => 'call' in event && event.call === call);
const digitsOf = (call: CallId) => eventsOf(call).flatMap((event) => (event.type === 'digit' ? [event.digit] : []));
const endOf = (leg: LegId) => events.find((event) => event.type === 'ended' && event.leg === leg);

/** Keys go both ways, and what we say comes back. `as` is what the other side calls this talk. */
async function talks(
  { hearsKeys = true, lastsSeconds = 0 }: Variant,
  as: string,
  call: CallId,
  leg: LegId,
): Promise<void> {
  const perform = (command: Parameters<HostedEngine['perform']>[2]) => engine.perform(tenant, call, command);
  const remembered = async () =>
    new RegExp(`${as}=(.+)`).exec(await asterisk.say('dialplan show globals'))?.[1]?.trim();
  await until(`${as}: keys are heard`, () => digitsOf(call).join('') === '19', 20_000);
  await until(`${as}: they are listened for`, async () => (await remembered()) === 'listens', 20_000);
  perform({ type: 'send-dtmf', leg, digits: '4711' });
  if (hearsKeys) await until(`${as}: ours are heard`, async () => (await remembered()) === '4711', 20_000);
  else await until(`${as}: nobody listens any more`, async () => (await remembered()) !== 'listens', 20_000);
  perform({
    type: 'play',
    play: `${call}/p1` as PlayId,
    leg,
    sources: [{ kind: 'file', file: 'tone.wav' }],
    loop: true,
  });
  const recording = `${call}/r1`.replaceAll('/', '-') as RecordingId;
  perform({ type: 'record-message', recording, leg });
  const heardLately = async () => {
    const wav = await readFile(join(folder, 'recordings', tenant, `${recording}.wav`)).catch(() => Buffer.alloc(0));
    const samples = Array.from({ length: Math.min(8_000, (wav.length - 44) >> 1) }, (_, i) =>
      wav.readInt16LE(wav.length - 2 * (i + 1)),
    );
    return samples.length === 8_000 ? toneLevel(samples, 440) : 0;
  };
  await until(`${as}: our sound comes back`, async () => (await heardLately()) > 0.2, 20_000);
  if (lastsSeconds > 0) await sleep(lastsSeconds * 1_000);
  expect(await heardLately()).toBeGreaterThan(0.2);
  perform({ type: 'hang-up', leg, cause: 'normal' });
  const ended = await until(`${as}: it is over`, () => endOf(leg));
  expect(ended).toMatchObject({ cause: 'normal' });
}

const all = variants.map((variant, index) => ({ ...variant, number: numberOf(index) }));
type Numbered = (typeof all)[number];

/** Asterisk calls our number of a variant. */
async function itCalls({ number, ...variant }: Numbered): Promise<void> {
  const isUp = () => events.some((event) => event.type === 'trunk' && event.trunk === number && event.state === 'up');
  if (variant.proof === 'registration') await until(`${number} is up`, isUp);
  const to = `${variant.withheld ? 'w' : ''}${number}`;
  await asterisk.say(`channel originate Local/${to}@to-us extension ${number}@it-calls`);
}
const arrivedFor = (number: string) =>
  events.find((event): event is Arrived => event.type === 'arrived' && event.dialled === number);

/** We call somebody by a variant's trunk; gives what came of it. */
async function weCall({ number }: Numbered) {
  const call = `out-${number}` as CallId;
  const leg = `${call}/1` as LegId;
  const to = { kind: 'trunk', trunk: number as TrunkId, number: '0901234567' } as const;
  engine.perform(tenant, call, { type: 'dial', leg, to, callerId: { number, name: '' } });
  const isNews = ({ type }: EngineEvent) => type === 'answered' || type === 'ended';
  return { call, leg, news: await until(`${number} answers or not`, () => eventsOf(call).find(isNews)) };
}

describe.concurrent('it calls us', () => {
  test.each(all.filter(({ inbound }) => inbound !== 'refused'))('$name', async (variant) => {
    const { number } = variant;
    await itCalls(variant);
    const arrived = await until(`${number} arrives`, () => arrivedFor(number));
    const shown = variant.withheld ? '' : '0977000111';
    expect(arrived.origin).toMatchObject({ kind: 'trunk', trunk: number, number: shown });
    await talks(variant, `it-calls-${number}`, arrived.call, arrived.leg);
  });

  test.each(all.filter(({ inbound }) => inbound === 'refused'))('$name: and is refused', async (variant) => {
    await itCalls(variant);
    await until('it is over', async () => !(await asterisk.say('core show channels')).includes(variant.number));
    expect(arrivedFor(variant.number)).toBeUndefined();
  });
});

describe.concurrent('we call it', () => {
  const called = all.filter(({ isCalled = true }) => isCalled);

  test.each(called.filter(({ outbound }) => outbound !== 'refused'))('$name', async (variant) => {
    const { call, leg, news } = await weCall(variant);
    expect(news.type).toBe('answered');
    await talks(variant, `we-call-${variant.number}`, call, leg);
  });

  test.each(called.filter(({ outbound }) => outbound === 'refused'))('$name: and are refused', async (variant) => {
    expect((await weCall(variant)).news).toMatchObject({ type: 'ended', cause: 'incompatible' });
  });
});
