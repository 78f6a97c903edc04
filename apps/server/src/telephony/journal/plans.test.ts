import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { emptyPlan } from '@alo/call-core';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { localDisk } from '../disk.ts';
import { openPlanShelf } from './plans.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp('/tmp/alo-plans-');
});
afterEach(() => rm(folder, { recursive: true }));

const plans = () => readdir(`${folder}/plans`);

test('a plan that journal and snapshot bring at the same time is written once', async () => {
  const shelf = await openPlanShelf(localDisk, folder);
  const used = new Set<string>();
  const [one, other] = await Promise.all([shelf.keep(emptyPlan, used), shelf.keep({ ...emptyPlan }, used)]);
  expect(one).toBe(other);
  expect(await plans()).toEqual([`${one}.json`]);
  expect(await shelf.find(one)).toEqual(emptyPlan);
});

test('a plan that is kept again while it is thrown away is there', async () => {
  const shelf = await openPlanShelf(localDisk, folder);
  const used = new Set<string>();
  const hash = await shelf.keep(emptyPlan, used);
  used.clear();
  const gone = shelf.tidy((one) => used.has(one));
  await Promise.all([gone, shelf.keep(emptyPlan, used)]);
  expect(await shelf.find(hash)).toEqual(emptyPlan);
});

test('a plan that is being written is not thrown away', async () => {
  const shelf = await openPlanShelf(localDisk, folder);
  const used = new Set<string>();
  const kept = shelf.keep(emptyPlan, used);
  await shelf.tidy((hash) => used.has(hash));
  expect(await shelf.find(await kept)).toEqual(emptyPlan);
});
