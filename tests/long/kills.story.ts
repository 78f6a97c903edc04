import { afterAll, beforeAll, expect, test } from 'vitest';

import { signInByApi } from '../e2e/support/api.ts';
import { killInTurn } from '../e2e/support/kill-in-turn.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(() => product?.close());

test('everything is killed five times in turn under ten calls at once: each call has one true row and its recording', async () => {
  const admin = await signInByApi(product.address, 'admin');
  expect(await killInTurn(product, admin, { pairs: 10, rounds: 5 })).toEqual([]);
}, 600_000);
