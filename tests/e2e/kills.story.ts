import { afterAll, beforeAll, expect, test } from 'vitest';

import { signInByApi } from './support/api.ts';
import { killInTurn } from './support/kill-in-turn.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(() => product?.close());

test('engine, server, PostgreSQL and keeper are killed in turn under calls: each call has one true row and its recording', async () => {
  const admin = await signInByApi(product.address, 'admin');
  expect(await killInTurn(product, admin, { pairs: 3, rounds: 1 })).toEqual([]);
});
