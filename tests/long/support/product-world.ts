import { featureLabels, loginTenant } from '@alo/contract';
import { patientFetch } from '@alo/testing';

import { type Company, companyAt, fillGood, type World } from '../../../apps/server/testing/hostile/world.ts';
import { connectDatabase } from '../../e2e/support/desk-phones.ts';
import { operate } from '../../e2e/support/operator.ts';
import { demo, people } from '../../e2e/support/people.ts';
import type { Product } from '../../e2e/support/product.ts';

/** The running product with the demo as the good company, and two that an operator has made since. */
export async function productWorld(product: Product, call: string): Promise<World> {
  const superuser = await connectDatabase(product);
  const company = async (code: string, username: string, password: string): Promise<Company> => {
    const response = await patientFetch(`${product.address}/identity${loginTenant.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ma_dn: code, username, password }),
    });
    const { token } = loginTenant.result.parse(await response.json());
    const { rows } = await superuser.query<{ id: string }>('select id from tenant where code = $1', [code]);
    return companyAt(product.address, { id: rows[0]?.id ?? '', code, token });
  };
  const made = async (code: string) => {
    const email = `admin@${code}.vn`;
    const words = ['--code', code, '--name', 'Kẻ xấu', '--email', email, '--generate'];
    const said = await operate(product.dataFolder, 'tenant', 'create', ...words);
    // It has what can be had: what is refused is refused for what it is.
    await superuser.query(
      `insert into feature (tenant_id, id, feature_name_data, date_expired)
        select id, gen_random_uuid(), $2, now() + interval '1 year' from tenant where code = $1`,
      [code, Object.keys(featureLabels)],
    );
    return company(code, email, /hiện một lần\): (\S+)/.exec(said)?.[1] ?? '');
  };
  const operator = await made('nguoi-van-hanh');
  await superuser.query('insert into operator_company (tenant_id) values ($1)', [operator.id]);
  const good = await company(demo.companyCode, people.admin.username, demo.password);
  return {
    address: product.address,
    good,
    operator,
    hostile: [await made('ke-xau-1'), await made('ke-xau-2')],
    rows: { ...(await fillGood(good)), call },
    superuser,
    close: () => superuser.end(),
  };
}
