/**
 * A million customers of one company with ten million calls, over HTTP: searched by names, numbers in every spelling, codes and
 * e-mails, beside the same search as it is written without thinking (`ratio`, at the median); each filter, with its total, beside
 * the same condition under row-level security and an exact count (`ratio`); pages, a card and its timeline; and an export of all
 * and an import by jobs, beside what PostgreSQL itself needs to copy the same rows (`ratio`). What the database refuses after
 * five seconds has no time. Prints one JSON object.
 *
 *   node tests/load/customers-at-scale.ts [--rows=1000000 (more than 5000: fewer are exported without a job)] [--calls=10000000] [--import=100000]
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { importReport } from '@alo/contract';

import { customerNumber, fillCustomersAndCalls } from './customers-and-calls.ts';
import { begun, settled } from './jobs.ts';
import {
  at,
  Busy,
  cost,
  fillQuickly,
  type Product,
  patient,
  rounded,
  type Sql,
  tell,
  timed,
  times,
  unsafely,
  withProduct,
} from './product.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    calls: { type: 'string', default: '10000000' },
    import: { type: 'string', default: '100000' },
  },
});
const [ROWS, CALLS, IMPORTED] = [Number(values.rows), Number(values.calls), Number(values.import)];

/** Rows of a kind by their number, which their ids tell. */
const nth = (kind: number, n: string) =>
  `('0000000${kind}-0000-7000-8000-' || lpad(to_hex((${n})::int), 12, '0'))::uuid`;
const idOf = (kind: number, n: number) => `0000000${kind}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
const [ACCOUNT, STATUS, SOURCE, PROJECT, FIELD] = [1, 2, 3, 4, 5];
const [card, points, area] = [0, 1, 2].map((n) => idOf(FIELD, n)) as [string, string, string];

const measured = await withProduct(fill, async (product) => ({
  customers: ROWS,
  calls: CALLS,
  search: await searches(product),
  filters: await filters(product),
  pages: await pages(product),
  card: await cards(product),
  files: await files(product),
}));
console.log(JSON.stringify(measured, null, 2));

async function fill(sql: Sql, tenantId: string): Promise<void> {
  const some = (table: string, kind: number, count: number) =>
    sql(`insert into ${table} (tenant_id, id, name) select '${tenantId}', ${nth(kind, 'n')}, '${table} ' || n
      from generate_series(0, ${count - 1}) as n`);
  await sql('set session_replication_role = replica');
  await sql(`insert into account (tenant_id, id, email, name, password_hash, role_id)
    select '${tenantId}', ${nth(ACCOUNT, 'n')}, n || '@load', 'Nhân viên ' || n, '', role.id
    from role, generate_series(0, 99) as n`);
  await some('profile_status', STATUS, 8);
  await some('data_source', SOURCE, 20);
  await sql(`insert into project (tenant_id, id, name) select '${tenantId}', ${nth(PROJECT, 'n')}, 'Dự án ' || n
    from generate_series(0, 9) as n`);
  await sql(`insert into customer_field (tenant_id, id, name, kind, choices) values
    ('${tenantId}', '${card}', 'Hạng thẻ', 'one', '{Thường,Bạc,Vàng,Kim cương}'),
    ('${tenantId}', '${points}', 'Điểm', 'number', '{}'), ('${tenantId}', '${area}', 'Khu vực', 'text', '{}')`);
  await sql('set session_replication_role = origin');
  await fillCustomersAndCalls(sql, tenantId, {
    customers: ROWS,
    calls: CALLS,
    more: {
      status: nth(STATUS, 'least(7, floor(8 * power(n % 1000 / 1000.0, 2)))'),
      user_id: nth(ACCOUNT, 'n % 100'),
      data_source_id: nth(SOURCE, 'n % 20'),
      project_id: nth(PROJECT, 'n % 10'),
      email: `'khach' || n || '@example.com'`,
      do_not_call: 'n % 50 = 0',
      own: `jsonb_build_object('${card}', (array['Thường','Thường','Thường','Bạc','Vàng'])[1 + n % 5],
        '${points}', n % 10000, '${area}', 'Quận ' || n % 2000)`,
    },
  });
  await unsafely(sql, () => ofTheirOwn(sql));
}

/** Values of the company's own fields, and what was promised. */
async function ofTheirOwn(sql: Sql): Promise<void> {
  await fillQuickly(sql, 'customer_own', {
    rows: `insert into customer_own (tenant_id, customer_id, field_id, value, number)
      select customer.tenant_id, customer.id, its.* from customer cross join lateral own_values(own) as its`,
  });
  await fillQuickly(sql, 'disposition', {
    rows: `insert into disposition (tenant_id, id, customer_id, outcome, next_call_at, created_at)
      select tenant_id, gen_random_uuid(), id, 'call-again', now() + (row_number() over () % 40 - 20) * interval '1 day', now()
      from customer where code like '%7'`,
  });
  await fillQuickly(sql, 'customer_promise', {
    rows: `insert into customer_promise (tenant_id, customer_id, at, created_at)
      select said.tenant_id, said.customer_id, said.next_call_at, customer.created_at
      from disposition as said join customer on customer.tenant_id = said.tenant_id and customer.id = said.customer_id`,
  });
}

async function compared(
  { call, asServed, sql }: Product,
  query: string,
  naive: string,
): Promise<{
  total: string;
  p50Ms: number | null;
  p95Ms: number | null;
  databaseCpuMs: number | null;
  naiveMs: number | null;
  ratio: number | null;
}> {
  const ask = () => call('GET', `/get-data-filter?${query}`);
  const naively = () =>
    asServed(`set statement_timeout = '60s'; select id from customer as row where ${naive} order by created_at desc, id desc limit 10;
      select count(*) from customer as row where ${naive}`);
  const naiveMs = await timed(naively).then(rounded, () => null);
  try {
    // A server that is busy for a moment is asked once more; what the database gives up is given up again.
    const first = await ask().catch((error: unknown) => (error instanceof Busy ? ask() : Promise.reject(error)));
    const { total, total_capped: capped } = first as { total: number; total_capped: boolean };
    const { took, databaseCpuMs } = await cost(sql, 20, ask);
    const [p50Ms, p95Ms] = [at(took, 0.5), at(took, 0.95)];
    const ratio = naiveMs === null ? null : rounded(p50Ms / naiveMs);
    return { total: `${total}${capped ? '+' : ''}`, p50Ms, p95Ms, databaseCpuMs, naiveMs, ratio };
  } catch (error) {
    if (!(error instanceof Busy)) throw error;
    return { total: 'refused', p50Ms: null, p95Ms: null, databaseCpuMs: null, naiveMs, ratio: null };
  }
}

async function searches(product: Product) {
  tell('searches');
  const number = customerNumber(Math.round(ROWS / 3));
  const has = (words: string) =>
    words
      .split(' ')
      .map((word) => `fold(name || ' ' || code || ' ' || email) like fold('%${word}%')`)
      .join(' and ');
  const numbered = (part: string) =>
    `exists (select from customer_phone where customer_id = row.id and e164 like '%${part}%')`;
  const asked: [string, string][] = [
    ['nguyen', has('nguyen')],
    ['Đặng Thị Quỳnh', has('dang thi quynh')],
    ['hiếm', has('hiem')],
    ['van', has('van')],
    ['khong co ai', has('khong co ai')],
    [number, numbered(number.slice(1))],
    [`+84 ${number.slice(1, 4)} ${number.slice(4)}`, numbered(number.slice(1))],
    [`84${number.slice(1)}`, numbered(number.slice(1))],
    [number.slice(-6), numbered(number.slice(-6))],
    [number.slice(-3), numbered(number.slice(-3))],
    [`KH${ROWS - 7}`, has(`KH${ROWS - 7}`)],
    [`khach${ROWS - 9}@example.com`, has(`khach${ROWS - 9}@example.com`)],
    ['Quận 1234', `own::text like '%Quận 1234%'`],
  ];
  const found = [];
  for (const [word, naive] of asked) {
    found.push({ word, ...(await compared(product, `search=${encodeURIComponent(word)}`, naive)) });
  }
  return found;
}

async function filters(product: Product) {
  tell('filters');
  const own = (wanted: object) => `own=${encodeURIComponent(JSON.stringify(wanted))}`;
  const theirs = `exists (select from customer_phone as p join call on call.outside_number = p.e164
    where p.customer_id = row.id and call.started_at >= `;
  const promised = `(select next_call_at from disposition where customer_id = row.id order by created_at desc, id desc limit 1)`;
  const asked: [string, string, string][] = [
    ['status, common', `status=${idOf(STATUS, 0)}`, `status = '${idOf(STATUS, 0)}'`],
    ['status, rare', `status=${idOf(STATUS, 7)}`, `status = '${idOf(STATUS, 7)}'`],
    ['owner', `user_id=${idOf(ACCOUNT, 7)}`, `user_id = '${idOf(ACCOUNT, 7)}'`],
    [
      'source and project',
      `data_source_id=${idOf(SOURCE, 3)}&project_id=${idOf(PROJECT, 3)}`,
      `data_source_id = '${idOf(SOURCE, 3)}' and project_id = '${idOf(PROJECT, 3)}'`,
    ],
    ['do not call', 'do_not_call=1', 'do_not_call'],
    [
      'created last week',
      `created_from=${new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10)}`,
      `created_at > now() - interval '6 days'`,
    ],
    ['called within a week', 'last_contact=within-7', `${theirs} now() - interval '7 days')`],
    ['not called for a week', 'last_contact=not-7', `not ${theirs} now() - interval '7 days')`],
    ['not called for 38 days', 'last_contact=not-38', `not ${theirs} now() - interval '38 days')`],
    ['never called', 'last_contact=never', `not ${theirs} '-infinity')`],
    [
      'not called for a week, owner',
      `last_contact=not-7&user_id=${idOf(ACCOUNT, 7)}`,
      `user_id = '${idOf(ACCOUNT, 7)}' and not ${theirs} now() - interval '7 days')`,
    ],
    ['promise is due', 'promise=due', `${promised} < now()`],
    ['own field, common', own({ [card]: { is: 'Thường' } }), `own ->> '${card}' = 'Thường'`],
    ['own field, rare', own({ [area]: { is: 'Quận 77' } }), `own ->> '${area}' = 'Quận 77'`],
    ['own field, none', own({ [card]: { is: 'Kim cương' } }), `own ->> '${card}' = 'Kim cương'`],
    ['own field, range', own({ [points]: { from: 9_990 } }), `(own ->> '${points}')::numeric >= 9990`],
    [
      'two own fields',
      own({ [card]: { is: 'Vàng' }, [points]: { from: 100, to: 120 } }),
      `own ->> '${card}' = 'Vàng' and (own ->> '${points}')::numeric between 100 and 120`,
    ],
    [
      'words and status',
      `search=nguyen&status=${idOf(STATUS, 7)}`,
      `fold(name) like '%nguyen%' and status = '${idOf(STATUS, 7)}'`,
    ],
  ];
  const found = [];
  for (const [filter, query, naive] of asked) found.push({ filter, ...(await compared(product, query, naive)) });
  return found;
}

async function pages({ call }: Product) {
  tell('pages');
  const found = [];
  for (const page of [1, ROWS / 20, ROWS / 10]) {
    const ask = () => call('GET', `/get-data-filter?page=${page}`);
    await ask();
    found.push({ page, p50Ms: at(await times(20, ask), 0.5) });
  }
  const [first] = found;
  return found.map((one) => ({ ...one, ratio: rounded(one.p50Ms / (first?.p50Ms ?? 1)) }));
}

async function cards({ call, sql }: Product) {
  tell('a card');
  const id = (n: number) => idOf(0, 1 + ((n * 7_919) % ROWS));
  const what: [string, (n: number) => string][] = [
    ['card', (n) => `/customer/${id(n)}`],
    ['timeline', (n) => `/customer/${id(n)}/timeline`],
    ['by number', (n) => `/customer-by-phone?phone=${customerNumber(1 + ((n * 7_919) % ROWS))}`],
    ['duplicates by name', () => '/customer-duplicates?name=Nguy%E1%BB%85n%20V%C4%83n%20Hoa'],
  ];
  const found = [];
  for (const [name, path] of what) {
    const { took, databaseCpuMs } = await cost(sql, 30, (n) => call('GET', path(n)));
    found.push({ what: name, p50Ms: at(took, 0.5), p95Ms: at(took, 0.95), databaseCpuMs });
  }
  return found;
}

async function files({ call: ask, sql, tenantId }: Product) {
  const call = patient(ask);
  // The database may run as another user, and the product lets nobody else into its own folder.
  const folder = await mkdtemp(join(tmpdir(), 'alo-copies-'));
  await chmod(folder, 0o777);
  try {
    tell('export');
    const copiedOut = await timed(() =>
      sql(`copy (select * from customer where tenant_id = '${tenantId}' order by created_at desc, id desc)
        to '${join(folder, 'out.csv')}' csv`),
    );
    const out = await timed(async () => settled(call, await begun(call('GET', '/customers/export?format=csv'))));
    tell('import');
    const lines = Array.from(
      { length: IMPORTED },
      (_, n) => `Khách nhập ${n},059${String(1_000_000 + n)},N${n},Bạc,${n}`,
    );
    const form = new FormData();
    form.append('subject', 'customer');
    const content = `Tên khách hàng,Số điện thoại,Mã KH,Hạng thẻ,Điểm\n${lines.join('\n')}`;
    form.append('file', new Blob([content], { type: 'text/csv' }), 'khach.csv');
    const id = await begun(call('POST', '/imports', form));
    const { mapping } = importReport.parse((await settled(call, id)).report);
    const checked = await timed(async () => {
      await call('POST', `/import/${id}/check`, { mapping, existing: 'skip' });
      await settled(call, id);
    });
    const taken = await timed(async () => {
      await call('POST', `/import/${id}/run`, {});
      const { counts } = importReport.parse((await settled(call, id)).report);
      if (counts?.created !== IMPORTED) throw new Error(`Not all were imported: ${JSON.stringify(counts)}`);
    });
    await sql(`copy (select gen_random_uuid(), 'Khách chép ' || n, '{+8452' || (30000000 + n) || '}', 'C' || n,
      '${idOf(STATUS, 0)}' from generate_series(1, ${IMPORTED}) as n) to '${join(folder, 'in.csv')}' csv`);
    await sql(`alter table customer alter tenant_id set default '${tenantId}'`);
    const copiedIn = await timed(() =>
      sql(`copy customer (id, name, numbers, code, status) from '${join(folder, 'in.csv')}' csv`),
    );
    const line = (what: string, rows: number, ms: number, copied: number) => ({
      what,
      rows,
      seconds: rounded(ms / 1_000),
      rowsPerSecond: Math.round((1_000 * rows) / ms),
      copySeconds: rounded(copied / 1_000),
      ratio: rounded(ms / copied),
    });
    return [
      line('export, csv', ROWS, out, copiedOut),
      line('import, tried out', IMPORTED, checked, copiedIn),
      line('import', IMPORTED, taken, copiedIn),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}
