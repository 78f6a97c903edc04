import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { forgotPassword } from '@alo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { mark, type PersonApi, signInByApi, theCallSince } from '../e2e/support/api.ts';
import { type DeskPhone, deskPhone, hire } from '../e2e/support/desk-phones.ts';
import { demo } from '../e2e/support/people.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { until } from '../e2e/support/until.ts';
import { type CopiedVersion, copyVersion } from './support/copied-version.ts';

let product: Product;
let version: CopiedVersion;
let admin: PersonApi;
let phones: readonly [DeskPhone, DeskPhone];

beforeAll(async () => {
  product = await startProduct();
  await hire(product, ['201', '202']);
  version = await copyVersion();
  expect(await once(version.start(product), 'exit')).toEqual([0, null]);
  await until(
    'the copy serves',
    async () => (await commandOf(await product.enginePid())).includes(version.folder),
    60_000,
  );
  await until('it is ready', isReady, 60_000);
  phones = [await deskPhone(product, '201'), await deskPhone(product, '202')];
  admin = await signInByApi(product.address, 'admin');
}, 600_000);

afterAll(async () => {
  for (const { phone } of phones ?? []) phone.close();
  await product?.close();
  await version?.remove();
});

const commandOf = (pid: number | undefined): Promise<string> =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
const isReady = () =>
  fetch(`${product.address}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
const letters = async () => (await readdir(join(product.dataFolder, 'outbox')).catch(() => [])).length;

async function forget(): Promise<void> {
  const response = await fetch(`${product.address}/identity${forgotPassword.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ma_dn: demo.companyCode, email: 'lan@demo.local' }),
  });
  expect(response.status).toBe(200);
}

test('packages are replaced under the running product, as by `npm ci`: calls go on, a letter waits, and a server that dies comes back', async () => {
  const [{ phone: from }, { phone: to }] = phones;
  const since = await mark();
  const caller = await from.call('202');
  const callee = await to.nextCall();
  callee.ring();
  await callee.answer();
  await caller.until('talking');
  callee.audio.speak(900);
  const hear = () => until('they hear each other', () => caller.audio.level(900) > 0.2);
  await hear();

  // npm empties the folder before it fills it again.
  const [packages, aside] = [join(version.folder, 'node_modules'), join(version.folder, 'aside')];
  await rename(packages, aside);
  await mkdir(packages);
  const before = await letters();
  await forget();
  await until('the letter could not be written', () => product.output().includes('PackagesReplaced'));
  const server = await product.serverPid();
  if (server === undefined) throw new Error('there is no server');
  process.kill(server, 'SIGKILL');
  await until('another one was tried in vain', () => product.output().includes('ERR_MODULE_NOT_FOUND'), 60_000);
  await hear();
  expect(await isReady()).toBe(false);

  await rm(packages, { recursive: true });
  await rename(aside, packages);
  await until('a server is back by itself', isReady, 120_000);
  await hear();
  await until('the letter is written', async () => (await letters()) > before, 120_000);
  expect(await caller.hangUp()).toBe(200);
  expect(await theCallSince(admin, since)).toMatchObject({ status: 'answered', recording: 'ready' });
});
