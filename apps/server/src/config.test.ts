import { expect, test } from 'vitest';

import { readConfig, workerEnvironment } from './config.ts';

test('an empty environment is a first start on one’s own machine', () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    host: 'localhost',
    dataFolder: expect.stringMatching(/\/\.alo$/),
    sipPort: 5060,
    sipTlsPort: 5061,
    sipWssPort: 4443,
    sipWsPort: undefined,
    certificate: undefined,
    databaseUrl: undefined,
    trustedProxies: [],
    roles: ['web', 'telephony', 'worker'],
    s3: undefined,
  });
});

test('what is wrong is named', () => {
  expect(() => readConfig({ ALO_PORT: 'http', ALO_LOG_LEVEL: 'loud' })).toThrow(/ALO_PORT[^]*ALO_LOG_LEVEL/);
  expect(() => readConfig({ ALO_TLS_CERT: 'a.pem' })).toThrow('belong together');
});

test.each([
  ['127.0.0.1, ::1', ['127.0.0.1', '::1']],
  ['10.0.0.0/8,2001:db8::/32,loopback', ['10.0.0.0/8', '2001:db8::/32', 'loopback']],
  ['192.168.0.0/255.255.0.0', ['192.168.0.0/255.255.0.0']],
])('proxies are addresses and networks: %s', (given, expected) => {
  expect(readConfig({ ALO_TRUSTED_PROXIES: given }).trustedProxies).toEqual(expected);
});

test.each(['proxy.internal', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/8/8', '10.0.0.0/', 'true'])(
  'a proxy that is none is named before anything starts: %s',
  (given) => {
    expect(() => readConfig({ ALO_TRUSTED_PROXIES: given })).toThrow(/10\.0\.0\.0\/8[^]*ALO_TRUSTED_PROXIES/);
  },
);

test('the owner of the tables is the same sign-in unless another is given', () => {
  expect(readConfig({ DATABASE_URL: 'postgres://a' }).databaseOwnerUrl).toBe('postgres://a');
  const both = readConfig({ DATABASE_URL: 'postgres://a', ALO_DATABASE_OWNER_URL: 'postgres://b' });
  expect([both.databaseUrl, both.databaseOwnerUrl]).toEqual(['postgres://a', 'postgres://b']);
});

test('processes with roles of their own name the database that they share', () => {
  expect(readConfig({ ALO_ROLES: 'web, worker', DATABASE_URL: 'postgres://a' }).roles).toEqual(['web', 'worker']);
  expect(() => readConfig({ ALO_ROLES: 'web' })).toThrow('DATABASE_URL is missing');
  expect(() => readConfig({ ALO_ROLES: 'cooking' })).toThrow('ALO_ROLES');
});

test('where the world sees us, and by which ports, is said or left open', () => {
  expect(readConfig({})).toMatchObject({
    publicAddresses: [],
    stunServer: undefined,
    rtpPorts: undefined,
    icePort: undefined,
    mediaWorkers: 0,
    relays: undefined,
    opus: 'among-phones',
  });
  const said = { ALO_PUBLIC_ADDRESS: '203.0.113.9, 2001:db8::9', ALO_RTP_PORTS: '10000-10999', ALO_ICE_PORT: '9999' };
  expect(readConfig({ ...said, ALO_STUN_SERVER: 'stun.example.vn', ALO_MEDIA_WORKERS: '3' })).toMatchObject({
    publicAddresses: ['203.0.113.9', '2001:db8::9'],
    stunServer: { host: 'stun.example.vn', port: 3478 },
    rtpPorts: { first: 10_000, last: 10_999 },
    icePort: 9_999,
    mediaWorkers: 3,
  });
});

test.each([
  ['ALO_PUBLIC_ADDRESS', 'alo.vn'],
  ['ALO_PUBLIC_ADDRESS', '203.0.113.9,203.0.113.10'],
  ['ALO_STUN_SERVER', 'stun:stun.example.vn'],
  ['ALO_RTP_PORTS', '10000'],
  ['ALO_RTP_PORTS', '10999-10000'],
  ['ALO_RTP_PORTS', '10000-70000'],
  ['ALO_ICE_PORT', '70000'],
  ['ALO_MEDIA_WORKERS', '-1'],
  ['ALO_MEDIA_WORKERS', 'all'],
  ['ALO_OPUS', 'yes'],
  ['ALO_TURN_URLS', 'https://turn.example.vn'],
  ['ALO_TURN_URLS', 'turn:turn.example.vn?transport=sctp'],
])('%s is not “%s”', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name);
});

test('relays are named with their secret or not at all', () => {
  const said = { ALO_TURN_URLS: 'turn:turn.example.vn, turns:[2001:db8::9]:443?transport=tcp', ALO_TURN_SECRET: 's' };
  const urls = ['turn:turn.example.vn', 'turns:[2001:db8::9]:443?transport=tcp'];
  expect(readConfig(said).relays).toEqual({ urls, secret: 's' });
  expect(() => readConfig({ ALO_TURN_URLS: 'turn:turn.example.vn' })).toThrow('belong together');
  expect(() => readConfig({ ALO_TURN_SECRET: 's' })).toThrow('belong together');
});

test('a bucket is named whole or not at all', () => {
  const whole = { ALO_S3_ENDPOINT: 'http://s3', ALO_S3_BUCKET: 'b', ALO_S3_ACCESS_KEY: 'k', ALO_S3_SECRET_KEY: 's' };
  const region = 'us-east-1';
  const expected = { endpoint: 'http://s3', bucket: 'b', region, accessKeyId: 'k', secretAccessKey: 's' };
  expect(readConfig(whole).s3).toEqual(expected);
  expect(() => readConfig({ ALO_S3_BUCKET: 'b' })).toThrow('belong together');
});

test('a worker reads what Node.js made of the sources where the server does', () => {
  const databases = { databaseUrl: 'postgres://a', queueUrl: 'postgres://b' };
  const of = (variables: NodeJS.ProcessEnv) => workerEnvironment(readConfig(variables), databases);
  expect(of({ NODE_COMPILE_CACHE: '/cache' })).toHaveProperty('NODE_COMPILE_CACHE', '/cache');
  expect(of({})).not.toHaveProperty('NODE_COMPILE_CACHE');
});

test('the servers of one NATS are signed in to alike, and a worker has them too', () => {
  const two = 'tls://alo:mat-khau@nats1:4222,tls://alo:mat-khau@nats2:4222';
  const config = readConfig({ ALO_NATS_URL: two });
  expect(config.natsUrls).toEqual(two.split(','));
  const worker = workerEnvironment(config, { databaseUrl: 'postgres://a', queueUrl: 'postgres://b' });
  expect(readConfig(worker).natsUrls).toEqual(config.natsUrls);
  expect(readConfig({}).natsUrls).toEqual([]);
  for (const wrong of ['nats1:4222', 'https://nats1', 'nats://nats1,tls://nats2', 'nats://a:b@nats1,nats://c:d@nats2'])
    expect(() => readConfig({ ALO_NATS_URL: wrong })).toThrow('ALO_NATS_URL');
});
