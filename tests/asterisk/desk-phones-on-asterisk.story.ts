import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineEvent, LegId, PlayId, TenantId } from '@alo/call-core';
import type { DeviceSeen } from '@alo/engine';
import { ha1 } from '@alo/sip';
import { TestPhone } from '@alo/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { engineOnAsterisk } from './engine-on-asterisk.ts';

// Names of this story; anywhere else they come from the database.
const tenant = 'desks' as TenantId;
const domain = 'desks.example';
const user = '101-mdesk1';
const password = 'its own';

let under: Awaited<ReturnType<typeof engineOnAsterisk>>;
const events: EngineEvent[] = [];
const seen: DeviceSeen[] = [];

const secret = (name: string, word: string) => ({
  id: `of ${name}`,
  ha1Md5: ha1('MD5', name, domain, word),
  ha1Sha256: ha1('SHA-256', name, domain, word),
});

beforeAll(async () => {
  under = await engineOnAsterisk('webrtc');
  const { engine } = under;
  engine.onEvent((_tenant, event, receipt) => {
    receipt.taken();
    events.push(event);
  });
  engine.onSeen((_tenant, one) => seen.push(one));
  await engine.start();
  const of = (name: string, networks: readonly string[]) => ({
    device: `of ${name}`,
    user: name,
    secret: secret(name, password),
    networks,
    maxCalls: 2,
  });
  await engine.provision({
    tenant,
    revision: 1,
    domain,
    trunks: [],
    extensions: [
      { extension: '101', secrets: [secret('101', 'a browser’s')], devices: [of(user, [])] },
      {
        extension: '102',
        secrets: [],
        devices: [of('102-mfar01', ['192.0.2.0/24']), of('102-mnear1', ['127.0.0.0/8'])],
      },
    ],
  });
  await engine.open();
});

afterAll(() => under?.close());

const phone = (name: string) =>
  TestPhone.rtp({
    server: { transport: 'udp', host: '127.0.0.1', port: under.asterisk.sipPort },
    domain,
    user: name,
    password,
    name: 'Desk',
  });

test('a desk phone proves itself by a name and a password of its own, is seen, and is rung for its extension', async () => {
  const { engine } = under;
  const desk = await phone(user);
  expect((await desk.register()).status).toBe(200);
  await expect.poll(() => events.find((event) => event.type === 'contacts')).toMatchObject({ extension: '101' });
  await expect.poll(() => seen.at(-1)).toMatchObject({ device: `of ${user}`, from: { address: '127.0.0.1' } });
  expect(seen.at(-1)?.until ?? 0).toBeGreaterThan(Date.now());

  await desk.call('9000');
  await expect
    .poll(() => events.find((event) => event.type === 'arrived'))
    .toMatchObject({
      origin: { kind: 'extension', extension: '101' },
      dialled: '9000',
    });
  const arrived = events.find((event) => event.type === 'arrived');
  if (arrived?.type !== 'arrived') throw new Error('no call arrived');
  const { call, leg } = arrived;
  engine.perform(tenant, call, { type: 'hang-up', leg, cause: 'busy' });

  const other = `${call}/1` as LegId;
  const to = { kind: 'extension', extension: '101' } as const;
  engine.perform(tenant, call, { type: 'dial', leg: other, to, callerId: { number: '0901234567', name: 'Khách' } });
  await (await desk.nextCall()).answer();
  await expect.poll(() => events.find((event) => event.type === 'answered')).toMatchObject({ leg: other });

  // What is there and cannot be read by Asterisk is told once, and not asked for without end.
  await writeFile(join(under.files.promptsFolder, 'broken.wav'), 'no sound');
  const play = `${call}/2` as PlayId;
  const sources = [{ kind: 'file', file: 'broken.wav' }] as const;
  engine.perform(tenant, call, { type: 'play', leg: other, play, sources, loop: true });
  await expect.poll(() => events.find((event) => event.type === 'played')).toMatchObject({ play, missing: true });
  engine.perform(tenant, call, { type: 'hang-up', leg: other, cause: 'normal' });

  await desk.register(0);
  await expect.poll(() => seen.at(-1)).toMatchObject({ device: `of ${user}`, until: null });
  desk.close();
});

test('from a network that is not a desk phone’s nobody proves anything', async () => {
  for (const [name, status] of [
    ['102-mfar01', 401],
    ['102-mnear1', 200],
  ] as const) {
    const one = await phone(name);
    expect((await one.register()).status).toBe(status);
    one.close();
  }
});
