import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../test-app.ts';

let app: TestApp;
let demo: TestTenant;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
});

afterAll(() => app.close());

test('a company begins with the usual settings and changes the ones it names', async () => {
  const agent = await demo.person('nhan-vien');
  expect((await agent.call('GET', '/get-system-setting')).json()).toEqual({
    hidden_phone_customer: 0,
    position_hidden_phone_customer: 1,
    show_popup_customer: 1,
    voice_over_internet_protocol: 1,
  });
  await demo.admin.call('PUT', '/update-system-setting', { voice_over_internet_protocol: 2 });
  const changed = await demo.admin.call('PUT', '/update-system-setting', { hidden_phone_customer: '1' });
  expect(changed.json()).toMatchObject({ hidden_phone_customer: 1, voice_over_internet_protocol: 2 });
  expect((await agent.call('GET', '/get-system-setting')).json()).toEqual(changed.json());
  expect((await agent.call('PUT', '/update-system-setting', {})).statusCode).toBe(403);
  expect((await demo.admin.call('PUT', '/update-system-setting', { show_popup_customer: 'x' })).statusCode).toBe(422);
});
