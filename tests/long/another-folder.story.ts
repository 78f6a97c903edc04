import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Product, startProduct } from '../e2e/support/product.ts';
import { until } from '../e2e/support/until.ts';
import { type CopiedVersion, copyVersion } from './support/copied-version.ts';

let product: Product;
let other: CopiedVersion;

beforeAll(async () => {
  product = await startProduct();
  other = await copyVersion();
});

afterAll(async () => {
  await product?.close();
  await other?.remove();
});

test('a version in another folder takes over, and so does its engine when no call is left', async () => {
  const before = await product.enginePid();
  expect(await once(other.start(product), 'exit')).toEqual([0, null]);
  await until('another engine is there', async () => ![undefined, before].includes(await product.enginePid()), 60_000);
  const ready = async () => (await fetch(`${product.address}/readyz`)).ok;
  await until('it is at our service', ready, 60_000);
  for (const pid of [await product.enginePid(), await product.serverPid()]) {
    expect(await commandOf(pid)).toContain(other.folder);
  }
}, 300_000);

/** The command line of a process. */
const commandOf = (pid: number | undefined): Promise<string> => readFile(`/proc/${pid}/cmdline`, 'utf8');
