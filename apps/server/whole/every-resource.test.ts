import { api, type CrudContract, pageSize, pageSizeCap, trailScreens } from '@alo/contract';
import { hasAll, oneIn } from '@alo/testing/in-depth';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { newId } from '../src/kernel/new-id.ts';
import { type TestApp, type TestTenant, testApp } from '../testing/app.ts';
import {
  cruds,
  makeRow,
  namedEndpoints,
  rowOfEverything,
  send,
  sizeOf,
  type TestRows,
  tableOfRow,
} from '../testing/endpoints.ts';
import { fieldsOf, type Sampler } from '../testing/samples.ts';

/** What every administered resource must keep to, tried on each of them: a new one is covered by being in the contract. */
let app: TestApp;
let tenant: TestTenant;
let superuser: pg.Client;
let rows: TestRows;
let token: string;

beforeAll(async () => {
  app = await testApp();
  tenant = await app.tenant('mot');
  token = tenant.admin.token;
  superuser = new pg.Client({ connectionString: app.url });
  await superuser.connect();
  rows = await rowOfEverything(app, tenant, 'thu');
  // Whoever looks after a customer is of a department, and whoever has a target of a team.
  await superuser.query('update account set department_id = $2, team_id = $3 where id = $1', [
    tenant.admin.accountId,
    rows.departments,
    rows.teams,
  ]);
});

afterAll(async () => {
  await superuser.end();
  await app.close();
});

async function made(contract: CrudContract) {
  const row = await makeRow(app, tenant, contract, { rows, secret: 'thu' });
  if (row === undefined) throw new Error(`Nothing makes a row of ${contract.screen}.`);
  return row;
}

const trailOf = (id: string) =>
  app.db.inTenant(tenant.id, (trx) =>
    trx
      .selectFrom('audit')
      .where('subject_id', '=', id)
      .select(['action', 'account_id', 'before', 'after'])
      .orderBy('at')
      .execute(),
  );

/** The row as a form would send it back, one text changed. */
function changed(contract: CrudContract, row: Record<string, unknown>) {
  const text = textIn(contract);
  return { ...row, ...(text === undefined ? {} : { [text]: `đổi ${crypto.randomUUID().slice(0, 8)}` }) };
}

const textsIn = ({ input }: CrudContract) =>
  Object.entries(fieldsOf(input)).flatMap(([name, field]) =>
    typeof field === 'object' && field.type === 'string' && field.pattern === undefined && field.enum === undefined
      ? [name]
      : [],
  );
const textIn = (contract: CrudContract) => textsIn(contract)[0];

/** All that a list shows here. */
const listed = async ({ list }: CrudContract): Promise<readonly Record<string, unknown>[]> =>
  (await send(app, list, 'mot', { token, query: { [sizeOf(list)]: String(pageSizeCap) } })).json().data;

test('a list that shows what rows of another one are called says so: it is read again when they are', async () => {
  const lists = await Promise.all(
    cruds.map(async ([name, contract]) => ({ name, contract, data: await listed(contract) })),
  );
  const called = Map.groupBy(
    lists.flatMap(({ contract, data }) => data.map((row) => ({ name: contract.called(row), of: contract.screen }))),
    ({ name }) => name,
  );
  const unsaid = lists.flatMap(({ name, contract, data }) => {
    const own = fieldsOf(contract.input);
    const texts = data.flatMap((row) =>
      Object.entries(row).flatMap(([field, value]) => (Object.hasOwn(own, field) ? [] : value)),
    );
    const shown = texts.flatMap((text) => called.get(String(text)) ?? []).map(({ of }) => of);
    return [...new Set(shown)].filter((of) => !contract.list.rowsOf.includes(of)).map((of) => `${name} shows ${of}`);
  });
  expect(unsaid, 'the contract says it in `shows`').toEqual([]);
});

test.each(cruds)('%s: what was added is answered, found, listed and called by something', async (_name, contract) => {
  const row = await made(contract);
  expect((await send(app, contract.get, 'mot', { token, id: row.id })).json()).toEqual(row);
  const { data } = (await send(app, contract.list, 'mot', { token })).json();
  expect(data).toContainEqual(row);
  expect(contract.called(row)).not.toBe('');
});

test.each(cruds)(
  '%s: each change is in the trail once, with who did it and what was before',
  async (_name, contract) => {
    const row = await made(contract);
    const answer = await send(app, contract.update, 'mot', { token, id: row.id, body: changed(contract, row) });
    const after = answer.json();
    expect([answer.statusCode, after.version]).toEqual([200, 2]);
    await send(app, contract.remove, 'mot', { token, id: row.id });
    const account_id = tenant.admin.accountId;
    expect(await trailOf(row.id)).toEqual([
      { action: 'create', account_id, before: null, after: row },
      { action: 'update', account_id, before: row, after },
      { action: 'delete', account_id, before: after, after: null },
    ]);
  },
);

test.each(cruds)(
  '%s: who saves or deletes what somebody else has changed is told, and changes nothing',
  async (_name, contract) => {
    const row = await made(contract);
    const saves = await Promise.all(
      [1, 2, 3].map(() => send(app, contract.update, 'mot', { token, id: row.id, body: changed(contract, row) })),
    );
    const [winner, ...others] = saves.toSorted((a, b) => a.statusCode - b.statusCode);
    expect(saves.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    for (const late of others) expect([late.json().code, late.json().current]).toEqual(['conflict', winner?.json()]);

    const stale = await send(app, contract.remove, 'mot', { token, id: row.id, query: { version: '1' } });
    expect([stale.statusCode, stale.json().current]).toEqual([409, winner?.json()]);
    const many = await send(app, contract.removeMany, 'mot', { token, body: { rows: [{ id: row.id, version: 1 }] } });
    const kept = [{ id: row.id, code: 'conflict', used_by: [] }];
    expect(many.json()).toEqual({ deleted: [], refused: kept, undo: null });

    const answers = await Promise.all([1, 2, 3].map(() => send(app, contract.remove, 'mot', { token, id: row.id })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
    expect((await trailOf(row.id)).map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
  },
);

test.each(cruds)('%s: the trail knows the screen that its rows stand on', async (_name, contract) => {
  const { id } = await made(contract);
  const table = await tableOfRow(app, tenant, String(id));
  // Both lists of blocked numbers are one table.
  const screen = table === 'block_list' ? 'list-of-blocked-incoming-numbers' : contract.screen;
  expect(trailScreens[table], `the line of ${table} in trailScreens of the contract's company/audit.ts`).toBe(screen);
});

test.each(cruds)('%s: nobody writes what is not theirs to fill in', async (_name, contract) => {
  const stranger = await app.tenant(`la-${crypto.randomUUID().slice(0, 8)}`);
  const forged = {
    id: newId(),
    tenant_id: stranger.id,
    version: 7,
    created_by: stranger.admin.accountId,
    updated_by: stranger.admin.accountId,
    created_at: '2000-01-01T00:00:00Z',
    updated_at: '2000-01-01T00:00:00Z',
  };
  const row = await made(contract);
  const body = { ...changed(contract, row), ...forged };
  const table = await tableOfRow(app, tenant, row.id);
  const [added, saved] = [
    await send(app, contract.create, 'mot', { token, body }),
    await send(app, contract.update, 'mot', {
      token,
      id: row.id,
      body: { ...body, ...changed(contract, row), version: 1 },
    }),
  ];
  for (const answer of [added, saved]) {
    // What may stand only once is refused; what is taken is taken without what was forged.
    if (answer.statusCode === 409) continue;
    expect(answer.statusCode).toBe(200);
    const { rows: stored } = await superuser.query(
      `select id, tenant_id, version, created_by, updated_by, created_at > '2001-01-01' as recent from "${table}" where id = $1`,
      [answer.json().id],
    );
    const own = { tenant_id: tenant.id, created_by: tenant.admin.accountId, updated_by: tenant.admin.accountId };
    expect(stored).toEqual([{ id: answer.json().id, version: expect.any(Number), recent: true, ...own }]);
    expect(answer.json().id).not.toBe(forged.id);
    expect(answer.json().version).toBeLessThan(forged.version);
  }
});

test.each(cruds)(
  '%s: a page has ten rows, and never more than a thousand however many are asked for',
  async (_name, contract) => {
    const row = await made(contract);
    const full = await app.tenant(`day-${crypto.randomUUID().slice(0, 8)}`);
    const admin = full.admin.token;
    const size = sizeOf(contract.list);
    const asked = async (query: Record<string, string>) =>
      (await send(app, contract.list, full.code, { token: admin, query })).json();
    // A company has a role from its first day.
    const count = pageSizeCap + 1 - (await asked({})).total;
    await copies(await tableOfRow(app, tenant, row.id), { of: row.id, to: full.id, count });
    expect((await asked({})).data).toHaveLength(pageSize);
    const most = await asked({ [size]: '9999999' });
    expect([most.data.length, most.total, most.total_capped]).toEqual([pageSizeCap, pageSizeCap + 1, false]);
    const rest = await asked({ [size]: '9999999', page: '2' });
    expect(rest.data).toHaveLength(1);
  },
);

test.each(cruds)('%s: every text of the form is kept, and none is forgotten by an export', async (_name, contract) => {
  const row = await made(contract);
  const own = (name: string) => [name, `${name.slice(0, 8)} ${crypto.randomUUID().slice(0, 8)}`] as const;
  const texts = Object.fromEntries(
    textsIn(contract)
      .filter((name) => typeof row[name] === 'string')
      .map(own)
      .filter(([name, text]) => contract.input.safeParse({ ...row, [name]: text }).success),
  );
  const saved = await send(app, contract.update, 'mot', { token, id: row.id, body: { ...row, ...texts } });
  expect(saved.json()).toMatchObject(texts);
  const { payload } = await send(app, contract.export, 'mot', { token, query: { format: 'csv' } });
  for (const text of Object.values(texts)) expect(payload).toContain(text);
});

test.each(cruds)('%s: a text is kept as it was written, however strange', async (_name, contract) => {
  const field = textIn(contract);
  if (field === undefined) return;
  let row = await made(contract);
  for (const text of [
    "Rob'); drop table",
    '<b>&amp;</b>',
    '=1+1',
    '{{7*7}}',
    '%_\\',
    '👩‍👩‍👧 İı',
    '$1 :name ?',
    'null',
  ]) {
    const saved = await send(app, contract.update, 'mot', { token, id: row.id, body: { ...row, [field]: text } });
    expect([saved.statusCode, saved.json()[field]]).toEqual([200, text]);
    row = saved.json();
    const { data } = (
      await send(app, contract.list, 'mot', { token, query: { search: text.split(' ')[0] ?? '' } })
    ).json();
    expect([text, data.map(({ id }: { id: string }) => id)]).toEqual([text, expect.arrayContaining([row.id])]);
  }
  await send(app, contract.remove, 'mot', { token, id: row.id });
});

test.each(cruds)('%s: what has changed is told in the order that it changed, by an index', async (_name, contract) => {
  const [first, second] = [await made(contract), await made(contract)];
  const moment = String(second['created_at']);
  for (const row of [second, first]) {
    await send(app, contract.update, 'mot', { token, id: row.id, body: changed(contract, row) });
  }
  const query = { updated_since: moment, [sizeOf(contract.list)]: '9999999' };
  const { data } = (await send(app, contract.list, 'mot', { token, query })).json();
  expect(data.slice(-2).map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
  const { rows: indexes } = await superuser.query<{ indexdef: string }>(
    'select indexdef from pg_indexes where tablename = $1',
    [await tableOfRow(app, tenant, first.id)],
  );
  expect(indexes.some(({ indexdef }) => indexdef.includes('(tenant_id, updated_at, id)'))).toBe(true);
  for (const row of [first, second]) await send(app, contract.remove, 'mot', { token, id: row.id });
});

/** What has come out changed elsewhere: the other direction, joined signs, half of a character, more than fits anywhere. */
const odd = {
  'right to left': 'مرحبا بالعالم שלום',
  'turned round': 'giá \u202Egnud gnuhc\u202C cuối',
  emoji: '👩🏽‍🚒🇻🇳 ☎️ e\u0301',
  'half a character': 'nửa \ud83d chữ',
  nothing: 'a\u0000b',
  'ten thousand': 'ế'.repeat(10_000),
};
const everyText = cruds
  .flatMap(([name, contract]) => textsIn(contract).map((field) => [name, field, contract] as const))
  .map((each, place) => [...each, place] as const);

test.each(everyText)('%s: whatever is written in %s is kept or refused in words', async (_, field, contract, place) => {
  let row = await made(contract);
  const seen: { what: string; read: boolean[] }[] = [];
  for (const [what, text] of oneIn(3, Object.entries(odd), place)) {
    const body = { ...row, [field]: text };
    const saved = await send(app, contract.update, 'mot', { token, id: row.id, body });
    const parsed = contract.input.safeParse(body);
    const isRefused = !parsed.success || /\0|\ud83d(?![\udc00-\udfff])/.test(text);
    const { fields = {}, [field]: kept } = saved.json();
    const hasWords = typeof fields[field] === 'string' && fields[field] !== '';
    expect({ what, status: saved.statusCode, kept, hasWords }).toEqual({
      what,
      status: isRefused ? 422 : 200,
      kept: isRefused ? undefined : parsed.data?.[field],
      hasWords: isRefused,
    });
    if (isRefused) continue;
    row = saved.json();
    const size = { [sizeOf(contract.list)]: '9999999' };
    const [one, list, sheet] = [
      await send(app, contract.get, 'mot', { token, id: row.id }),
      await send(app, contract.list, 'mot', { token, query: size }),
      await send(app, contract.export, 'mot', { token, query: { format: 'csv' } }),
    ];
    const listed = list.json().data.find(({ id }: { id: string }) => id === row.id);
    seen.push({ what, read: [one.json()[field] === kept, listed?.[field] === kept, sheet.payload.includes(kept)] });
  }
  expect(seen).toEqual(seen.map(({ what }) => ({ what, read: [true, true, true] })));
  await send(app, contract.remove, 'mot', { token, id: row.id });
});

const sortable = cruds.map(([name, contract]) => [name, contract, Object.keys(contract.row.shape)] as const);
test.each(sortable)(
  '%s: sorts by every column that has an order, and says of the others that it cannot',
  async (_name, contract, columns) => {
    for (const [place, column] of columns.entries()) {
      for (const sort of oneIn(2, [column, `-${column}`], place)) {
        const { statusCode } = await send(app, contract.list, 'mot', { token, query: { sort } });
        expect([sort, [200, 400].includes(statusCode)]).toEqual([sort, true]);
      }
    }
  },
);

const filtered = cruds.flatMap(([name, contract]) =>
  Object.keys(contract.filters.shape).map((filter) => [name, filter, contract] as const),
);
test.each(filtered)('%s: the filter %s finds rows and never fails', async (_name, filter, contract) => {
  const row = await made(contract);
  // What is narrowed down by a list is found once it is on one.
  if (filter === 'campaign_id') {
    const contact = { id: newId(), campaign_id: rows.campaigns ?? '', customer_id: row.id };
    await app.db.inTenant(tenant.id, (trx) => trx.insertInto('campaign_contact').values(contact).execute());
  }
  const sampler: Sampler = { text: () => 'thử', id: () => Object.values(rows)[0] };
  const [field] = Object.entries(fieldsOf(contract.filters)).filter(([name]) => name === filter);
  const values = [
    z.string().catch('').parse(row[filter]),
    ...enumOf(field?.[1]),
    ...examplesOf(field?.[1]),
    sampler.text(),
    '2000-01-01',
    '2999-12-31',
    ...Object.values(rows),
  ].filter((value) => contract.filters.safeParse({ [filter]: value }).success);
  const found = new Set<boolean>();
  for (const value of values) {
    // By then both have been seen: the others are told in depth.
    if (found.size === 2 && !hasAll) break;
    const answer = await send(app, contract.list, 'mot', { token, query: { [filter]: value } });
    expect([value, answer.statusCode]).toEqual([value, 200]);
    found.add(answer.json().data.some(({ id }: { id: string }) => id === row.id));
  }
  expect(found).toEqual(new Set([true, false]));
});

const examplesOf = (schema: z.core.JSONSchema._JSONSchema | undefined): string[] =>
  typeof schema !== 'object'
    ? []
    : [...(schema.examples ?? []).map(String), ...(schema.anyOf ?? []).flatMap(examplesOf)];

const enumOf = (schema: z.core.JSONSchema._JSONSchema | undefined): string[] =>
  typeof schema === 'object' ? (schema.enum ?? []).map(String) : [];

const exportCalls = api.filter(({ path }) => path.endsWith('/export'));
test.each(namedEndpoints(exportCalls))('%s leaves a word in the trail of who took what', async (_name, endpoint) => {
  const exportsSoFar = async () =>
    (
      await app.db.inTenant(tenant.id, (trx) =>
        trx
          .selectFrom('audit')
          .where('action', '=', 'export')
          .select(['account_id', 'subject'])
          .orderBy('at')
          .orderBy('id')
          .execute(),
      )
    ).length;
  const before = await exportsSoFar();
  // Of a list that belongs to a row, that of a row that is there.
  const [owner = ''] = cruds.find(([, { get }]) => endpoint.path.startsWith(`${get.path}/`)) ?? [];
  const id = rows[owner] ?? newId();
  const { statusCode } = await send(app, endpoint, 'mot', { token, id });
  expect([200, 202]).toContain(statusCode);
  expect(await exportsSoFar()).toBe(before + 1);
});

/** Copies of a stored row in another company: what may stand only once in a company is told apart. */
async function copies(table: string, { of, to, count }: { of: string; to: string; count: number }): Promise<void> {
  const { rows: columns } = await superuser.query<{ name: string; type: string }>(
    `select attname as name, atttypid::regtype::text as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const { rows: foreign } = await superuser.query<{ target: string; name: string }>(
    `select confrelid::regclass::text as target, attname as name from pg_constraint
     join pg_attribute on attrelid = conrelid and attnum = any(conkey)
     where conrelid = $1::regclass and contype = 'f' and attname <> 'tenant_id'`,
    [table],
  );
  for (const { target, name } of foreign) {
    const { rows: named } = await superuser.query<{ id: string | null }>(
      `select "${name}" as id from "${table}" where id = $1`,
      [of],
    );
    const [reference] = named;
    if (typeof reference?.id === 'string') await copies(target, { of: reference.id, to, count: 1 });
  }
  const { rows: once } = await superuser.query<{ key: string }>(
    'select indexrelid::regclass::text as key from pg_index where indrelid = $1::regclass and indisunique',
    [table],
  );
  const standsOnce = (name: string) => once.some(({ key }) => key === `${table}_${name}_key`);
  const valueOf = ({ name, type }: { name: string; type: string }) => {
    if (name === 'tenant_id') return `'${to}'::uuid`;
    // Each customer has numbers of their own.
    if (name === 'numbers') return `array(select number || n from unnest(numbers) as number)`;
    if (name === 'id') return count === 1 ? 'id' : 'gen_random_uuid()';
    // An extension has eight digits at most.
    if (name === 'number' && type === 'text')
      return `case when length(number) <= 6 then left(number, 4) || n else number || n end`;
    // Somebody has one target for a month.
    if (name === 'month') return `to_char(date '2100-01-01' + n * interval '1 month', 'YYYY-MM')`;
    // What is dialled has six signs at most, and only one row has it.
    if (name === 'code') return `case when code = '' or code like '*%' then '' else code || n end`;
    const isOther = standsOnce(name) || ['name', 'email', 'extension', 'value'].includes(name);
    return type === 'text' && isOther ? `"${name}" || n` : `"${name}"`;
  };
  await superuser.query(
    `insert into "${table}" (${columns.map(({ name }) => `"${name}"`).join(', ')})
     select ${columns.map(valueOf).join(', ')} from "${table}", generate_series(1, ${count}) as n
     where id = $1 and tenant_id <> '${to}' on conflict do nothing`,
    [of],
  );
}
