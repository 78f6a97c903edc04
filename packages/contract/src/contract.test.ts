import { expect, test } from 'vitest';
import type { z } from 'zod';

import {
  accounts,
  all,
  any,
  api,
  customers,
  endsSession,
  isAllowed,
  licensed,
  listQuery,
  messages,
  pageSizeCap,
  phone,
  proveEmail,
  roles,
  speakAudio,
  systemSetting,
  telephonyListQuery,
  whyNot,
} from './index.ts';
import { required } from './lib/values.ts';

test('no two calls share a method and an address', () => {
  const seen = api.map((e) => `${e.method} ${e.base} ${e.path.replace(/:\w+/g, ':')}`);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.length).toBeGreaterThan(30);
});

test('a screen is allowed when it is general, for a super-admin, or when the list has it', () => {
  const agent = { name: 'Nhân viên', permissions: ['call-history.view'] };
  expect(isAllowed(agent, 'general')).toBe(true);
  expect(isAllowed(agent, 'call-history.view')).toBe(true);
  expect(isAllowed(agent, 'call-history.listen')).toBe(false);
  expect(isAllowed({ name: 'super-admin', permissions: [] }, 'departments.delete')).toBe(true);
  expect(isAllowed(undefined, 'general')).toBe(false);
});

test('of several rights that are asked for one is enough, or every one, and the first that is missing says why', () => {
  const agent = { name: 'Nhân viên', permissions: ['call-history.view'], licences: ['survey'] };
  const [has, lacks] = ['call-history.view', 'call-history.listen'] as const;
  expect(isAllowed(agent, any(lacks, has))).toBe(true);
  expect(isAllowed(agent, any(lacks, 'departments.delete'))).toBe(false);
  expect(isAllowed(agent, all(has, licensed('survey')))).toBe(true);
  expect(isAllowed(agent, all(has, lacks))).toBe(false);
  expect(whyNot(agent, all(has, licensed('campaign'), lacks))).toBe('not_licensed');
  // Whoever runs the installation gives the licences.
  expect(isAllowed({ ...agent, operates: true }, all(has, licensed('campaign')))).toBe(true);
});

test("a customer's phone starts with 0 or 84 and has 7 to 12 digits after it", () => {
  const customerPhone = customers.input.shape.phone;
  for (const good of ['0901234567', '84901234567', '01234567', '0123456789012']) {
    expect([phone.safeParse(good).success, customerPhone.safeParse(good).success]).toEqual([true, true]);
  }
  for (const bad of ['901234567', '0123456', '8412345', '01234567890123', '0901x34567']) {
    expect(customerPhone.safeParse(bad).error?.issues[0]?.message).toBe(messages.phone);
  }
  for (const bad of ['+84901234567', '0123456', '1900123456', '0901 234 567']) {
    expect(phone.safeParse(bad).error?.issues[0]?.message).toBe(messages.phone);
  }
  expect(phone.safeParse('').error?.issues[0]?.message).toBe(messages.required);
});

test('per_page=9999999 is accepted and capped', () => {
  expect(listQuery.parse({ page: '1', per_page: '9999999' }).per_page).toBe(pageSizeCap);
  expect(telephonyListQuery.parse({ page: '1', page_size: '9999999' }).page_size).toBe(pageSizeCap);
});

test('rules of a whole form hold for adding and for changing', () => {
  for (const { body } of [roles.create, roles.update]) {
    const wrong = body.safeParse({ name: 'Super-Admin', version: 1 });
    expect(wrong.error?.issues.map(({ path }) => path)).toEqual([['name']]);
    expect(body.safeParse({ name: 'Khác', version: 1 }).success).toBe(true);
  }
});

test('a non-numeric voice mode means 1', () => {
  const setting = { hidden_phone_customer: 0, position_hidden_phone_customer: 1, show_popup_customer: '1' };
  expect(systemSetting.parse({ ...setting, voice_over_internet_protocol: 'abc' }).voice_over_internet_protocol).toBe(1);
  expect(systemSetting.parse({ ...setting, voice_over_internet_protocol: '3' }).voice_over_internet_protocol).toBe(3);
});

test.each([
  ['identity', 401, true],
  ['identity', 403, true],
  ['admin', 401, true],
  ['admin', 403, true],
  ['tenant', 401, true],
  ['tenant', 403, false],
  ['telephony', 403, false],
  ['tenant', 404, false],
] as const)('%s %d ends the session: %s', (base, status, ends) => expect(endsSession(base, status)).toBe(ends));

/** How often each text in a schema is told how long it may be at most. */
function limitsIn(schema: unknown, seen = new Set<unknown>()): number[][] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const def = '_zod' in schema ? (schema as z.core.$ZodType)._zod.def : schema;
  const checks = 'checks' in def && Array.isArray(def.checks) ? def.checks : [];
  const limits = checks.flatMap((check: z.core.$ZodCheck) =>
    check._zod.def.check === 'max_length' ? [(check._zod.def as z.core.$ZodCheckMaxLengthDef).maximum] : [],
  );
  return [limits, ...Object.values(def).flatMap((part) => limitsIn(part, seen))];
}

test('no text is given more room than an earlier limit leaves it', () => {
  const shortened = api.flatMap(({ method, path, body }) =>
    limitsIn(body).flatMap((limits) =>
      limits.some((limit, at) => limit > Math.min(...limits.slice(0, at))) ? [`${method} ${path}`] : [],
    ),
  );
  expect(shortened).toEqual([]);
  expect(limitsIn(required.max(500))).toContainEqual([200, 500]);
});

test('what a machine speaks has a thousand letters', () => {
  const spoken = (length: number) => speakAudio.body.safeParse({ text: 'a'.repeat(length) }).success;
  expect([spoken(1000), spoken(1001)]).toEqual([true, false]);
});

test('an address that was copied with a blank is the same one, in every form that asks for it', () => {
  const wish = { company: 'Sao Mai', ma_dn: 'sao-mai', name: 'Lê Tám', password: 'con-duong-xanh-2026' };
  expect(proveEmail.body.parse({ ...wish, email: ' tam@saomai.vn\u00a0 ' }).email).toBe('tam@saomai.vn');
  expect(accounts.input.shape.email.parse('lan@saomai.vn ')).toBe('lan@saomai.vn');
  expect(accounts.input.shape.email.safeParse('  ').error?.issues[0]?.message).toBe(messages.required);
  expect(accounts.input.shape.email.safeParse('lan@').error?.issues[0]?.message).toBe('Email không hợp lệ');
});
