import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Product, startProduct } from '../e2e/support/product.ts';
import { until } from '../e2e/support/until.ts';

const root = join(import.meta.dirname, '../..');
let product: Product;
let folder: string;

beforeAll(async () => {
  product = await startProduct();
  folder = await mkdtemp(join(tmpdir(), 'alo-version-'));
  await copyVersion(folder);
});

afterAll(async () => {
  await product?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Another version in a folder of its own: its sources are its own, its packages of others are ours. */
async function copyVersion(to: string): Promise<void> {
  for (const part of ['packages', 'apps/server', 'package.json']) {
    await cp(join(root, part), join(to, part), { recursive: true, verbatimSymlinks: true });
  }
  await mkdir(join(to, 'node_modules'));
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name !== '@alo') await symlink(join(root, 'node_modules', name), join(to, 'node_modules', name));
  }
  await cp(join(root, 'node_modules/@alo'), join(to, 'node_modules/@alo'), { recursive: true, verbatimSymlinks: true });
  await appendFile(join(to, 'packages/sip/src/index.ts'), '\n// Another version.\n');
}

/** As `npm start` of that folder. */
function startOther(environment: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, [join(folder, 'apps/server/src/process/keeper.ts')], {
    stdio: 'ignore',
    env: { ...process.env, ...environment },
  });
}

test('a version in another folder takes over, and so does its engine when no call is left', async () => {
  const before = await product.enginePid();
  const { hostname, port } = new URL(product.address);
  const other = startOther({
    ALO_DATA_DIR: product.dataFolder,
    ALO_HOST: hostname,
    ALO_PORT: port,
    ALO_SIP_PORT: String(product.sipPort),
    ALO_SIP_TLS_PORT: '0',
    ALO_SIP_WSS_PORT: '0',
    ALO_DRAIN_SECONDS: '0',
  });
  expect(await once(other, 'exit')).toEqual([0, null]);
  await until('another engine is there', async () => ![undefined, before].includes(await product.enginePid()), 60_000);
  const ready = async () => (await fetch(`${product.address}/readyz`)).ok;
  await until('it is at our service', ready, 60_000);
  for (const pid of [await product.enginePid(), await product.serverPid()]) {
    expect(await commandOf(pid)).toContain(folder);
  }
}, 300_000);

/** The command line of a process. */
const commandOf = (pid: number | undefined): Promise<string> => readFile(`/proc/${pid}/cmdline`, 'utf8');
