import { type PersonApi, signInByApi } from './api.ts';
import { type BrowserPhone, openPhone } from './browser-phone.ts';
import { type Product, startProduct } from './product.ts';

/** The running product with Lan and Minh at their phones, and the history as the super-admin sees it. */
export interface Office {
  readonly product: Product;
  readonly lan: BrowserPhone;
  readonly minh: BrowserPhone;
  readonly admin: PersonApi;
  close(): Promise<void>;
}

export async function openOffice(): Promise<Office> {
  const product = await startProduct();
  const opened: BrowserPhone[] = [];
  const close = async () => {
    await Promise.all(opened.map((phone) => phone.close()));
    await product.close();
  };
  try {
    const lan = await openPhone(product.address, 'lan');
    opened.push(lan);
    const minh = await openPhone(product.address, 'minh');
    opened.push(minh);
    return { product, lan, minh, admin: await signInByApi(product.address, 'admin'), close };
  } catch (error) {
    console.error(product.output().slice(-8_000));
    await close();
    throw error;
  }
}
