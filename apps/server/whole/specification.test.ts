import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  activityStatus,
  api,
  callStatusLabels,
  customers,
  destinationOption,
  type Endpoint,
  extensionPermission,
  featureEntry,
  featureLabels,
  isAllowed,
  me,
  messages,
  namesIn,
  operations,
  pageSize,
  resources,
  role,
  softphoneAccount,
  storageKeys,
  superAdmin,
  systemSetting,
} from '@alo/contract';
import { isTenDigits } from '@alo/phone-number';
import * as specified from '@alo/testing/specification';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../src/config.ts';
import { newId } from '../src/kernel/new-id.ts';
import { migratedTestDatabase } from '../testing/database.ts';

const nameOf = ({ base, method, path }: Endpoint) => `${base} ${method} ${path.replace(/:(\w+)/g, '{$1}')}`;
const mounted = new Map(api.map((endpoint) => [nameOf(endpoint), endpoint]));
const namesOf = (schema: z.core.$ZodType) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

test('every call of the specification is there', () => {
  const names = specified.calls.map(({ base, call }) => `${base} ${call}`);
  expect(names.filter((name) => !mounted.has(name))).toEqual([]);
});

const there = specified.calls.flatMap((call) => {
  const endpoint = mounted.get(`${call.base} ${call.call}`);
  return endpoint === undefined ? [] : [[call.call, call, endpoint] as const];
});

test.each(there)('%s takes the names that it is given', (_, { query = [], body = [] }, endpoint) => {
  const company = endpoint.tenantIn;
  const taken = (part: 'query' | 'body') => [
    ...namesOf(endpoint[part]),
    ...(company?.part === part ? [company.name] : []),
  ];
  expect(taken('query')).toEqual(expect.arrayContaining([...query]));
  expect(taken('body')).toEqual(expect.arrayContaining([...body]));
});

test('whatever names a company in its address is compared with the token', () => {
  const naming = api.filter(({ path }) => namesIn(path).some((name) => ['companyCode', 'ma_dn'].includes(name)));
  expect(naming.length).toBeGreaterThan(6);
  expect(naming.filter(({ tenantIn }) => tenantIn?.part !== 'params')).toEqual([]);
});

test('the entities have the fields that they are specified with, but for those that are named here', () => {
  const has = {
    customer: customers.row,
    customerExtra: customers.row,
    role,
    me: me.result,
    systemSetting,
    softphoneAccount,
    featureEntry,
    destinationOption,
  };
  const lacking = Object.entries(specified.fields).flatMap(([entity, names]) =>
    names.filter((name) => !namesOf(has[entity as keyof typeof has]).includes(name)).map((name) => `${entity}.${name}`),
  );
  expect(lacking).toEqual([]);
});

test('labels, messages and keys are letter by letter what is specified', () => {
  expect(callStatusLabels).toEqual(specified.callStatusLabels);
  const { destinationFetch, ...texts } = messages;
  expect(texts).toEqual(specified.messages);
  expect(destinationFetch(503)).toBe(specified.destinationFetch(503));
  expect(Object.values(storageKeys)).toEqual(specified.storageKeys);
});

test('constants are those of the specification', () => {
  const { constants } = specified;
  expect([superAdmin, extensionPermission, pageSize]).toEqual([
    constants.superAdmin,
    constants.extensionPermission,
    constants.pageSize,
  ]);
  expect(Object.keys(featureLabels)).toContain(constants.popUpFeature);
  expect(isAllowed({ name: 'x', permissions: [] }, 'general')).toBe(true);
  const taken = (schema: z.ZodType) => [0, 1, 2, 3, 4].filter((value) => schema.safeParse(value).success);
  expect(taken(activityStatus)).toEqual(constants.activityStatuses);
  const modes = [1, 2, 3].map((mode) => systemSetting.shape.voice_over_internet_protocol.parse(String(mode)));
  expect(modes).toEqual(constants.voiceModes);
});

test('ten digits are a number by the separate check of a phone (§5), and nothing else is', () => {
  const { valid, invalid } = specified.tenDigits;
  expect([...valid, ...invalid].filter(isTenDigits)).toEqual(valid);
});

test('phones speak SIP over the port that is specified, unless an installation says otherwise (§7)', () => {
  expect(readConfig({}).sipWssPort).toBe(specified.constants.sipPort);
});

test('the console makes every call of the specification but those that are listed as for others (§7)', () => {
  const folder = fileURLToPath(new URL('../../web/src/', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sources = files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
    .map((file) => readFileSync(`${folder}${file}`, 'utf8'))
    .join('\n');
  const imported = new Set(
    [...sources.matchAll(/import \{([^}]*)\} from '@alo\/contract'/g)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.trim().split(' as ')[0] ?? ''),
    ),
  );
  // What is made of resources is called by the shared machinery of lists and forms, by the name of the call in their contract.
  const sent = (resource: string, call: string) =>
    new RegExp(`\\b(?:contract|${resource})\\.${call}\\b(?!\\.access)`).test(sources);
  const made = new Set(
    operations.flatMap(({ id, endpoint }) => {
      const [resource] = Object.entries(resources).filter(([, one]) => Object.values(one).includes(endpoint));
      const isMade =
        resource === undefined
          ? imported.has(id)
          : imported.has(resource[0]) &&
            Object.entries(resource[1]).some(([call, one]) => one === endpoint && sent(resource[0], call));
      return isMade ? [nameOf(endpoint)] : [];
    }),
  );
  const others = specified.calls.filter(({ base, call }) => !made.has(`${base} ${call}`)).map(({ call }) => call);
  expect(others).toEqual(specified.serverOnly);
});

test('a call can be sent to every destination that is specified', async () => {
  await using database = await migratedTestDatabase();
  const id = newId();
  const stored = await database.db.inTenant(id, async (trx) => {
    await trx.insertInto('tenant').values({ id, code: 'mot', name: 'Một', sip_domain: 'mot' }).execute();
    const extensions = specified.destinationTypes.map((otherwise_kind, at) => ({
      id: newId(),
      number: String(100 + at),
      name: '',
      otherwise_kind,
    }));
    await trx.insertInto('extension').values(extensions).execute();
    return trx.selectFrom('extension').select('otherwise_kind').orderBy('number').execute();
  });
  expect(stored.map((row) => row.otherwise_kind)).toEqual(specified.destinationTypes);
});
