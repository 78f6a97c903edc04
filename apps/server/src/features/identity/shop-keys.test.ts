import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';

let app: TestApp;
let demo: TestTenant;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
});

afterAll(() => app.close());

const inbounds = '/telephony/partner/inbound/john/incoming/demo';
const statusOf = async (bearer: string, url: string) =>
  (await app.http.inject({ method: 'GET', url, headers: { authorization: `Bearer ${bearer}` } })).statusCode;

test('the key of a session opens the telephony base of its company, and nothing else', async () => {
  const lan = await demo.person('lan', ['inbounds.view'], '101');
  const key: string = (await lan.call('GET', '/etelecom/GetShopKey')).json().data;
  expect(await statusOf(key, inbounds)).toBe(200);
  expect(await statusOf(key, '/api/demo/me')).toBe(401);
  expect(await statusOf(key, '/api/demo/etelecom/GetShopKey')).toBe(401);
  expect(await statusOf(key, inbounds.replace('demo', 'khac'))).toBe(404);
  // It is the one that a softphone of the second shape is given.
  expect((await lan.call('GET', '/me')).json().softphone.shop_key).toBe(key);
});

test('it opens what its person may see at this moment', async () => {
  const minh = await demo.person('minh', [], '102');
  const key: string = (await minh.call('GET', '/etelecom/GetShopKey')).json().data;
  expect(await statusOf(key, inbounds)).toBe(403);
});

test('it ends with its session', async () => {
  const hoa = await demo.person('hoa', ['inbounds.view']);
  const key: string = (await hoa.call('GET', '/etelecom/GetShopKey')).json().data;
  expect(await statusOf(key, inbounds)).toBe(200);
  await hoa.call('POST', '/logout');
  expect(await statusOf(key, inbounds)).toBe(401);
});

test('one that we never gave is worth nothing', async () => {
  const an = await demo.person('an', ['inbounds.view']);
  const key: string = (await an.call('GET', '/etelecom/GetShopKey')).json().data;
  const other = await app.tenant('khac');
  for (const forged of [
    `${key.slice(0, -4)}${key.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`,
    key.slice(0, -1),
    key.replace(demo.id, other.id),
    'shop_00000000-0000-0000-0000-000000000000',
  ]) {
    expect(await statusOf(forged, inbounds)).toBe(401);
  }
});

test('a program has a key of its own, and gets none of a session', async () => {
  const made = (await demo.admin.call('POST', '/api-key', { name: 'Máy', scopes: ['inbounds.view'] })).json();
  const { secret } = (await demo.admin.call('POST', `/api-key/${made.id}/secret`)).json();
  expect(await statusOf(secret, '/api/demo/etelecom/GetShopKey')).toBe(403);
});
