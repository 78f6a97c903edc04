import { listOf, pageRowsAtMost, ScimRefusal, scimPath, urn } from './scim.ts';

const attribute = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  description: name,
  ...more,
});
const several = (name: string, subAttributes: readonly object[], more: object = {}) =>
  attribute(name, { type: 'complex', multiValued: true, subAttributes, ...more });

const schemas = [
  {
    schemas: [urn.schema],
    id: urn.user,
    name: 'User',
    description: 'Somebody who may sign in',
    attributes: [
      attribute('userName', { required: true, uniqueness: 'server', description: 'The e-mail that they sign in with' }),
      attribute('externalId', { caseExact: true, uniqueness: 'server' }),
      attribute('displayName'),
      attribute('name', {
        type: 'complex',
        subAttributes: [attribute('formatted'), attribute('givenName'), attribute('familyName')],
      }),
      attribute('active', { type: 'boolean' }),
      several('emails', [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })], {
        mutability: 'readOnly',
      }),
      several('phoneNumbers', [attribute('value'), attribute('type')]),
      several('groups', [attribute('value'), attribute('display')], { mutability: 'readOnly' }),
    ],
  },
  {
    schemas: [urn.schema],
    id: urn.group,
    name: 'Group',
    description: 'A department',
    attributes: [
      attribute('displayName', { required: true, uniqueness: 'server' }),
      attribute('externalId', { caseExact: true, uniqueness: 'server' }),
      several('members', [attribute('value', { mutability: 'immutable' }), attribute('display')]),
    ],
  },
];
const types = [
  { schemas: [urn.type], id: 'User', name: 'User', endpoint: '/Users', schema: urn.user, schemaExtensions: [] },
  { schemas: [urn.type], id: 'Group', name: 'Group', endpoint: '/Groups', schema: urn.group, schemaExtensions: [] },
];

/** What this provider can do (RFC 7643 §5). */
const config = {
  schemas: [urn.config],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: pageRowsAtMost },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The key that is made in the settings of the company',
      primary: true,
    },
  ],
};

const found = <T extends { readonly id: string }>(all: readonly T[], id: string): T => {
  const one = all.find((each) => each.id.toLowerCase() === id.toLowerCase());
  if (one === undefined) throw new ScimRefusal(404, 'There is none of this name');
  return one;
};

/** What a directory asks first: what there is, and what it is made of (RFC 7644 §4). */
export const about = (consoleUrl: () => string) => {
  const placed = <T extends { readonly id: string }>(one: T, kind: string) => ({
    ...one,
    meta: { resourceType: kind, location: `${consoleUrl()}${scimPath}/${kind}s/${one.id}` },
  });
  return {
    config: () => ({
      ...config,
      meta: { resourceType: 'ServiceProviderConfig', location: `${consoleUrl()}${scimPath}/ServiceProviderConfig` },
    }),
    types: () =>
      listOf(
        types.map((one) => placed(one, 'ResourceType')),
        types.length,
        1,
      ),
    type: (id: string) => placed(found(types, id), 'ResourceType'),
    schemas: () =>
      listOf(
        schemas.map((one) => placed(one, 'Schema')),
        schemas.length,
        1,
      ),
    schema: (id: string) => placed(found(schemas, id), 'Schema'),
  };
};
