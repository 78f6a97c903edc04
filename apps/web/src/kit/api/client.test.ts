import { changePassword, departments, historiesCall, keepDisposition, loginTenant, me } from '@alo/contract';
import { expect, test, vi } from 'vitest';

import { createApi } from './client.ts';
import type { ApiProblem } from './problem.ts';

const config = {
  identity: '/identity',
  tenant: '/api/{ma_dn}',
  admin: '/admin',
  telephony: '/telephony',
  etelecom: '/etelecom',
  sip: '/sip',
  live: '/live',
  sign_up: false,
};

function console(status: number, body: unknown, answer = () => new Response(JSON.stringify(body), { status })) {
  const asked: { url: string; init: RequestInit }[] = [];
  const onExpired = vi.fn<() => void>();
  const api = createApi({
    config,
    credentials: () => ({ token: 'secret', tenantCode: 'demo' }),
    onExpired,
    fetch: (url, init) => {
      asked.push({ url: url as string, init: init ?? {} });
      return Promise.resolve(answer());
    },
  });
  return { api, asked, onExpired };
}

test('the address is made of base, company code, parameters and the query that is set', async () => {
  const { api, asked } = console(200, { data: [], total: 0 });
  await api(historiesCall, { query: { page: 2, search: '', status: 'missed' } });
  await api(departments.get, { params: { id: 'a/b' } });
  expect(asked.map(({ url }) => url)).toEqual([
    '/api/demo/histories-call?page=2&status=missed',
    '/api/demo/department/a%2Fb',
  ]);
  expect(asked[0]?.init.headers).toMatchObject({ authorization: 'Bearer secret' });
});

test('a refusal carries its code, its fields and the number to quote', async () => {
  const { api } = console(422, {
    code: 'invalid_input',
    message: 'Sai',
    request_id: 'r-1',
    fields: { current_password: 'Không đúng' },
  });
  const problem = (await api(changePassword, { body: { current_password: 'x', new_password: 'y' } }).catch(
    (e: unknown) => e,
  )) as ApiProblem;
  expect([problem.status, problem.code, problem.message, problem.requestId]).toEqual([
    422,
    'invalid_input',
    'Sai',
    'r-1',
  ]);
  expect(problem.body.fields).toEqual({ current_password: 'Không đúng' });
});

test('an expired session is told once, however many calls fail', async () => {
  const { api, onExpired } = console(401, {});
  await Promise.allSettled([api(me, {}), api(me, {}), api(departments.list, {})]);
  expect(onExpired).toHaveBeenCalledTimes(1);
});

test('a refused sign-in is not an expired session', async () => {
  const { api, onExpired } = console(401, { code: 'wrong_credentials', message: 'Sai mật khẩu' });
  await expect(api(loginTenant, { body: { ma_dn: 'demo', username: 'lan', password: 'x' } })).rejects.toThrow(
    'Sai mật khẩu',
  );
  expect(onExpired).not.toHaveBeenCalled();
});

test('a field that this page does not know yet does not hide the rest', async () => {
  const { api } = console(200, { id: 1, name: 'Mới' });
  expect(await api(me, {})).toMatchObject({ name: 'Mới' });
});

test('an answer that breaks off on its way is told as a network that is gone', async () => {
  const broken = () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          controller.enqueue(new TextEncoder().encode('{"id":'));
          controller.error(new TypeError('network error'));
        },
      }),
    );
  const { api } = console(200, {}, broken);
  await expect(api(me, {})).rejects.toMatchObject({ name: 'ApiProblem', status: 0, code: 'offline' });
});

test('what is posted with a key says it, so that the server does it once however often it is sent', async () => {
  const { api, asked } = console(200, {});
  const said = { params: { id: 'c-1' }, body: { outcome: 'agreed' } } as const;
  await api(keepDisposition, { ...said, key: 'wrap-up/c-1/1000' });
  await api(keepDisposition, said);
  expect(asked.map(({ init }) => new Headers(init.headers).get('idempotency-key'))).toEqual(['wrap-up/c-1/1000', null]);
});
