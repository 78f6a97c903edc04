import { botNumbers, type ResultOf } from '@alo/contract';
import { expect } from 'vitest';

import { mainNumberAndCustomer, type PersonApi, signInByApi } from '../../e2e/support/api.ts';
import { askedBy } from '../../e2e/support/asked.ts';
import { type BrowserPhone, openDesk, openPhone, pitches } from '../../e2e/support/browser-phone.ts';
import { type CustomerCall, customerCalls } from '../../e2e/support/customer.ts';
import { type Product, startProduct } from '../../e2e/support/product.ts';
import { tones } from '../../e2e/support/voices.ts';

export type Customer = ResultOf<typeof botNumbers>['callers'][number];

/** Lan at a desk where nobody has signed in yet, Minh at his, and the customers who call them. */
export interface Day {
  readonly product: Product;
  readonly lan: BrowserPhone;
  readonly minh: BrowserPhone;
  readonly admin: PersonApi;
  readonly as: { readonly lan: PersonApi; readonly minh: PersonApi };
  /** Customers of the company, in an order that stays. */
  readonly customers: readonly Customer[];
  close(): Promise<void>;
}

export async function openDay(): Promise<Day> {
  const product = await startProduct();
  const opened: BrowserPhone[] = [];
  const close = async () => {
    await Promise.all(opened.map((phone) => phone.close()));
    await product.close();
  };
  try {
    const minh = await openPhone(product.address, 'minh');
    opened.push(minh);
    const lan = await openDesk(pitches.lan);
    opened.push(lan);
    const admin = await signInByApi(product.address, 'admin');
    const as = { lan: await signInByApi(product.address, 'lan'), minh: await signInByApi(product.address, 'minh') };
    const { callers } = await admin.call(botNumbers, {});
    return { product, lan, minh, admin, as, customers: callers, close };
  } catch (error) {
    console.error(product.output().slice(-8_000));
    await close();
    throw error;
  }
}

/** As people dial it. */
export const dialledBy = ({ number }: Pick<Customer, 'number'>): string => number.replace(/^\+84/, '0');

/** Somebody calls the company's main number. */
export async function calls({ product, admin }: Day, from: string, hertz: number = tones.customer) {
  const { number } = await mainNumberAndCustomer(admin);
  return customerCalls(product, { from, to: number, hertz });
}

/** The call comes to Lan, who takes it. */
export async function lanAnswers({ lan }: Day): Promise<void> {
  await lan.shows('Cuộc gọi đến');
  await lan.answer();
  await lan.shows('Đã kết nối');
}

/** The customer hangs up. */
export async function isLeftBy(call: CustomerCall, { lan }: Day): Promise<void> {
  await call.hangUp();
  await lan.isIdle();
}

/** Nothing that Lan's page asks for while something is done is called off again. */
export async function nothingCalledOff({ lan }: Day, done: () => Promise<void>): Promise<void> {
  const asked = askedBy(lan);
  await done();
  expect(asked.calledOff).toEqual([]);
}
