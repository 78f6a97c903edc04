import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';

import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';

let app: TestApp;
let firm: TestTenant;
let key: string;
let roleId: string;

beforeAll(async () => {
  app = await testApp();
  firm = await app.tenant('scim');
  ({ key, roleId } = await directoryOf(firm));
});

afterAll(() => app.close());

async function directoryOf(of: TestTenant) {
  const role = { name: `Nhân viên ${of.code}`, permissions: ['departments.view'], scope: 'own' };
  const { id } = (await of.admin.call('POST', '/role', role)).json();
  expect((await of.admin.call('POST', '/directory-sync/secret')).statusCode).toBe(404);
  await of.admin.call('PUT', '/directory-sync', { role_id: id, version: 0 });
  const made = (await of.admin.call('POST', '/directory-sync/secret')).json();
  return { key: made.secret as string, roleId: id as string };
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
async function ask(method: Method, path: string, body?: object, more: { key?: string; ifMatch?: string } = {}) {
  const answer = await app.http.inject({
    method,
    url: `/scim/v2${path}`,
    headers: {
      authorization: `Bearer ${more.key ?? key}`,
      ...(body && { 'content-type': 'application/scim+json' }),
      ...(more.ifMatch !== undefined && { 'if-match': more.ifMatch }),
    },
    ...(body && { payload: JSON.stringify(body) }),
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    said: answer.payload === '' ? undefined : answer.json(),
  };
}
const found = async (kind: 'Users' | 'Groups', filter: string, more = '') =>
  (await ask('GET', `/${kind}?filter=${encodeURIComponent(filter)}${more}`)).said;
const patchOp = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
});
const user = 'urn:ietf:params:scim:schemas:core:2.0:User';
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const group = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** As Microsoft Entra ID sends somebody whom it adds. */
const fromEntra = (mail: string, externalId: string) => ({
  schemas: [user, enterprise],
  externalId,
  userName: mail,
  active: true,
  displayName: 'Lê Thị Hương',
  emails: [{ primary: true, type: 'work', value: mail }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Hương Lê', familyName: 'Lê', givenName: 'Hương' },
  phoneNumbers: [{ primary: true, type: 'work', value: '+84 90 123 4567' }],
  title: 'Nhân viên',
  [enterprise]: { department: 'Bán hàng' },
});
/** As Okta does. */
const fromOkta = (mail: string, externalId: string) => ({
  schemas: [user],
  userName: mail,
  name: { givenName: 'Nam', familyName: 'Trần' },
  emails: [{ primary: true, value: mail, type: 'work' }],
  displayName: 'Trần Nam',
  locale: 'vi-VN',
  externalId,
  groups: [],
  password: 'Mot-mat-khau-1',
  active: true,
});

test('the top role alone makes the key: it is shown once, opens nothing else, and is worth nothing once it is taken back', async () => {
  const other = await app.tenant('scim-khoa');
  const { key: first } = await directoryOf(other);
  const shown = (await other.admin.call('GET', '/directory-sync')).json();
  expect(shown).toMatchObject({ active: true, version: 1, base_url: 'https://alo.test/scim/v2' });
  expect(JSON.stringify(shown)).not.toContain(first.slice(-20));
  const kept = await app.db.inTenant(other.id, (trx) => trx.selectFrom('directory_sync').selectAll().execute());
  expect(JSON.stringify(kept)).not.toContain(first.slice(-43));
  const reads = async (given: string) => (await ask('GET', '/Users', undefined, { key: given })).status;
  expect(await reads(first)).toBe(200);
  const console = { url: '/api/scim-khoa/accounts', headers: { authorization: `Bearer ${first}` } };
  expect((await app.http.inject(console)).statusCode).toBe(401);
  expect(await reads(other.admin.token)).toBe(401);
  const second = (await other.admin.call('POST', '/directory-sync/secret')).json().secret;
  expect([await reads(first), await reads(second)]).toEqual([401, 200]);
  await other.admin.call('PUT', '/directory-sync', { active: false, role_id: shown.role_id, version: 1 });
  expect(await reads(second)).toBe(401);
  await other.admin.call('PUT', '/directory-sync', { active: true, role_id: shown.role_id, version: 2 });
  expect(await reads(second)).toBe(200);
  await other.admin.call('DELETE', '/directory-sync/secret');
  expect(await reads(second)).toBe(401);
  const person = await other.person('thuong', [
    'accounts.view',
    'accounts.update',
    'setting.update',
    'api-keys.create',
  ]);
  expect((await person.call('GET', '/directory-sync')).statusCode).toBe(403);
  expect((await person.call('POST', '/directory-sync/secret')).statusCode).toBe(403);
  expect((await other.admin.call('DELETE', `/role/${shown.role_id}`)).json().code).toBe('in_use');
});

test('Entra finds nobody, adds somebody, finds them, changes and takes them away', async () => {
  const mail = 'huong@scim.local';
  expect(await found('Users', `userName eq "${mail}"`)).toMatchObject({ totalResults: 0, Resources: [] });
  const made = await ask('POST', '/Users', fromEntra(mail, 'oid-1'));
  expect([made.status, made.headers['content-type']]).toEqual([201, 'application/scim+json; charset=utf-8']);
  expect(made.said).toMatchObject({
    schemas: [user],
    externalId: 'oid-1',
    userName: mail,
    displayName: 'Lê Thị Hương',
    active: true,
    phoneNumbers: [{ value: '84901234567' }],
    meta: { resourceType: 'User', location: `https://alo.test/scim/v2/Users/${made.said.id}` },
  });
  const row = (await firm.admin.call('GET', `/account/${made.said.id}`)).json();
  expect(row).toMatchObject({ email: mail, role_id: roleId, state: 'invited' });
  expect((await ask('POST', '/Users', fromEntra(mail, 'oid-2'))).said).toMatchObject({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: '409',
    scimType: 'uniqueness',
  });
  for (const filter of [
    `userName eq "HUONG@scim.local"`,
    'externalId eq "oid-1"',
    `externalId Eq "oid-1" AND active eq true`,
  ]) {
    expect((await found('Users', filter)).Resources.map(({ id }: { id: string }) => id)).toEqual([made.said.id]);
  }
  const patched = await ask(
    'PATCH',
    `/Users/${made.said.id}`,
    patchOp(
      { op: 'Replace', path: 'displayName', value: 'Lê Hương' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '0907654321' },
      { op: 'Replace', path: `${enterprise}:department`, value: 'Kế toán' },
      { op: 'Replace', path: 'externalId', value: 'oid-1b' },
    ),
  );
  expect([patched.status, patched.said]).toMatchObject([
    200,
    { displayName: 'Lê Hương', externalId: 'oid-1b', phoneNumbers: [{ value: '0907654321' }] },
  ]);
  const flat = patchOp({ op: 'replace', value: { 'name.formatted': 'Lê Thị H', active: 'True' } });
  expect((await ask('PATCH', `/Users/${made.said.id}`, flat)).said).toMatchObject({ displayName: 'Lê Thị H' });
  const off = patchOp({ op: 'Replace', path: 'active', value: 'False' });
  expect((await ask('PATCH', `/Users/${made.said.id}`, off)).said).toMatchObject({ active: false });
  expect((await ask('DELETE', `/Users/${made.said.id}`)).status).toBe(204);
  expect((await ask('GET', `/Users/${made.said.id}`)).status).toBe(404);
  expect((await found('Users', `userName eq "${mail}"`)).totalResults).toBe(0);
  const again = await ask('POST', '/Users', fromEntra(mail, 'oid-3'));
  expect([again.status, again.said]).toMatchObject([201, { id: made.said.id, active: true, externalId: 'oid-3' }]);
  const trail = (
    await firm.admin.call('GET', `/activity-user-tenant?subject=account&subject_id=${made.said.id}`)
  ).json();
  expect(trail.total).toBeGreaterThan(3);
  expect(trail.data[0].account_name).toBe('Đồng bộ nhân viên (SCIM)');
});

test('whom Okta deactivates is out at once: token, open socket and phone', async () => {
  const person = await firm.person('nam', ['departments.view'], '778');
  const { Resources: there } = await found('Users', `userName eq "${person.email}"`, '&startIndex=1&count=100');
  const [{ id }] = there;
  const put = await ask('PUT', `/Users/${id}`, fromOkta(person.email, '00u1'));
  expect([put.status, put.said]).toMatchObject([200, { externalId: '00u1', displayName: 'Trần Nam', active: true }]);
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.http.server.address() as AddressInfo;
  const { ticket } = (await person.call('POST', '/ws-ticket')).json();
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live?ticket=${ticket}`);
  await once(socket, 'open');
  const closed = once(socket, 'close');
  expect((await ask('PATCH', `/Users/${id}`, patchOp({ op: 'replace', value: { active: false } }))).status).toBe(200);
  // What the database tells every process; in this test there is one, which is told by hand.
  app.bus.publish('rights-changed', firm.id, [id]);
  expect((await closed)[0]).toBe(4001);
  expect((await person.call('GET', '/me')).statusCode).toBe(401);
  await expect.poll(async () => (await app.sessions.liveWithExtension(firm.id, 'all')).has('778')).toBe(false);
});

test('a group is a department, and its members are who is in it', async () => {
  const [a, b, c] = await Promise.all(
    ['a', 'b', 'c'].map(
      async (name) => (await ask('POST', '/Users', fromOkta(`${name}@scim.local`, `g-${name}`))).said.id,
    ),
  );
  const care = (await firm.admin.call('POST', '/department', { name: 'Chăm sóc khách' })).json().id;
  // Entra looks before it adds, and takes the one that is there.
  const seen = await found('Groups', 'displayName eq "Chăm sóc khách"', '&excludedAttributes=members');
  expect(seen.Resources).toEqual([expect.not.objectContaining({ members: expect.anything() })]);
  expect(seen.Resources[0].id).toBe(care);
  const made = await ask('POST', '/Groups', {
    schemas: [group],
    displayName: 'Bán hàng',
    externalId: 'g1',
    members: [{ value: a }],
  });
  expect([made.status, made.said.members.map(({ value }: { value: string }) => value)]).toEqual([201, [a]]);
  const { id } = made.said;
  expect((await ask('POST', '/Groups', { schemas: [group], displayName: 'bán hàng' })).said.scimType).toBe(
    'uniqueness',
  );
  const membersOf = async (of: string) =>
    (await ask('GET', `/Groups/${of}`)).said.members.map(({ value }: { value: string }) => value).toSorted();
  const change = async (...operations: object[]) =>
    (await ask('PATCH', `/Groups/${id}`, patchOp(...operations))).status;
  expect(await change({ op: 'Add', path: 'members', value: [{ value: b }, { value: c }] })).toBe(204);
  expect(new Set(await membersOf(id))).toEqual(new Set([a, b, c]));
  expect((await found('Groups', `id eq "${id}" and members eq "${b}"`)).totalResults).toBe(1);
  expect((await ask('GET', `/Users/${b}`)).said.groups).toMatchObject([{ value: id, display: 'Bán hàng' }]);
  await change({ op: 'Remove', path: 'members', value: [{ value: a }] });
  await change({ op: 'remove', path: `members[value eq "${b}"]` });
  expect(await membersOf(id)).toEqual([c]);
  // Somebody is in one: the last that they were put into.
  await ask('PATCH', `/Groups/${care}`, patchOp({ op: 'add', path: 'members', value: [{ value: c }] }));
  expect([await membersOf(id), await membersOf(care)]).toEqual([[], [c]]);
  await change({ op: 'remove', path: 'members', value: [{ value: c }] });
  expect(await membersOf(care)).toEqual([c]);
  await change(
    { op: 'replace', value: { id, displayName: 'Bán hàng miền Bắc' } },
    { op: 'replace', path: 'members', value: [{ value: a }] },
  );
  expect((await firm.admin.call('GET', `/department/${id}`)).json()).toMatchObject({
    name: 'Bán hàng miền Bắc',
    account_count: 1,
  });
  expect(
    (await ask('PUT', `/Groups/${id}`, { schemas: [group], displayName: 'Bán hàng', members: [{ value: b }] })).status,
  ).toBe(200);
  expect(await membersOf(id)).toEqual([b]);
  expect(await change({ op: 'add', path: 'members', value: [{ value: crypto.randomUUID() }] })).toBe(400);
  const team = (await firm.admin.call('POST', '/team', { name: 'Đội', department_id: id })).json();
  expect((await ask('DELETE', `/Groups/${id}`)).status).toBe(409);
  expect(await membersOf(id)).toEqual([b]);
  await firm.admin.call('DELETE', `/team/${team.id}`);
  expect((await ask('DELETE', `/Groups/${id}`)).status).toBe(204);
  expect((await ask('GET', `/Groups/${id}`)).status).toBe(404);
  expect((await ask('GET', `/Users/${b}`)).said.groups).toBeUndefined();
});

test('people are read by pages, and one version after the other', async () => {
  const { totalResults } = (await ask('GET', '/Users?count=0')).said;
  const ids: string[] = [];
  for (let start = 1; ids.length < totalResults; start += 2) {
    const page = (await ask('GET', `/Users?startIndex=${start}&count=2`)).said;
    expect(page).toMatchObject({ totalResults, startIndex: start });
    ids.push(...page.Resources.map(({ id }: { id: string }) => id));
  }
  expect(new Set(ids).size).toBe(totalResults);
  const [id = ''] = ids;
  const first = await ask('GET', `/Users/${id}?attributes=userName`);
  expect(Object.keys(first.said)).toEqual(['schemas', 'id', 'userName', 'meta']);
  const { etag } = first.headers;
  const renamed = patchOp({ op: 'replace', path: 'displayName', value: 'Tên khác' });
  expect((await ask('PATCH', `/Users/${id}`, renamed, { ifMatch: String(etag) })).status).toBe(200);
  expect((await ask('PATCH', `/Users/${id}`, renamed, { ifMatch: String(etag) })).status).toBe(412);
});

test('a company keeps its last top role and its seats, whatever its directory says', async () => {
  const { id } = (await found('Users', `userName eq "${firm.admin.email}"`)).Resources[0];
  const off = await ask('PATCH', `/Users/${id}`, patchOp({ op: 'replace', path: 'active', value: false }));
  expect([off.status, off.said]).toMatchObject([
    400,
    { scimType: 'invalidValue', detail: expect.stringContaining('quản trị') },
  ]);
  await app.db.inTenant(firm.id, (trx) => trx.updateTable('tenant').set({ seats: 1 }).execute());
  expect((await ask('POST', '/Users', fromOkta('het-cho@scim.local', 'h1'))).said.detail).toMatch('chỗ');
  await app.db.inTenant(firm.id, (trx) => trx.updateTable('tenant').set({ seats: null }).execute());
});

test('what is wrong is refused in the standard’s shape', async () => {
  const wrong = async (method: Method, path: string, body?: object) => {
    const { status, said } = await ask(method, path, body);
    expect(said).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: String(status) });
    return [status, said.scimType];
  };
  for (const filter of [
    'userName co "a"',
    'userName eq',
    'a'.repeat(1_900),
    'title eq "x"',
    '((((',
    'userName eq "a" or id eq "b"',
  ]) {
    expect(await wrong('GET', `/Users?filter=${encodeURIComponent(filter)}`)).toEqual([400, 'invalidFilter']);
  }
  expect(await wrong('POST', '/Users', { schemas: [user], userName: 'lan' })).toEqual([400, 'invalidValue']);
  expect(await wrong('GET', '/Users/khong-co')).toEqual([404, undefined]);
  expect(await wrong('GET', '/Nothing')).toEqual([404, undefined]);
  expect(await wrong('PATCH', `/Users/${crypto.randomUUID()}`, patchOp({ op: 'move', path: 'x' }))).toEqual([
    400,
    'invalidValue',
  ]);
  const raw = async (payload: string) => {
    const answer = await app.http.inject({
      method: 'POST',
      url: '/scim/v2/Users',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/scim+json' },
      payload,
    });
    return [answer.statusCode, answer.json().scimType];
  };
  expect(await raw('{"userName')).toEqual([400, 'invalidSyntax']);
  expect(await raw(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`)).toEqual([400, 'invalidSyntax']);
  for (const path of [
    '/ServiceProviderConfig',
    '/ResourceTypes',
    '/ResourceTypes/User',
    '/Schemas',
    `/Schemas/${group}`,
  ]) {
    expect((await ask('GET', path)).status).toBe(200);
  }
});

test('a directory sees, finds and changes nobody of another company', async () => {
  const theirs = await app.tenant('scim-kia');
  const victim = await theirs.person('nan-nhan');
  const department = (await theirs.admin.call('POST', '/department', { name: 'BiMatCuaHo' })).json().id;
  const before = (await theirs.admin.call('GET', `/account/${victim.accountId}`)).json();
  const off = patchOp({ op: 'replace', path: 'active', value: false });
  const walks: readonly (readonly [Method, string, object?])[] = [
    ['GET', `/Users/${victim.accountId}`],
    ['PUT', `/Users/${victim.accountId}`, fromOkta('x@scim.local', 'x')],
    ['PATCH', `/Users/${victim.accountId}`, off],
    ['DELETE', `/Users/${victim.accountId}`],
    ['GET', `/Groups/${department}`],
    ['PUT', `/Groups/${department}`, { schemas: [group], displayName: 'x' }],
    ['PATCH', `/Groups/${department}`, patchOp({ op: 'replace', value: { displayName: 'x' } })],
    ['DELETE', `/Groups/${department}`],
  ];
  for (const [method, path, body] of walks) expect([path, (await ask(method, path, body)).status]).toEqual([path, 404]);
  expect((await found('Users', `userName eq "${victim.email}"`)).totalResults).toBe(0);
  expect((await found('Groups', 'displayName eq "BiMatCuaHo"')).totalResults).toBe(0);
  const members = [{ value: victim.accountId }];
  expect((await ask('POST', '/Groups', { schemas: [group], displayName: 'Của ta', members })).status).toBe(400);
  // Whose key it is stands in the key: with another company's name before it it is nobody's.
  const [, , random] = key.split(/^(scim_[0-9a-f]{32}_)/);
  const forged = `scim_${theirs.id.replaceAll('-', '')}_${random}`;
  expect((await ask('GET', '/Users', undefined, { key: forged })).status).toBe(401);
  expect((await theirs.admin.call('GET', `/account/${victim.accountId}`)).json()).toEqual(before);
});

test('a directory is told how often a minute it may ask', async () => {
  const left = async () => Number((await ask('GET', '/ResourceTypes')).headers['ratelimit-remaining']);
  expect((await left()) - (await left())).toBe(1);
});

test('what a directory calls somebody or a group is written with the rest of it, or neither is', async () => {
  const mine = await ask('POST', '/Users', fromOkta('mot@scim.local', 'mot'));
  await ask('POST', '/Users', fromOkta('hai@scim.local', 'hai'));
  const people = async () => (await found('Users', 'userName eq "ba@scim.local"')).totalResults;
  const taken = await Promise.all([
    ask('POST', '/Users', fromOkta('ba@scim.local', 'hai')),
    ask('PUT', `/Users/${mine.said.id}`, { ...fromOkta('mot@scim.local', 'hai'), displayName: 'Tên khác' }),
  ]);
  expect(taken.map(({ status, said }) => [status, said.scimType])).toEqual(Array(2).fill([409, 'uniqueness']));
  expect(await people()).toBe(0);
  expect((await ask('GET', `/Users/${mine.said.id}`)).said).toMatchObject({
    displayName: mine.said.displayName,
    externalId: 'mot',
  });
  const one = await ask('POST', '/Groups', { schemas: [group], displayName: 'Nhóm một', externalId: 'n1' });
  await ask('POST', '/Groups', { schemas: [group], displayName: 'Nhóm hai', externalId: 'n2' });
  const replaced = await ask('PUT', `/Groups/${one.said.id}`, {
    schemas: [group],
    displayName: 'Tên khác',
    externalId: 'n2',
  });
  expect([replaced.status, replaced.said.scimType]).toEqual([409, 'uniqueness']);
  expect((await ask('GET', `/Groups/${one.said.id}`)).said).toMatchObject({
    displayName: 'Nhóm một',
    externalId: 'n1',
  });
});

test('whoever comes back is back whole or not at all, once, and whoever is taken away has left whole or not at all', async () => {
  const mail = 've-lai@scim.local';
  const made = await ask('POST', '/Users', fromOkta(mail, 'v1'));
  const { id } = made.said;
  const kept = () =>
    app.db.inTenant(firm.id, (trx) =>
      trx
        .selectFrom('account')
        .where('id', '=', id)
        .select(['active', 'left_directory', 'external_id', 'name'])
        .executeTakeFirstOrThrow(),
    );
  const superuser = new pg.Client({ connectionString: app.url });
  await superuser.connect();
  // What comes after the first of both writes fails, as a database that goes away in between does.
  await superuser.query(`create function fails() returns trigger language plpgsql as
    $$ begin if new.left_directory then raise exception 'in between'; end if; return new; end $$;
    create trigger fails before update of left_directory on account for each row execute function fails()`);
  expect((await ask('DELETE', `/Users/${id}`)).status).toBe(500);
  expect(await kept()).toMatchObject({ active: true, left_directory: false, external_id: 'v1' });
  await superuser.query('drop trigger fails on account; drop function fails');
  await superuser.end();
  expect((await ask('DELETE', `/Users/${id}`)).status).toBe(204);
  const left = await kept();
  expect(left).toMatchObject({ active: false, left_directory: true, external_id: null });
  const back = { ...fromOkta(mail, 'v2'), displayName: 'Tên mới' };
  await app.db.inTenant(firm.id, (trx) => trx.updateTable('tenant').set({ seats: 1 }).execute());
  expect((await ask('POST', '/Users', back)).said.detail).toMatch('chỗ');
  await app.db.inTenant(firm.id, (trx) => trx.updateTable('tenant').set({ seats: null }).execute());
  expect(await kept()).toEqual(left);
  await ask('POST', '/Users', fromOkta('nguoi-khac@scim.local', 'v3'));
  expect((await ask('POST', '/Users', { ...back, externalId: 'v3' })).status).toBe(409);
  expect(await kept()).toEqual(left);
  const both = await Promise.all([ask('POST', '/Users', back), ask('POST', '/Users', back)]);
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
  expect(await kept()).toEqual({ active: true, left_directory: false, external_id: 'v2', name: 'Tên mới' });
});
