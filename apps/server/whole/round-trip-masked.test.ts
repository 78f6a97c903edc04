import { permissions } from '@alo/contract';
import { oneIn, someOf } from '@alo/testing/in-depth';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../testing/app.ts';
import { cruds, customerNumber, rowOfEverything, send } from '../testing/endpoints.ts';
import { testImports } from '../testing/imports.ts';
import { workerWithin } from '../testing/worker-within.ts';

/** Whoever sees numbers masked has them masked in files, too, and brings no such file back over a number. */
let app: TestApp;
let tenant: TestTenant;
let masked: TestPerson;
let worker: Awaited<ReturnType<typeof workerWithin>>;

beforeAll(async () => {
  app = await testApp();
  tenant = await app.tenant('mot');
  const rows = await rowOfEverything(app, tenant, 'thu');
  masked = await tenant.person(
    'che-so',
    permissions.filter((permission) => permission !== 'customer.full-phone'),
  );
  const [{ id: status }] = (await tenant.admin.call('GET', '/all-profile-status')).json().data;
  // One that is known by its number alone, and one with several.
  const people = [
    { name: 'Không mã', phone: '0987000401', status },
    { name: 'Ba số', code: 'BS1', phone: '0987000402', phones: ['0987000403', '02871000104'], status },
  ];
  for (const body of people) expect((await tenant.admin.call('POST', '/customer', body)).statusCode).toBe(200);
  expect(rows.customer).toBeDefined();
  const blocked = { kind: 'number', value: '0987000404', reason: 'quấy rối' };
  for (const path of ['in', 'out']) {
    const [, contract] = cruds.find(([name]) => name === (path === 'in' ? 'blockedIn' : 'blockedOut')) ?? [];
    if (contract === undefined) throw new Error('There is no list of blocked numbers.');
    const { token } = tenant.admin;
    expect((await send(app, contract.create, tenant.code, { token, body: blocked })).statusCode).toBe(200);
  }
  worker = await workerWithin(app);
});

afterAll(async () => {
  await worker.close();
  await app.close();
});

const hide = (mode: number) =>
  tenant.admin.call('PUT', '/update-system-setting', {
    hidden_phone_customer: 1,
    position_hidden_phone_customer: mode,
  });

async function exported(contract: (typeof cruds)[number][1], { token }: TestPerson, format: 'csv' | 'xlsx') {
  const answer = await send(app, contract.export, tenant.code, { token, query: { format } });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

/** Lists in which somebody's number stands. */
const withNumbers = cruds.filter(([name]) => ['customers', 'blockedIn', 'blockedOut'].includes(name));

test.each(someOf(1, [1, 2]))(
  'what is hidden by way %i is hidden in the files of these lists, and of no other',
  async (mode) => {
    await hide(mode);
    const differing = [];
    for (const [name, contract] of cruds) {
      const [theirs, full] = [await exported(contract, masked, 'csv'), await exported(contract, tenant.admin, 'csv')];
      if (!theirs.equals(full)) differing.push(name);
      expect(theirs.includes(customerNumber.slice(3))).toBe(false);
    }
    expect(differing.toSorted()).toEqual(withNumbers.map(([name]) => name).toSorted());
  },
);

const ways = withNumbers.flatMap(([name, contract]) =>
  [1, 2].flatMap((mode) => (['csv', 'xlsx'] as const).map((format) => ({ name, contract, mode, format }))),
);
// Every list, each way and both kinds of file.
test.each(oneIn(3, ways, 0))(
  '$name, masked by way $mode, brought back as $format: no number is changed or added, and each row says why',
  async ({ contract, mode, format }) => {
    await hide(mode);
    const before = await exported(contract, tenant.admin, 'csv');
    const file = await exported(contract, masked, format);
    // Whoever sees all numbers could have been given the file.
    for (const admin of [masked, tenant.admin]) {
      const { bring, step } = testImports(app, { code: tenant.code, admin }, contract.screen);
      const { id, report } = await bring(file, `che.${format}`);
      await step(id, 'check', { mapping: report.mapping, existing: 'update' });
      const { counts, problems } = await step(id, 'run');
      expect(counts).toMatchObject({ created: 0, changed: 0, same: 0, duplicate: 0 });
      expect(problems.length).toBe(counts?.rows);
      expect(problems.length).toBeGreaterThan(0);
      for (const { reason } of problems) expect(reason).toMatch(/số đã bị che|Số đã bị che/);
      expect((await exported(contract, tenant.admin, 'csv')).equals(before)).toBe(true);
    }
  },
);
