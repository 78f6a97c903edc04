import { fillQuickly, type Sql } from './product.ts';

const text = (list: readonly string[], by: number) =>
  `(array['${list.join("','")}'])[1 + (n / ${by}) % ${list.length}]`;
const surname = text(['Nguyễn', 'Trần', 'Lê', 'Phạm', 'Huỳnh', 'Hoàng', 'Phan', 'Vũ', 'Đặng', 'Bùi', 'Đỗ'], 1);
const middle = text(['Văn', 'Thị', 'Hữu', 'Đức', 'Ngọc', 'Minh', 'Quang', 'Thanh'], 11);
const given = text(['Hoa', 'Lan', 'Hùng', 'Dũng', 'Quỳnh', 'Trang', 'Linh', 'Phương', 'Thảo', 'Hạnh', 'Sơn'], 88);
const numberOf = (n: string) => `'+849' || lpad((${n} * 7919 % 100000000)::text, 8, '0')`;
const customer = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;

/** The number of the n-th customer, as a carrier writes it. */
export const customerNumber = (n: number): string => `09${String((n * 7_919) % 100_000_000).padStart(8, '0')}`;

/** Customers of a company, each with a number, and calls with them in turn in the last ten days, the newest first. */
export async function fillCustomersAndCalls(
  sql: Sql,
  tenantId: string,
  {
    customers,
    calls,
    more = {},
  }: {
    customers: number;
    calls: number;
    /** Further columns of the n-th customer, as SQL. */
    more?: Readonly<Record<string, string>>;
  },
): Promise<void> {
  const columns = { status: `'${tenantId}'`, ...more };
  const all = `from generate_series(1, ${customers}) as n`;
  await sql(`insert into profile_status (tenant_id, id, name) values ('${tenantId}', '${tenantId}', 'Thử tải')`);
  await fillQuickly(sql, 'customer', {
    at: 'created_at',
    rows: `insert into customer (tenant_id, id, numbers, name, code, created_at, ${Object.keys(columns).join(', ')})
      select '${tenantId}', ${customer}, array[${numberOf('n::bigint')}],
      ${surname} || ' ' || ${middle} || ' ' || ${given} || case when n % 5000 = 0 then ' Hiếm' else '' end, 'KH' || n,
      now() - n * interval '0.7 s',
      ${Object.values(columns).join(', ')} ${all}`,
  });
  await fillQuickly(sql, 'customer_phone', {
    rows: `insert into customer_phone (tenant_id, id, customer_id, e164)
      select '${tenantId}', gen_random_uuid(), ${customer}, ${numberOf('n::bigint')} ${all}`,
  });
  const seconds = 800_000 / calls;
  await fillQuickly(sql, 'call', {
    at: 'started_at',
    rows: `select create_call_month((now() - make_interval(days => n))::date) from generate_series(0, 30) as n;
      insert into call (tenant_id, id, started_at, revision, direction, status, stage, ended_at, dialled, service_number,
        outside_number, to_extension, agent_extension, wait_ms, talk_ms)
      select '${tenantId}', gen_random_uuid(), now() - n * interval '${seconds} s', 1, 'inbound',
        case n % 3 when 0 then 'missed' else 'answered' end, 'ended', now(), '02871000101', '+842871000101',
        ${numberOf(`(1 + (n - 1) % ${customers})::bigint`)},
        (100 + n % 50)::text, case n % 3 when 0 then '' else (100 + n % 50)::text end, n % 20000, 40000
      from generate_series(1, ${calls}) as n`,
  });
}
