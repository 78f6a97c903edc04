import { api, basePrefix, type Endpoint } from '@alo/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { type TestApp, type TestPerson, type TestTenant, testApp } from './test-app.ts';
import { storeCall, storeCustomer, storeRecording } from './test-calls.ts';

/** Stands in everything that belongs to the company that must not be seen. */
const secret = 'BiMatCuaHo';
const options = { io: 'input', unrepresentable: 'any' } as const;

let app: TestApp;
let owner: TestTenant;
let stranger: TestTenant;
let nobody: TestPerson;
let superuser: pg.Client;
/** Ids of the owner's rows, one of each kind that an address can name. */
let foreignIds: string[];

beforeAll(async () => {
  app = await testApp();
  owner = await app.tenant('chu-nha');
  stranger = await app.tenant('nguoi-la');
  nobody = await owner.person('khong-quyen');
  superuser = new pg.Client({ connectionString: app.url });
  await superuser.connect();

  const add = async (path: string, body: object) => (await owner.admin.call('POST', path, body)).json().id;
  const branch = await add('/branch', { name: `${secret} chi nhánh` });
  const department = await add('/department', { name: `${secret} phòng`, branch_id: branch });
  const team = await add('/team', { name: `${secret} nhóm`, department_id: department });
  const customer = await storeCustomer(app.db, owner.id, { name: `${secret} khách`, e164: '+84901234567' });
  const call = await storeCall(app.db, owner.id, { recording: {}, rang: [{ extension: '101' }], cause: secret });
  await storeRecording(app.recordingsFolder, owner.id, call.recordingId);
  foreignIds = [branch, department, team, customer, call.id];
});

afterAll(async () => {
  await superuser.end();
  await app.close();
});

const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${basePrefix[endpoint.base]}${endpoint.path}`;
const named = (endpoints: readonly Endpoint[]) => endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const);
const guarded = api.filter(({ access }) => access !== 'public');
const byId = guarded.filter(({ path }) => path.includes(':id'));

const send = (
  endpoint: Endpoint,
  code: string,
  { token, id, body }: { token?: string; id?: string; body?: object } = {},
) =>
  app.http.inject({
    method: endpoint.method,
    url: `${basePrefix[endpoint.base]}${endpoint.path}`
      .replace(':ma_dn', code)
      .replace(':id', id ?? crypto.randomUUID())
      .replace(':slot', '701')
      .concat(queryOf(endpoint)),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(endpoint.method === 'GET' ? {} : { payload: body ?? bodyOf(endpoint, '') }),
  });

/** Someone to send the call as. Whoever signs out does it once. */
const tokenFor = async ({ path }: Endpoint, tenant: TestTenant, usual: TestPerson) =>
  path === '/logout' ? (await tenant.person(`ra-ve-${Math.random()}`)).token : usual.token;

test.each(named(api))('%s is mounted', (_name, { method, base, path }) => {
  expect(app.http.hasRoute({ method, url: `${basePrefix[base]}${path}` })).toBe(true);
});

test.each(named(guarded))('%s asks for a session and for the permission', async (_name, endpoint) => {
  const answer = await send(endpoint, owner.code);
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated']);
  const expected = endpoint.access === 'general' ? [200, 404, 422] : [403];
  const token = await tokenFor(endpoint, owner, nobody);
  expect(expected).toContain((await send(endpoint, owner.code, { token })).statusCode);
});

const withBody = api.filter(({ method, body }) => method !== 'GET' && fieldsOf(body).length > 0);
const withQuery = api.filter((endpoint) => wrongQueryOf(endpoint) !== undefined);

test.each(named(withBody))('%s names every field that is wrong', async (_name, endpoint) => {
  const wrong = Object.fromEntries(fieldsOf(endpoint.body).map((name) => [name, { not: 'this' }]));
  const token = await tokenFor(endpoint, owner, owner.admin);
  const answer = await send(endpoint, owner.code, { token, body: wrong });
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'invalid_input']);
  expect(Object.keys(answer.json().fields).length).toBeGreaterThan(0);
  expect(answer.payload).not.toMatch(/expected|invalid (?!_)|received/i);
});

test.each(named(withQuery))('%s refuses a wrong query', async (_name, endpoint) => {
  const url = `${basePrefix[endpoint.base]}${endpoint.path}`.replace(':ma_dn', owner.code);
  const answer = await app.http.inject({
    url: `${url}?${wrongQueryOf(endpoint)}`,
    headers: { authorization: `Bearer ${owner.admin.token}` },
  });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
});

test.each(named(api))('%s takes no fault from values that no database holds', async (_name, endpoint) => {
  const url = `${basePrefix[endpoint.base]}${endpoint.path}`.replace(':ma_dn', owner.code).replace(':id', owner.id);
  const usual = bodyOf(endpoint, '');
  for (const value of ['a\0b', '\ud800', 2 ** 53 - 1, -(2 ** 53) + 1, '0000-01-01', '9999-12-31']) {
    const token = await tokenFor(endpoint, owner, owner.admin);
    const headers = { authorization: `Bearer ${token}` };
    const queries = fieldsOf(endpoint.query).map(
      (name) => `?${name}=${encodeURIComponent(String(value).toWellFormed())}`,
    );
    const bodies =
      endpoint.method === 'GET' ? [] : fieldsOf(endpoint.body).map((name) => ({ ...usual, [name]: value }));
    for (const query of queries) {
      const { statusCode } = await app.http.inject({ method: endpoint.method, url: url + query, headers, payload: {} });
      expect([query, statusCode < 500]).toEqual([query, true]);
    }
    for (const payload of bodies) {
      const { statusCode } = await app.http.inject({ method: endpoint.method, url, headers, payload });
      expect([payload, statusCode < 500]).toEqual([payload, true]);
    }
    const code = encodeURIComponent(String(value).toWellFormed());
    const elsewhere = await app.http.inject({
      method: endpoint.method,
      url: url.replace(owner.code, code),
      headers,
      ...(endpoint.method === 'GET' ? {} : { payload: usual }),
    });
    expect([code, elsewhere.statusCode < 500]).toEqual([code, true]);
  }
});

test.each(named(guarded))("%s shows and changes nothing of another company's", async (_name, endpoint) => {
  const before = await fingerprint(owner.id);
  const token = await tokenFor(endpoint, stranger, stranger.admin);
  const byAddress = await send(endpoint, owner.code, { token });
  expect([byAddress.statusCode, byAddress.json().code]).toEqual([404, 'not_found']);
  for (const foreign of foreignIds) {
    const answer = await send(endpoint, stranger.code, { token, id: foreign, body: bodyOf(endpoint, foreign) });
    expect(answer.payload).not.toContain(secret);
  }
  expect(await fingerprint(owner.id)).toEqual(before);
});

test.each(named(byId))("%s tells another company's row from none by nothing", async (_name, endpoint) => {
  for (const foreign of foreignIds) {
    const body = bodyOf(endpoint, foreign);
    const { token } = stranger.admin;
    const theirs = await send(endpoint, stranger.code, { token, id: foreign, body });
    const nothing = await send(endpoint, stranger.code, { token, body });
    expect(theirs.statusCode).toBe(404);
    expect({ ...nothing.json(), request_id: '' }).toEqual({ ...theirs.json(), request_id: '' });
  }
});

test('the guard bites: the owner does see what the stranger must not', async () => {
  expect((await owner.admin.call('GET', '/departments')).payload).toContain(secret);
  const before = await fingerprint(owner.id);
  await owner.admin.call('PUT', '/update-system-setting', { hidden_phone_customer: 1 });
  expect(await fingerprint(owner.id)).not.toEqual(before);
});

/** Every field filled in. */
const bodyOf = ({ body }: Endpoint, id: string) => Object(sample(z.toJSONSchema(body, options), id)) as object;

const queryOf = ({ query }: Endpoint) => {
  const { required = [], properties = {} } = z.toJSONSchema(query, options);
  const given = Object.fromEntries(required.map((name) => [name, String(sample(properties[name] ?? {}, ''))]));
  return required.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
};

/** Something that the schema takes; `id` stands wherever an id is asked for. */
function sample(schema: z.core.JSONSchema._JSONSchema, id: string): unknown {
  if (typeof schema === 'boolean') return null;
  const [choice] = schema.anyOf ?? [];
  if (choice !== undefined) return sample(choice, id);
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, sample(one, id)]));
    case 'array':
      return typeof schema.items === 'object' && !Array.isArray(schema.items) ? [sample(schema.items, id)] : [];
    case 'string':
      return schema.format === 'uuid' ? id || crypto.randomUUID() : text(schema);
    case 'boolean':
      return true;
    default:
      return 1;
  }
}

const text = ({ pattern, minLength = 0 }: z.core.JSONSchema.JSONSchema) => {
  const candidates = ['0901234567', 'thu-nghiem', '1', ''];
  const fits = candidates.find(
    (one) => one.length >= minLength && (pattern === undefined || new RegExp(pattern, 'u').test(one)),
  );
  return fits ?? 'thu-nghiem';
};

function fieldsOf(schema: z.ZodType): string[] {
  return Object.keys(z.toJSONSchema(schema, options).properties ?? {});
}

/** A query that the endpoint must not take; undefined where it takes any. */
function wrongQueryOf({ query }: Endpoint): string | undefined {
  const fields = fieldsOf(query);
  const wrong = fields.flatMap((name) => [{ [name]: 'x' }, { [name]: '-1' }]).concat(fields.length > 0 ? [{}] : []);
  const refused = wrong.find((one) => !query.safeParse(one).success);
  return refused === undefined ? undefined : new URLSearchParams(refused).toString();
}

/** A digest of every row that the company has. */
async function fingerprint(tenantId: string): Promise<Record<string, string | null>> {
  const { rows: tables } = await superuser.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`);
  const digests: Record<string, string | null> = {};
  for (const { name } of tables) {
    const { rows } = await superuser.query<{ digest: string | null }>(
      `select md5(string_agg(row::text, '|' order by row::text)) as digest from "${name}" row where tenant_id = $1`,
      [tenantId],
    );
    digests[name] = rows[0]?.digest ?? null;
  }
  return digests;
}
