import {
  all,
  any,
  crud,
  type Endpoint,
  endpoint,
  extensionPermission,
  id,
  jobTicket,
  licensed,
  listQuery,
  loginTenant,
  may,
  namesIn,
  required,
  telephonyListQuery,
} from '@alo/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { calls } from './specification.ts';

/**
 * The contract's own words can say every call of the specification, at its address: those that the product does not have yet
 * are declared here as it will declare them. Access is made up; it shows what can be asked for.
 */
const anything = z.object({ data: z.array(z.unknown()) });
const tenant = { base: 'tenant', access: 'general', summary: '' } as const;
const telephony = { base: 'telephony', access: 'general', summary: '' } as const;
const companyInPath = { tenantIn: { part: 'params', name: 'companyCode' } } as const;
const companyInQuery = { tenantIn: { part: 'query', name: 'CodeCompany' } } as const;
const everyOne = z.object({ dataType: z.literal('all').optional() });
const one = z.object({ id });
const screen = 'departments';

const roles = crud({
  collection: '/roles',
  item: '/role',
  screen,
  input: z.object({ name: required, permissions: z.array(z.string()) }),
  row: z.object({}),
});

const inbounds = crud({
  base: 'telephony',
  collection: '/partner/inbound',
  item: '/partner/inbound',
  paths: {
    list: '/partner/inbound/john/incoming/:companyCode',
    get: '/inbound/john/incoming/detail/:id/:companyCode',
    remove: '/partner/incoming/:id',
  },
  screen,
  input: z
    .object({ name: required, from: z.number(), to: z.number(), rules: z.array(z.object({ name: required })) })
    .refine(({ from, to }) => from <= to, { path: ['to'], error: 'Trước khi bắt đầu' }),
  row: z.object({}),
  query: telephonyListQuery,
  filters: z.object({ filter_action: z.string().optional() }),
  called: ({ from, to }) => `${String(from)}–${String(to)}`,
});

const declared: readonly Endpoint[] = [
  loginTenant,
  endpoint({ ...tenant, method: 'POST', path: '/login' }),
  endpoint({ ...tenant, method: 'POST', path: '/logout' }),
  endpoint({ ...tenant, method: 'GET', path: '/me' }),
  roles.list,
  roles.get,
  roles.create,
  roles.update,
  roles.remove,
  endpoint({ ...tenant, method: 'GET', path: '/permissions' }),
  endpoint({ ...tenant, method: 'GET', path: '/all-department', result: anything }),
  endpoint({ ...tenant, method: 'GET', path: '/all-team', result: anything }),
  endpoint({ ...tenant, method: 'GET', path: '/subscribers', access: extensionPermission, query: listQuery }),
  endpoint({ ...tenant, method: 'GET', path: '/subscriber-has-user', access: any('teams.view', extensionPermission) }),
  endpoint({ ...tenant, method: 'GET', path: '/get-data-filter', query: z.object({ kind: z.string().optional() }) }),
  endpoint({ ...tenant, method: 'PUT', path: '/update-user-info-login', body: z.object({ name: required }) }),
  endpoint({ ...tenant, method: 'PUT', path: '/change-password' }),
  endpoint({ ...tenant, method: 'PUT', path: '/update-activity-status', body: z.object({ status: z.number() }) }),
  endpoint({ ...tenant, method: 'GET', path: '/histories-call', access: may('call-history.view') }),
  endpoint({ ...tenant, method: 'GET', path: '/notifications' }),
  endpoint({ ...tenant, method: 'GET', path: '/get-system-setting' }),
  endpoint({ ...tenant, method: 'PUT', path: '/update-system-setting', access: may('setting.update') }),
  endpoint({ ...tenant, method: 'GET', path: '/payment-check' }),
  endpoint({
    ...tenant,
    method: 'POST',
    path: '/create-histories-call',
    access: all('customer.view', licensed('popupcustomer')),
    body: z.object({ phone: required }),
  }),
  endpoint({ ...tenant, method: 'GET', path: '/etelecom/GetShopKey', result: z.object({ data: z.string() }) }),
  endpoint({
    base: 'admin',
    method: 'POST',
    path: '/get-max-user-company-tenancy',
    access: 'general',
    summary: '',
    tenantIn: { part: 'body', name: 'ma_dn' },
  }),
  inbounds.list,
  inbounds.create,
  inbounds.get,
  inbounds.update,
  endpoint({
    ...telephony,
    method: 'DELETE',
    path: '/partner/subscriber/delete/all',
    tenantIn: { part: 'query', name: 'ma_dn' },
    query: z.object({ ids: z.string() }),
    result: jobTicket,
    answers: 'job',
  }),
  inbounds.remove,
  endpoint({ ...telephony, method: 'DELETE', path: '/partner/rule/:id', params: one }),
  ...(
    [
      '/partner/inbound/all/:companyCode',
      '/partner/ivr_detail/all/:companyCode',
      '/partner/number/all/:companyCode',
      '/partner/message/all/:companyCode',
      '/partner/time/condition/all/:companyCode',
    ] as const
  ).map((path) => endpoint({ ...telephony, ...companyInPath, method: 'GET', path, result: anything })),
  endpoint({ ...telephony, ...companyInQuery, method: 'GET', path: '/partner/destinations', result: anything }),
  endpoint({
    ...telephony,
    ...companyInPath,
    method: 'GET',
    path: '/partner/group-inbounds/:companyCode',
    query: everyOne,
  }),
  endpoint({ ...telephony, ...companyInQuery, method: 'GET', path: '/partner/queues', query: everyOne }),
  endpoint({ ...telephony, ...companyInQuery, method: 'GET', path: '/partner/last-calls', query: everyOne }),
  endpoint({
    ...telephony,
    method: 'GET',
    path: '/partner/number/:number',
    params: z.object({ number: z.string().regex(/^\d{3,15}$/) }),
  }),
  endpoint({ ...telephony, method: 'POST', path: '/partner/incoming', body: inbounds.input }),
  endpoint({ ...telephony, method: 'PUT', path: '/incoming/:id', params: one, body: inbounds.input }),
  endpoint({
    ...telephony,
    method: 'POST',
    path: '/importInbound',
    accepts: { files: ['file'], maxBytes: 20_000_000, types: ['text/csv'] },
    body: z.object({ dry_run: z.stringbool().optional() }),
    result: jobTicket,
    answers: 'job',
  }),
];

const nameOf = ({ base, method, path }: Endpoint) => `${base} ${method} ${path.replace(/:(\w+)/g, '{$1}')}`;
const namesOf = (schema: z.core.$ZodType) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

test('every call of the specification can be said, at its base, method and address, and no other is said here', () => {
  const wanted = calls.map(({ base, call }) => `${base} ${call}`);
  expect(declared.map(nameOf).toSorted()).toEqual(wanted.toSorted());
});

test.each(calls.map((call) => [call.call, call] as const))('%s takes the names that it is given', (_, wanted) => {
  const found = declared.find((one) => nameOf(one) === `${wanted.base} ${wanted.call}`);
  if (found === undefined) throw new Error('not declared');
  const company = found.tenantIn;
  const taken = (part: 'query' | 'body') => [
    ...namesOf(found[part]),
    ...(company?.part === part ? [company.name] : []),
  ];
  expect(taken('query')).toEqual(expect.arrayContaining([...(wanted.query ?? [])]));
  expect(taken('body')).toEqual(expect.arrayContaining([...(wanted.body ?? [])]));
});

test('whatever names a company in its address is compared with the token', () => {
  const naming = declared.filter(({ path }) => namesIn(path).some((name) => ['companyCode', 'ma_dn'].includes(name)));
  expect(naming.length).toBeGreaterThan(6);
  expect(naming.filter(({ tenantIn }) => tenantIn?.part !== 'params')).toEqual([]);
});

test('rules over several fields hold for adding and for changing', () => {
  const backwards = { name: 'x', from: 2, to: 1, rules: [], version: 1 };
  for (const { body } of [inbounds.create, inbounds.update]) {
    expect(body.safeParse(backwards).error?.issues.map(({ path }) => path)).toEqual([['to']]);
    expect(body.safeParse({ ...backwards, to: 3 }).success).toBe(true);
  }
  expect(inbounds.list.query.parse({ page_size: '9999999' })).toMatchObject({ page: 1, page_size: 1000 });
  expect(inbounds.called({ from: 1, to: 2 })).toBe('1–2');
});
