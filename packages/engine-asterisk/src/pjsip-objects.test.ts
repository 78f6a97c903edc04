import type { TenantId, TrunkId } from '@alo/call-core';
import { botCarrierHost, type TrunkProvision } from '@alo/engine';
import { expect, test } from 'vitest';
import {
  difference,
  type PjsipObject,
  type PjsipPhoneOptions,
  phoneObjects,
  trunkObjectId,
  trunkObjects,
  urisOf,
} from './pjsip-objects.ts';

// Names of these tests.
const tenant = 'company' as TenantId;
const trunk = 'carrier' as TrunkId;
const options: PjsipPhoneOptions = {
  browsers: 'webrtc',
  registrationSeconds: 60,
  shortestRegistrationSeconds: 30,
  contactsPerExtension: 10,
  silenceSeconds: 30,
};
const secret = (id: string) => ({ id, ha1Md5: `md5-${id}`, ha1Sha256: `sha-${id}` });
const fieldsOf = (objects: readonly PjsipObject[], type: PjsipObject['type'], id?: string) => {
  const object = objects.find((one) => one.type === type && (id === undefined || one.id === id));
  return Object.fromEntries(object?.fields ?? []);
};

const carrier: TrunkProvision = {
  trunk,
  host: 'sip.carrier.example',
  port: 5080,
  transport: 'tls',
  numbers: ['19001234'],
  backups: ['sip2.carrier.example:5081'],
  addresses: ['192.0.2.7'],
};

test('an extension is its browsers, each session by a proof of its own; a desk phone is another name, plain, with its own networks', () => {
  const device = { device: 'd', user: '101-mabcd', secret: secret('d'), networks: ['10.0.0.0/8'], maxCalls: 2 };
  const objects = phoneObjects(
    { extension: '101', secrets: [secret('a'), secret('b')], devices: [device] },
    'company.example',
    options,
  );
  const auths = objects.filter(({ type }) => type === 'auth');
  expect(
    auths.map(({ fields }) => fields.filter(([name]) => name === 'password_digest').map(([, value]) => value)),
  ).toEqual([['SHA-256:sha-a', 'MD5:md5-a'], ['SHA-256:sha-b', 'MD5:md5-b'], ['MD5:md5-d']]);
  expect(fieldsOf(objects, 'endpoint', '101@company.example')).toMatchObject({
    webrtc: 'yes',
    auth: auths
      .slice(0, 2)
      .map(({ id }) => id)
      .join(','),
  });
  const phone = fieldsOf(objects, 'endpoint', '101-mabcd@company.example');
  expect(phone).toMatchObject({ deny: '0.0.0.0/0', permit: '10.0.0.0/8' });
  expect(phone).not.toHaveProperty('webrtc');
});

test('who has no secret is known by no name', () => {
  expect(phoneObjects({ extension: '101', secrets: [] }, 'company.example', options)).toEqual([]);
});

test('a carrier is known by where it calls from, and asked at its servers in their order', () => {
  const objects = trunkObjects(tenant, carrier, options);
  const matches = objects.find(({ type }) => type === 'identify')?.fields.filter(([name]) => name === 'match');
  expect(matches?.map(([, value]) => value)).toEqual(['sip.carrier.example', '192.0.2.7']);
  expect(urisOf(carrier, '0901234567')).toEqual([
    'sip:0901234567@sip.carrier.example:5080;transport=tls',
    'sip:0901234567@sip2.carrier.example:5081;transport=tls',
  ]);
  expect(objects.map(({ type }) => type)).not.toContain('registration');
});

test('nothing in a number leads to another place than the carrier', () => {
  const [uri] = urisOf({ ...carrier, transport: 'udp' }, '+84@evil.example;x&PJSIP/101#');
  expect(uri).toBe('sip:+84%40evil.example%3Bx%26PJSIP%2F101%23@sip.carrier.example:5080');
});

test('where we have an account we register, and prove ourselves by it', () => {
  const account = { username: 'alo', authUsername: 'alo-auth', password: 'secret' };
  const objects = trunkObjects(tenant, { ...carrier, account }, options);
  const id = trunkObjectId(tenant, trunk);
  expect(fieldsOf(objects, 'auth')).toMatchObject({ username: 'alo-auth', password: 'secret' });
  expect(fieldsOf(objects, 'registration')).toMatchObject({
    client_uri: 'sip:alo@sip.carrier.example:5080;transport=tls',
    outbound_auth: id,
    endpoint: id,
  });
});

test('a demo’s carrier calls from where it may be, and nothing goes there', () => {
  const demo = { ...carrier, host: botCarrierHost, backups: [], addresses: ['127.0.0.1'] };
  expect(urisOf(demo, '0901234567')).toEqual([]);
  expect(fieldsOf(trunkObjects(tenant, demo, options), 'identify')['match']).toBe('127.0.0.1');
});

test('of two states only what is different is told, and what goes goes in the other order', () => {
  const before = phoneObjects({ extension: '101', secrets: [secret('a')] }, 'x', options);
  const after = phoneObjects({ extension: '101', secrets: [secret('b')] }, 'x', options);
  const { put, remove } = difference(before, after);
  expect(put.map(({ type }) => type)).toEqual(['auth', 'endpoint']);
  expect(remove.map(({ type }) => type)).toEqual(['auth']);
  expect(difference(after, []).remove.map(({ type }) => type)).toEqual(['endpoint', 'aor', 'auth']);
  expect(difference(after, after)).toEqual({ put: [], remove: [] });
});
