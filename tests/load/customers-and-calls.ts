import { fillQuickly, type Sql, unsafely } from './product.ts';

const text = (list: readonly string[], by: number) =>
  `(array['${list.join("','")}'])[1 + (n / ${by}) % ${list.length}]`;
const surname = text(['Nguyễn', 'Trần', 'Lê', 'Phạm', 'Huỳnh', 'Hoàng', 'Phan', 'Vũ', 'Đặng', 'Bùi', 'Đỗ'], 1);
const middle = text(['Văn', 'Thị', 'Hữu', 'Đức', 'Ngọc', 'Minh', 'Quang', 'Thanh'], 11);
const given = text(['Hoa', 'Lan', 'Hùng', 'Dũng', 'Quỳnh', 'Trang', 'Linh', 'Phương', 'Thảo', 'Hạnh', 'Sơn'], 88);
const numberOf = (n: string) => `'+849' || lpad((${n} * 7919 % 90000000)::text, 8, '0')`;
const customer = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;

/** The number of the n-th customer, as a carrier writes it: from 090 to 098, for not every number after 099 is one. */
export const customerNumber = (n: number): string => `09${String((n * 7_919) % 90_000_000).padStart(8, '0')}`;

/**
 * Customers of a company, each with a number, and calls with them in turn in the last ten days, the newest first. Every tenth was
 * never called, and of the others every fifth not within the last thirty days.
 */
export const fillCustomersAndCalls = (sql: Sql, tenantId: string, given: Wanted): Promise<void> =>
  unsafely(sql, () => fill(sql, tenantId, given));

interface Wanted {
  readonly customers: number;
  readonly calls: number;
  /** Further columns of the n-th customer, as SQL. */
  readonly more?: Readonly<Record<string, string>>;
}

async function fill(sql: Sql, tenantId: string, { customers, calls, more = {} }: Wanted): Promise<void> {
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
  const called = `((n - 1) % ${Math.max(1, Math.floor((9 * customers) / 10))})`;
  await fillQuickly(sql, 'call', {
    at: 'started_at',
    rows: `select create_call_month((now() - make_interval(days => n))::date) from generate_series(0, 60, 10) as n;
      insert into call (tenant_id, id, started_at, revision, direction, status, stage, ended_at, dialled, service_number,
        outside_number, to_extension, agent_extension, wait_ms, talk_ms)
      select '${tenantId}', gen_random_uuid(), date_trunc('milliseconds', now() - n * interval '${seconds} s') - (${called} % 5 / 4) * interval '30 days', 1, 'inbound',
        case n % 3 when 0 then 'missed' else 'answered' end, 'ended', now(), '02871000101', '+842871000101',
        ${numberOf(`(1 + ${called} + ${called} / 9)::bigint`)},
        (100 + n % 50)::text, case n % 3 when 0 then '' else (100 + n % 50)::text end, n % 20000, 40000
      from generate_series(1, ${calls}) as n`,
  });
  await fillQuickly(sql, 'number_contact', {
    rows: `insert into number_contact (tenant_id, e164, at)
      select tenant_id, outside_number, max(started_at) from call where tenant_id = '${tenantId}' group by 1, 2`,
  });
  await fillQuickly(sql, 'customer_contact', {
    rows: `insert into customer_contact (tenant_id, customer_id, at, created_at)
      select phone.tenant_id, phone.customer_id, coalesce(known.at, '-infinity'), customer.created_at
      from customer
        join customer_phone as phone on phone.tenant_id = customer.tenant_id and phone.customer_id = customer.id
        left join number_contact as known on known.tenant_id = phone.tenant_id and known.e164 = phone.e164
      where customer.tenant_id = '${tenantId}'`,
  });
}
