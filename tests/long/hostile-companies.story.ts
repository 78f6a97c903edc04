import { afterAll, beforeAll } from 'vitest';
import type { World } from '../../apps/server/testing/hostile/world.ts';
import { hostileCompanies, httpAttacks } from '../../apps/server/testing/hostile-companies.ts';
import { closedCallsSince, mark, signInByApi } from '../e2e/support/api.ts';
import { type DeskPhone, deskPhone, hire } from '../e2e/support/desk-phones.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { hostilePhones } from './support/hostile-phones.ts';
import { productWorld } from './support/product-world.ts';

/** Two companies do their worst to the demo on the running product: by HTTP, and with phones and a carrier of their own. */
let product: Product;
let world: World;
let lan: DeskPhone;
let minh: DeskPhone;

beforeAll(async () => {
  product = await startProduct();
  await hire(product, ['104']);
  await product.replaceServer();
  [lan, minh] = [await deskPhone(product, '101'), await deskPhone(product, '104')];
  const since = await mark();
  const calling = await lan.phone.call('104');
  const rung = await minh.phone.nextCall();
  await rung.answer();
  await calling.until('talking');
  await calling.hangUp();
  const admin = await signInByApi(product.address, 'admin');
  const [row] = await closedCallsSince(admin, since);
  if (row === undefined) throw new Error('the call is in no history');
  world = await productWorld(product, row.id);
});

afterAll(async () => {
  lan?.phone.close();
  minh?.phone.close();
  await world?.close();
  await product?.close();
});

hostileCompanies(httpAttacks, async () => world);
hostilePhones(() => ({ product, world, lan, minh }));
