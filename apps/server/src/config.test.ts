import { expect, test } from 'vitest';

import { readConfig } from './config.ts';

test('an empty environment is a first start on one’s own machine', () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    host: 'localhost',
    dataFolder: expect.stringMatching(/\/\.alo$/),
    sipPort: 5060,
    sipWssPort: 4443,
    certificate: undefined,
    databaseUrl: undefined,
    trustedProxies: [],
  });
});

test('what is wrong is named', () => {
  expect(() => readConfig({ ALO_PORT: 'http', ALO_LOG_LEVEL: 'loud' })).toThrow(/ALO_PORT[^]*ALO_LOG_LEVEL/);
  expect(() => readConfig({ ALO_TLS_CERT: 'a.pem' })).toThrow('belong together');
});

test('the owner of the tables is the same sign-in unless another is given', () => {
  expect(readConfig({ DATABASE_URL: 'postgres://a' }).databaseOwnerUrl).toBe('postgres://a');
  const both = readConfig({ DATABASE_URL: 'postgres://a', ALO_DATABASE_OWNER_URL: 'postgres://b' });
  expect([both.databaseUrl, both.databaseOwnerUrl]).toEqual(['postgres://a', 'postgres://b']);
});
