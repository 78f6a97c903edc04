import { api, type Endpoint } from '@alo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { filledAddress, namedEndpoints, send, takesId, tokenFor } from './endpoints.ts';
import { fieldsOf, fullBody, type Sampler } from './samples.ts';
import { type TwoCompanies, twoCompanies } from './two-companies.ts';

const sampler: Sampler = { text: () => 'thử', id: () => undefined };

/** What has broken others: what no database holds, what looks like code, what is longer or written otherwise than expected. */
const naughty: readonly unknown[] = [
  'a\0b',
  '\ud800',
  '0000-01-01',
  '9999-12-31',
  "' or 1=1 --",
  '%',
  '\\',
  '_%\\%',
  '$1',
  '{{7*7}}',
  '<script>',
  '../..',
  '\u202Eevil',
  'ﷺ',
  '👩‍👩‍👧',
  'İıſ',
  '\u0300'.repeat(50),
  'x'.repeat(20_000),
  '__proto__',
  'null',
  ' ',
  '1e999',
  '-0',
  2 ** 53 - 1,
  -(2 ** 53) + 1,
  1.5,
  true,
  null,
  [],
  {},
  [[]],
  { id: {} },
];

/** Of each kind one: what no database holds, what looks like code, what is too long, no text, no value. */
const sample: readonly unknown[] = [
  'a\0b',
  '\ud800',
  '9999-12-31',
  '_%\\%',
  'x'.repeat(20_000),
  2 ** 53 - 1,
  null,
  { id: {} },
];

/** Each call is sent strange values in each of its fields: all of them, or a sample. */
export function strangeValues(tried: 'every value' | 'a sample'): void {
  /** Of a sample the half, for each call another one. */
  const some = <Value>(values: readonly Value[], endpoint: Endpoint) =>
    values.filter((_, place) => tried === 'every value' || (place + api.indexOf(endpoint)) % 2 === 0);
  let two: TwoCompanies;

  beforeAll(async () => {
    two = await twoCompanies('BiMatCuaHo');
  });

  afterAll(() => two.close());

  test.each(namedEndpoints(api))(
    '%s takes no fault from strange values',
    { timeout: 60_000 },
    async (_name, endpoint) => {
      const { app, owner } = two;
      const usual = fullBody(endpoint, sampler);
      // What a call of the operator's has left to the company is no part of this one.
      const shares = { seats: null, most_rows: null, most_letters: null };
      await app.db.inTenant(owner.id, (trx) => trx.updateTable('tenant').set(shares).execute());
      const token = await tokenFor(endpoint, owner, owner.admin);
      const sane = async (what: object, sending: Parameters<typeof send>[3], code = owner.code) => {
        const { statusCode } = await send(app, endpoint, code, { token, id: owner.id, ...sending });
        expect([what, statusCode < 500]).toEqual([what, true]);
      };
      // What the schema refuses is refused by the same lines whatever it is: of those one a field is enough.
      const refused = new Set<string>();
      const isNews = (schema: z.core.$ZodType, field: string, sent: object) => {
        if (z.safeParse(schema, sent).success) return true;
        const isFirst = !refused.has(field);
        refused.add(field);
        return isFirst;
      };
      for (const value of some(tried === 'every value' ? naughty : sample, endpoint)) {
        const text = String(value).toWellFormed();
        for (const name of Object.keys(fieldsOf(endpoint.query))) {
          const query = { [name]: text };
          if (isNews(endpoint.query, `query ${name}`, query)) await sane({ name, text }, { query });
        }
        for (const name of Object.keys(fieldsOf(endpoint.body))) {
          const body = { ...usual, [name]: value };
          if (isNews(endpoint.body, name, body)) await sane({ name, value }, { body });
        }
      }
      // Where there is no place for it, the request would be the same.
      const texts = ['a\0b', '\ud800', "'", '%', '..', '👩‍👩‍👧'].map((one) => one.toWellFormed());
      for (const text of some(texts, endpoint)) {
        if (takesId(endpoint)) await sane({ id: text }, { id: text });
        if (takesCompany(endpoint)) await sane({ code: text }, {}, text);
      }
    },
  );
}

/** The company has a place in the address, the query or the body of a call. */
const takesCompany = (endpoint: Endpoint) =>
  endpoint.tenantIn !== undefined || filledAddress(endpoint, 'cong-ty-nay', '').includes('cong-ty-nay');
