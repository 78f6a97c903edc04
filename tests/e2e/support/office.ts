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

/** The office with Hoa at her phone, who leads the other two, and everybody's way to the API. */
export interface Company extends Office {
  readonly hoa: BrowserPhone;
  readonly as: { readonly lan: PersonApi; readonly minh: PersonApi; readonly hoa: PersonApi };
}

export async function openCompany(start: () => Promise<Product> = startProduct): Promise<Company> {
  const office = await openOffice(start);
  try {
    const { address } = office.product;
    const hoa = await openPhone(address, 'hoa');
    const as = {
      lan: await signInByApi(address, 'lan'),
      minh: await signInByApi(address, 'minh'),
      hoa: await signInByApi(address, 'hoa'),
    };
    const close = async () => {
      await hoa.close();
      await office.close();
    };
    return { ...office, hoa, as, close };
  } catch (error) {
    await office.close();
    throw error;
  }
}

export async function openOffice(start: () => Promise<Product> = startProduct): Promise<Office> {
  const product = await start();
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
