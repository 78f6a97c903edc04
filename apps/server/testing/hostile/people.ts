import { expect } from 'vitest';

import type { Attack } from './attack.ts';
import { type Came, type Company, came, type World } from './world.ts';

/** Somebody of the good company, and the department that they might be in. */
async function personOf({ superuser, good }: World) {
  const { rows } = await superuser.query<{ id: string; email: string }>(
    'select id, email from account where tenant_id = $1 order by created_at limit 1',
    [good.id],
  );
  const [person] = rows;
  if (person === undefined) throw new Error('there is somebody');
  return person;
}

/** The key by which a company's own directory keeps its people up to date. */
async function directoryKey(company: Company): Promise<string> {
  const role_id = (await company.ask('GET', '/roles?search=super-admin')).body.data?.[0]?.id;
  const { version } = JSON.parse((await company.ask('GET', '/directory-sync')).text);
  await company.ask('PUT', '/directory-sync', { body: { role_id, active: true, version } });
  return (await company.ask('POST', '/directory-sync/secret')).body.secret ?? '';
}

/** A refusal in the shape of SCIM has its words elsewhere. */
function inScim({ status, text }: Came): Came {
  const { detail } = text.startsWith('{') ? JSON.parse(text) : {};
  return { ...came(status, text), body: { message: detail } };
}

/** Who may do what, and by what one signs in. */
export const personAttacks: readonly Attack[] = [
  {
    name: 'people of another company: their sign-in, second factor, sessions and eyes',
    sample: true,
    async does(world) {
      const [one] = world.hostile;
      const { id } = await personOf(world);
      return [
        await one.ask('DELETE', `/account/${id}/second-factor`, { body: {} }),
        await one.ask('POST', `/account/${id}/sign-out`),
        await one.ask('POST', `/account/${id}/reset-password`),
        await one.ask('POST', `/account/${id}/invite`),
        await one.ask('GET', `/account/${id}/access`),
        await one.ask('POST', '/look-as', { body: { kind: 'account', id } }),
      ];
    },
    comes: { status: [404, 422] },
    counted: 'not_there',
  },
  {
    name: 'people and groups of another company, by the key of one’s own directory',
    sample: true,
    async does(world) {
      const [one] = world.hostile;
      const { id, email } = await personOf(world);
      const headers = { authorization: `Bearer ${await directoryKey(one)}`, 'content-type': 'application/scim+json' };
      const ask = async (method: string, path: string, body?: object) =>
        inScim(await one.ask(method, `//scim/v2${path}`, { headers, ...(body && { raw: JSON.stringify(body) }) }));
      const all = await ask('GET', '/Users?count=500');
      const sought = await ask('GET', `/Users?filter=${encodeURIComponent(`userName eq "${email}"`)}`);
      expect([all.status, all.text.includes(email), sought.status]).toEqual([200, false, 200]);
      expect(JSON.parse(sought.text).totalResults).toBe(0);
      const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
      const off = { schemas, Operations: [{ op: 'replace', path: 'active', value: false }] };
      return [
        await ask('GET', `/Users/${id}`),
        await ask('PATCH', `/Users/${id}`, off),
        await ask('DELETE', `/Users/${id}`),
        await ask('POST', '/Groups', {
          schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
          displayName: `Nhóm ${crypto.randomUUID()}`,
          members: [{ value: id }],
        }),
      ];
    },
    comes: { status: [400, 404] },
    counted: 'not_there',
  },
  {
    name: 'a key of a directory that names another company',
    async does(world) {
      const [one] = world.hostile;
      const key = await directoryKey(one);
      const hex = (id: string) => id.replaceAll('-', '');
      const forged = [
        key.replaceAll(one.id, world.good.id).replaceAll(hex(one.id), hex(world.good.id)),
        `${key}x`,
        key.slice(0, -1),
        one.token,
      ].filter((each) => each !== key);
      return Promise.all(
        forged.map(async (each) =>
          inScim(await one.ask('GET', '//scim/v2/Users', { headers: { authorization: `Bearer ${each}` } })),
        ),
      );
    },
    comes: { status: [401] },
    counted: 'sign_in',
  },
  {
    name: 'a role that its maker does not have, and the right of operators',
    sample: true,
    async does(world) {
      const [one] = world.hostile;
      const roles = await one.ask('GET', '/roles?search=super-admin');
      const id = roles.body.data?.[0]?.id;
      const { rows } = await world.superuser.query<{ id: string }>('select id from role where tenant_id = $1 limit 1', [
        world.good.id,
      ]);
      const person = { name: 'Ai đó', email: 'ai-do@x.vn' };
      return [
        await one.ask('POST', '/role', { body: { name: 'super-admin', permissions: [] } }),
        await one.ask('POST', '/role', { body: { name: 'Vận hành', permissions: ['operator'] } }),
        await one.ask('DELETE', `/role/${id}`, { body: { version: 1 } }),
        await one.ask('POST', '/account', { body: { ...person, role_id: rows[0]?.id } }),
      ];
    },
    comes: { status: [403, 404, 409, 422] },
    counted: 'slip',
  },
];
