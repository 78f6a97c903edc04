/**
 * A million calls and a million customers of one company, over HTTP: the history searched by parts of numbers, by whole ones in
 * several spellings and by names, and of a department with many calls and one with few that are weeks old, beside the naive search
 * under row-level security (`ratio`, at the median); its pages; and the
 * dashboard of a day of a hundred thousand calls: what one view costs PostgreSQL, beside the same sums made from the calls.
 * Prints one JSON object.
 *
 *   node tests/load/calls-at-scale.ts [--rows=1000000]
 */
import { parseArgs } from 'node:util';

import { fillCustomersAndCalls } from './customers-and-calls.ts';
import { at, cost, type Product, rounded, type Sql, tell, times, withProduct } from './product.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });
const ROWS = Number(values.rows);
const [many, few] = ['00000000-0000-7000-8000-0000000000d1', '00000000-0000-7000-8000-0000000000d2'];
const result = await withProduct(fill, async (product) => ({
  rows: ROWS,
  search: await searches(product),
  departments: await ofDepartments(product),
  pages: await pages(product),
  dashboard: await dashboard(product),
}));
console.log(JSON.stringify(result, null, 2));

async function fill(sql: Sql, tenantId: string): Promise<void> {
  await fillCustomersAndCalls(sql, tenantId, { customers: ROWS, calls: ROWS });
  await sql(`set session_replication_role = replica;
    insert into account (tenant_id, id, email, name, password_hash, role_id, extension)
      select '${tenantId}', gen_random_uuid(), n || '@load', 'Máy ' || n, '', role.id, n::text
      from role, generate_series(100, 151) as n;
    insert into department (tenant_id, id, name)
      values ('${tenantId}', '${many}', 'Bán hàng'), ('${tenantId}', '${few}', 'Kho');
    update account set department_id = case when extension < '150' then '${many}' else '${few}' end::uuid
      where tenant_id = '${tenantId}' and extension is not null;
    update call set to_extension = '150' where tenant_id = '${tenantId}' and id in (
      select id from call where tenant_id = '${tenantId}' order by started_at limit 300);
    insert into extension_holder (tenant_id, extension, from_at, account_id)
      select tenant_id, extension, '-infinity', id from account where extension is not null;
    set session_replication_role = origin;
    select set_config('app.tenant', '${tenantId}', false);
    select rebuild_call_sums(now() - interval '40 days', now() + interval '1 day'),
      rebuild_person_sums(now() - interval '40 days', now() + interval '1 day')`);
  await sql('vacuum analyze call_sum, person_sum, account');
}

async function searches({ call, asServed, sql }: Product) {
  tell('searches');
  const one = String((7_919 * 4_321) % 90_000_000).padStart(8, '0');
  const naiveNumber = (part: string) => `outside_number like '%${part}%'`;
  const naiveName = (name: string) => `exists (select from customer_phone
    join customer on customer.id = customer_id where e164 = outside_number and fold(customer.name) like fold('%${name}%'))`;
  const asked: [string, string][] = [
    ['791', naiveNumber('791')],
    ['79190', naiveNumber('79190')],
    [one.slice(2), naiveNumber(one.slice(2))],
    [`09${one}`, naiveNumber(one)],
    [`+84 9${one.slice(0, 3)} ${one.slice(3)}`, naiveNumber(one)],
    ['hiem', naiveName('hiem')],
    ['Nguyễn Văn Hoa', naiveName('nguyen van hoa')],
    ['khong co ai', naiveName('khong co ai')],
  ];
  const all: number[] = [];
  const found = [];
  for (const [word, naive] of asked) {
    const ask = () => call('GET', `/histories-call?search=${encodeURIComponent(word)}`);
    const { total } = (await ask()) as { total: number };
    const { took: ours, databaseCpuMs } = await cost(sql, 10, ask);
    all.push(...ours);
    const theirs = await times(1, () =>
      asServed(`select id from call where ${naive} order by started_at desc limit 10;
        select count(*) from call where ${naive}`),
    );
    const [p50Ms, naiveMs] = [at(ours, 0.5), at(theirs, 0)];
    found.push({ word, total, p50Ms, databaseCpuMs, naiveMs, ratio: rounded(p50Ms / naiveMs) });
  }
  all.sort((a, b) => a - b);
  return [...found, { word: 'all', p50Ms: at(all, 0.5), p95Ms: at(all, 0.95) }];
}

async function ofDepartments({ call, asServed }: Product) {
  tell('departments');
  const found = [];
  for (const [department, id, extensions] of [
    ['all but two people', many, "extension < '150'"],
    ['two people', few, "extension >= '150'"],
  ] as const) {
    const ask = () => call('GET', `/histories-call?department_id=${id}`);
    const { total } = (await ask()) as { total: number };
    const theirs = `exists (select from account where ${extensions} and account.extension in (from_extension, to_extension))`;
    const naiveMs = at(
      await times(1, () =>
        asServed(`select id from call where ${theirs} order by started_at desc limit 10;
          select count(*) from call where ${theirs}`),
      ),
      0,
    );
    const p50Ms = at(await times(20, ask), 0.5);
    found.push({ department, total, p50Ms, naiveMs, ratio: rounded(p50Ms / naiveMs) });
  }
  return found;
}

async function pages({ call }: Product) {
  tell('pages');
  const found = [];
  for (const page of [1, ROWS / 20, ROWS / 10]) {
    const ask = () => call('GET', `/histories-call?page=${page}`);
    await ask();
    found.push({ page, p50Ms: at(await times(20, ask), 0.5) });
  }
  const [first] = found;
  return found.map((one) => ({ ...one, ratio: rounded(one.p50Ms / (first?.p50Ms ?? 1)) }));
}

async function dashboard({ call, asServed, sql }: Product) {
  tell('the dashboard');
  const view = () => call('GET', '/dashboard');
  const raw = () =>
    asServed(`select direction, status, count(*), sum(wait_ms), sum(talk_ms), to_extension,
      extract(hour from started_at) from call where started_at > now() - interval '1 day'
      group by 1, 2, 6, 7`);
  const of = async (what: string, runs: number, work: () => Promise<unknown>) => {
    await times(3, work);
    const { took, databaseCpuMs } = await cost(sql, runs, work);
    return { what, p50Ms: at(took, 0.5), databaseCpuMs };
  };
  return [await of('dashboard of today', 40, view), await of('one of its sums from the calls of a day', 5, raw)];
}
