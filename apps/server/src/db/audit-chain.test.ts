import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnedTestDatabase, ownedTestDatabase } from '../../testing/database.ts';
import { newId } from '../kernel/new-id.ts';
import { audit } from './audit.ts';

let database: OwnedTestDatabase;
let owner: pg.Client;
const actor = { accountId: null, network: 'test', requestId: 'test' };

beforeAll(async () => {
  database = await ownedTestDatabase();
  owner = database.owner;
});

afterAll(() => database.close());

async function company(): Promise<string> {
  const id = newId();
  await owner.query('insert into tenant (id, code, name, sip_domain) values ($1, $2, $2, $2)', [id, id.slice(-12)]);
  return id;
}

const write = (tenant: string, subjectId: string, after?: unknown) =>
  database.db.inTenant(tenant, (trx) => audit(trx, actor, { action: 'try', subject: 'thing', subjectId, after }));

const faults = (tenant: string) =>
  database.db.inTenant(tenant, async (trx) => {
    const { rows } = await sql<{ seq: number | null; fault: string }>`select seq, fault from audit_faults()`.execute(
      trx,
    );
    return rows;
  });

test('entries of many transactions at once make one chain without a gap, each tenant its own', async () => {
  const [one, other] = [await company(), await company()];
  await Promise.all(
    Array.from({ length: 30 }, (_, n) => write(n % 3 === 0 ? other : one, `${n}`, { b: n, a: { z: 1, y: [n] } })),
  );
  const linked = await database.db.inTenant(one, (trx) =>
    trx.selectFrom('audit_link').select('seq').orderBy('seq').execute(),
  );
  expect(linked.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  expect([await faults(one), await faults(other)]).toEqual([[], []]);
});

test('what is rolled back leaves neither entry nor link', async () => {
  const tenant = await company();
  await write(tenant, 'a');
  await expect(
    database.db.inTenant(tenant, async (trx) => {
      await audit(trx, actor, { action: 'try', subject: 'thing', subjectId: 'b' });
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await write(tenant, 'c');
  expect(await faults(tenant)).toEqual([]);
});

test('two who audit and change the same row in different order both come through', async () => {
  const tenant = await company();
  const row = newId();
  await database.db.inTenant(tenant, (trx) => trx.insertInto('branch').values({ id: row, name: 'Huế' }).execute());
  const touch = (name: string) => (trx: Parameters<Parameters<typeof database.db.inTenant>[1]>[0]) =>
    trx.updateTable('branch').set({ name }).where('id', '=', row).execute();
  const entry = { action: 'update', subject: 'branch', subjectId: row };
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      database.db.inTenant(tenant, async (trx) => {
        if (n % 2 === 0) await audit(trx, actor, entry);
        await touch(`Huế ${n}`)(trx);
        if (n % 2 === 1) await audit(trx, actor, entry);
      }),
    ),
  );
  expect(await faults(tenant)).toEqual([]);
});

const tampering: readonly [string, string, string, object[]][] = [
  [
    'changed',
    "update audit set action = 'nothing' where tenant_id = $1 and subject_id = '2'",
    '2',
    [{ seq: 2, fault: 'changed' }],
  ],
  ['taken away', "delete from audit where tenant_id = $1 and subject_id = '2'", '2', [{ seq: 2, fault: 'missing' }]],
  [
    'unlinked',
    'delete from audit_link where tenant_id = $1 and seq = 2',
    '2',
    [
      { seq: 3, fault: 'gap' },
      { seq: 3, fault: 'broken' },
      { seq: null, fault: 'unlinked' },
    ],
  ],
  [
    'cut off at the end',
    'delete from audit_link where tenant_id = $1 and seq = 4',
    '4',
    [
      { seq: 4, fault: 'cut' },
      { seq: null, fault: 'unlinked' },
    ],
  ],
];

test.each(tampering)(
  'an entry that was %s by whoever may do everything is found',
  async (_name, statement, _at, found) => {
    const tenant = await company();
    for (const n of [1, 2, 3, 4]) await write(tenant, `${n}`);
    await owner.query(statement, [tenant]);
    expect(await faults(tenant)).toEqual(found);
  },
);

test('the serving role neither links, nor moves the head, nor takes the trail away with its tenant', async () => {
  const tenant = await company();
  await write(tenant, 'a');
  const tries = [
    'delete from audit_link',
    "update audit_link set hash = ''",
    'update audit_head set seq = 0',
    "insert into audit_link (seq, audit_id, at, digest, hash) values (2, current_tenant(), now(), '', '')",
    'truncate audit',
    'select link_audit_entry(audit) from audit',
  ];
  for (const statement of tries) {
    await expect(database.db.inTenant(tenant, (trx) => sql.raw(statement).execute(trx))).rejects.toThrow('denied');
  }
  await owner.query('delete from tenant where id = $1', [tenant]);
  const { rows } = await owner.query('select subject_id from audit where tenant_id = $1', [tenant]);
  expect(rows).toEqual([{ subject_id: 'a' }]);
});

const old = (tenant: string, subjectId: string, monthsAgo: number) =>
  database.db.inTenant(tenant, (trx) =>
    sql`insert into audit (id, at, action, subject, subject_id)
      values (${newId()}, date_trunc('month', now()) - make_interval(months => ${monthsAgo}) + interval '3 days', 'try', 'thing', ${subjectId})`.execute(
      trx,
    ),
  );
const expire = (tenant: string) =>
  database.db.inTenant(tenant, async (trx) => {
    const { rows } = await sql<{ n: number }>`select expire_audit(${newId()}) as n`.execute(trx);
    return rows[0]?.n;
  });
const keep = (tenant: string, days: number) =>
  owner.query('insert into system_setting (tenant_id, keep_audit_days) values ($1, $2)', [tenant, days]);
const kept = async (tenant: string) => {
  const { rows } = await owner.query(
    'select audit.action, subject_id from audit join audit_link as link on link.audit_id = audit.id where audit.tenant_id = $1 order by seq',
    [tenant],
  );
  return rows.map(({ action, subject_id }) => (action === 'anchor' ? 'anchor' : subject_id));
};

test('months that are kept no longer go behind an anchor, and what stays is proved as before', async () => {
  const tenant = await company();
  await keep(tenant, 90);
  for (const [n, months] of [14, 13, 12, 1].entries()) await old(tenant, `${n}`, months);
  // One that came late into the chain keeps its place: what lies behind a younger one stays.
  await old(tenant, 'late', 12);
  await write(tenant, 'today');
  expect([await expire(tenant), await kept(tenant), await faults(tenant)]).toEqual([
    3,
    ['3', 'late', 'today', 'anchor'],
    [],
  ]);
  // Nothing is left to let go, and nobody anchors nothing.
  expect([await expire(tenant), await faults(tenant)]).toEqual([0, []]);
  await write(tenant, 'tomorrow');
  expect(await kept(tenant)).toEqual(['3', 'late', 'today', 'anchor', 'tomorrow']);
  // What is gone cannot be cut deeper without being seen.
  await owner.query('delete from audit_link where tenant_id = $1 and seq = 4', [tenant]);
  expect(await faults(tenant)).toEqual([
    { seq: 5, fault: 'gap' },
    { seq: 5, fault: 'broken' },
    { seq: null, fault: 'unlinked' },
  ]);
});

test('an anchor of which the trail says nothing is found, and nobody who serves puts one there', async () => {
  const tenant = await company();
  for (const n of [1, 2, 3]) await write(tenant, `${n}`);
  // Whoever may do everything takes the first entry away and makes the chain begin behind it.
  await owner.query(
    `with first as (delete from audit_link where tenant_id = $1 and seq = 1 returning *),
        entry as (delete from audit where tenant_id = $1 and subject_id = '1')
      insert into audit_anchor (tenant_id, seq, hash) select tenant_id, seq, hash from first`,
    [tenant],
  );
  expect(await faults(tenant)).toEqual([{ seq: 1, fault: 'anchor' }]);
  const forged = "insert into audit_anchor (seq, hash) values (3, '')";
  await expect(database.db.inTenant(tenant, (trx) => sql.raw(forged).execute(trx))).rejects.toThrow('denied');
});

test('a company that has chosen nothing keeps its trail, and ninety days stay whatever is chosen', async () => {
  const [silent, short] = [await company(), await company()];
  await old(silent, 'old', 100);
  await owner.query('alter table system_setting drop constraint if exists system_setting_keep_audit_days_check');
  await keep(short, 1);
  await old(short, 'last month', 1);
  expect([await expire(silent), await expire(short)]).toEqual([0, 0]);
});

const forget = (tenant: string, ids: string[], marks: string) =>
  database.db.inTenant(tenant, async (trx) => {
    const { rows } = await sql<{ n: number }>`
      select forget_in_audit(${newId()}, ${ids}::text[], ${marks}, now() - interval '1 day', now() + interval '1 day') as n`.execute(
      trx,
    );
    return rows[0]?.n;
  });
const said = async (tenant: string) => {
  const { rows } = await owner.query(
    `select after from audit where tenant_id = $1 and action = 'try' order by subject_id`,
    [tenant],
  );
  return rows.map(({ after }) => after);
};

test('the trail forgets a person and is proved as before; what is of others in the same entry stays', async () => {
  const tenant = await company();
  await write(tenant, 'a', { name: 'Hoa', phone: '0901' });
  const [gone, stays] = [newId(), newId()];
  const changed = [
    { id: gone, name: 'Hoa' },
    { id: stays, name: 'Lan' },
  ];
  await write(tenant, 'b', { changed, created: [gone, stays], bad: [['Hoa', gone, 'gọi sáng']] });
  await write(tenant, 'c', { name: 'Minh' });
  expect([await forget(tenant, ['a'], gone), await faults(tenant)]).toEqual([2, []]);
  expect(await said(tenant)).toEqual([
    { erased: true },
    { changed: [{ erased: true }, { id: stays, name: 'Lan' }], created: ['–', stays], bad: [['–', '–', '–']] },
    { name: 'Minh' },
  ]);
  // Nothing is left to forget, and no entry says so.
  expect([await forget(tenant, ['a'], gone), await faults(tenant)]).toEqual([0, []]);
});

test('whoever makes the trail forget without its saying so is found, and so is who changes what was not forgotten', async () => {
  const tenant = await company();
  for (const n of ['1', '2', '3', '4']) await write(tenant, n, { name: n });
  await owner.query(`update audit set after = null, salt = null where tenant_id = $1 and subject_id = '1'`, [tenant]);
  await owner.query(`update audit set after = '{"name": "x"}' where tenant_id = $1 and subject_id = '2'`, [tenant]);
  await owner.query(
    `update audit set after = '{"name": "y"}',
      said = sha256(salt || convert_to(jsonb_build_array(before, '{"name": "y"}'::jsonb)::text, 'UTF8'))
      where tenant_id = $1 and subject_id = '3'`,
    [tenant],
  );
  expect(await faults(tenant)).toEqual([1, 2, 3].map((seq) => ({ seq, fault: 'changed' })));
  await expect(database.db.inTenant(tenant, (trx) => sql`update audit set after = null`.execute(trx))).rejects.toThrow(
    'denied',
  );
});
