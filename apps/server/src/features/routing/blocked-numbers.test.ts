import { entriesOf } from '@alo/call-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { loadTelephonyConfig } from '../../telephony/routing-plan.ts';

let app: TestApp;
let mine: TestTenant;
let masked: TestPerson;
let full: TestPerson;

const rights = (['view', 'create', 'update', 'export'] as const).flatMap((action) => [
  `list-of-blocked-incoming-numbers.${action}` as const,
  `list-of-blocked-out-numbers.${action}` as const,
]);

beforeAll(async () => {
  app = await testApp();
  mine = await app.tenant('che-so-chan');
  masked = await mine.person('bi-che', rights);
  full = await mine.person('thay-du', [...rights, 'customer.full-phone']);
  await mine.admin.call('PUT', '/update-system-setting', { hidden_phone_customer: 1 });
});

afterAll(() => app.close());

const lists = ['incoming', 'out'] as const;
const at = (list: string, rest = '') => `//telephony/partner/blocked-${list}-number${rest}`;
const add = async (list: string, fields: object, by = masked) => by.call('POST', at(list), fields);
const found = async (list: string, search: string, by = masked) =>
  (await by.call('GET', at(list, `s?search=${encodeURIComponent(search)}`)))
    .json()
    .data.map(({ value }: { value: string }) => value);
const planOf = async () => (await loadTelephonyConfig(app.db.inTenant, mine.id)).plan;

test.each(lists)('a blocked number (%s) is hidden as customers’ are, in answers, lists and the trail', async (list) => {
  const made = await add(list, { value: '0901234567', reason: 'Quấy rối' });
  expect(made.json().value).toBe('090****567');
  const { id } = made.json();
  for (const path of [at(list, `/${id}`), at(list, 's')]) {
    const { payload } = await masked.call('GET', path);
    expect(payload).toContain('090****567');
    expect(payload).not.toContain('901234567');
  }
  expect((await full.call('GET', at(list, `/${id}`))).json().value).toBe('+84901234567');
  // A pattern is of many; one that is of a single number is hidden, too.
  expect((await add(list, { kind: 'pattern', value: '0908*' })).json().value).toBe('0908*');
  expect((await add(list, { kind: 'pattern', value: '0907654321' })).json().value).toBe('090****321');
});

test.each(lists)(
  'it is found (%s) by the whole number, not by a part of it, and by words of its reason',
  async (list) => {
    for (const whole of ['0901234567', '0901 234 567', '+84901234567', 'quấy rối']) {
      expect(await found(list, whole)).toEqual(['090****567']);
    }
    for (const part of ['090123', '1234', '654321']) expect(await found(list, part)).toEqual([]);
    expect(await found(list, '0908')).toEqual(['0908*']);
    expect(await found(list, '090123', full)).toEqual(['+84901234567']);
    expect(await found(list, '654321', full)).toEqual(['0907654321']);
  },
);

test.each(lists)(
  'a line (%s) that is saved as it was shown keeps its number, and no other stands for one',
  async (list) => {
    const [row] = (await masked.call('GET', at(list, 's?search=0901234567'))).json().data;
    const saved = await masked.call('PUT', at(list, `/${row.id}`), { ...row, reason: 'Gọi đêm' });
    expect([saved.statusCode, saved.json().value, saved.json().reason]).toEqual([200, '090****567', 'Gọi đêm']);
    const { blockedCallers, blockedNumbers } = await planOf();
    const held = list === 'incoming' ? blockedCallers : blockedNumbers;
    expect([...entriesOf(held.numbers)].map(([number]) => number)).toEqual(['+84901234567']);
    for (const [method, path] of [
      ['PUT', at(list, `/${row.id}`)],
      ['POST', at(list)],
    ] as const) {
      const refused = await masked.call(method, path, { ...saved.json(), value: '091****567' });
      expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([422, ['value']]);
    }
  },
);

test('what is in the way of a delete gives no number away', async () => {
  const box = (await mine.admin.call('POST', '//telephony/partner/voicemail-box', { name: 'Góp ý' })).json();
  const led = { value: '0905555666', action: 'lead', then: { type: 'voicemail', value: box.id } };
  await add('incoming', led, full);
  const refused = await mine.admin.call('DELETE', `//telephony/partner/voicemail-box/${box.id}`);
  expect(refused.json().used_by).toMatchObject([{ name: '090****666' }]);
});
