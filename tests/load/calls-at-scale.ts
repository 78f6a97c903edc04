/**
 * A million calls and a million customers of one company, over HTTP: the history searched by parts of numbers, by whole ones in
 * several spellings and by names, beside the naive search under row-level security (`ratio`, at the median); its pages; and the
 * dashboard of a day of a hundred thousand calls: what one view costs PostgreSQL, beside the same sums made from the calls.
 * Prints one JSON object.
 *
 *   node tests/load/calls-at-scale.ts [--rows=1000000]
 */
import { parseArgs } from 'node:util';

import { at, cost, fillQuickly, type Product, rounded, type Sql, tell, times, withProduct } from './product.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });
const ROWS = Number(values.rows);
const text = (list: readonly string[], by: number) =>
  `(array['${list.join("','")}'])[1 + (n / ${by}) % ${list.length}]`;
const surname = text(['Nguyễn', 'Trần', 'Lê', 'Phạm', 'Huỳnh', 'Hoàng', 'Phan', 'Vũ', 'Đặng', 'Bùi', 'Đỗ'], 1);
const middle = text(['Văn', 'Thị', 'Hữu', 'Đức', 'Ngọc', 'Minh', 'Quang', 'Thanh'], 11);
const given = text(['Hoa', 'Lan', 'Hùng', 'Dũng', 'Quỳnh', 'Trang', 'Linh', 'Phương', 'Thảo', 'Hạnh', 'Sơn'], 88);
const number = `'+849' || lpad((n::bigint * 7919 % 100000000)::text, 8, '0')`;
const customer = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;

const result = await withProduct(fill, async (product) => ({
  rows: ROWS,
  search: await searches(product),
  pages: await pages(product),
  dashboard: await dashboard(product),
}));
console.log(JSON.stringify(result, null, 2));

async function fill(sql: Sql, tenantId: string): Promise<void> {
  const all = `from generate_series(1, ${ROWS}) as n`;
  await sql(`insert into profile_status (tenant_id, id, name) values ('${tenantId}', '${tenantId}', 'Thử tải')`);
  await fillQuickly(sql, 'customer', {
    at: 'created_at',
    rows: `insert into customer (tenant_id, id, status, numbers, name, code, created_at)
      select '${tenantId}', ${customer}, '${tenantId}', array[${number}],
      ${surname} || ' ' || ${middle} || ' ' || ${given} || case when n % 5000 = 0 then ' Hiếm' else '' end, 'KH' || n,
      now() - n * interval '0.7 s' ${all}`,
  });
  await fillQuickly(sql, 'customer_phone', {
    rows: `insert into customer_phone (tenant_id, id, customer_id, e164)
      select '${tenantId}', gen_random_uuid(), ${customer}, ${number} ${all}`,
  });
  await fillQuickly(sql, 'call', {
    at: 'started_at',
    rows: `select create_call_month((now() - make_interval(days => n))::date) from generate_series(0, 30) as n;
      insert into call (tenant_id, id, started_at, revision, direction, status, stage, ended_at, dialled, service_number,
        outside_number, to_extension, agent_extension, wait_ms, talk_ms)
      select '${tenantId}', gen_random_uuid(), now() - n * interval '0.8 s', 1, 'inbound',
        case n % 3 when 0 then 'missed' else 'answered' end, 'ended', now(), '02871000101', '+842871000101', ${number},
        (100 + n % 50)::text, case n % 3 when 0 then '' else (100 + n % 50)::text end, n % 20000, 40000 ${all}`,
  });
  await sql(`set session_replication_role = replica;
    insert into account (tenant_id, id, email, name, password_hash, role_id, extension)
      select '${tenantId}', gen_random_uuid(), n || '@load', 'Máy ' || n, '', role.id, n::text
      from role, generate_series(100, 149) as n;
    set session_replication_role = origin;
    select set_config('app.tenant', '${tenantId}', false);
    select rebuild_call_sums(now() - interval '40 days', now() + interval '1 day')`);
  await sql('vacuum analyze call_sum, agent_sum, account');
}

async function searches({ call, asServed, sql }: Product) {
  tell('searches');
  const one = String((7_919 * 4_321) % 100_000_000).padStart(8, '0');
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
    asServed(`select direction, status, count(*), sum(wait_ms), sum(talk_ms), agent_extension,
      extract(hour from started_at) from call where started_at > now() - interval '1 day'
      group by 1, 2, 6, 7`);
  const of = async (what: string, runs: number, work: () => Promise<unknown>) => {
    await times(3, work);
    const { took, databaseCpuMs } = await cost(sql, runs, work);
    return { what, p50Ms: at(took, 0.5), databaseCpuMs };
  };
  return [await of('dashboard of today', 40, view), await of('one of its sums from the calls of a day', 5, raw)];
}
