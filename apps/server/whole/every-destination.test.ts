import { type DestinationType, destinationLabels, isTyped } from '@alo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { newId } from '../src/kernel/new-id.ts';
import { byDestination } from '../src/resource/led-to.ts';
import { loadTelephonyConfig } from '../src/telephony/routing-plan.ts';
import { type TestApp, type TestTenant, testApp } from '../testing/app.ts';
import { rowOfEverything, type TestRows } from '../testing/endpoints.ts';

/**
 * Each type of destination that a company can choose, walked through all that has to know it: the row, its name, the sheet, the plan of
 * calls, the picture of the call flow, and the guard against deletion. A new type is tried here by itself.
 */
let app: TestApp;
let company: TestTenant;
let rows: TestRows;

const types = Object.keys(destinationLabels) as DestinationType[];
const behindForward = types.filter((type) => type !== 'fw');
const chosen = types.filter((type) => !isTyped(type));
/** Whose value is written, and not of every form. */
const written = types.filter((type) => isTyped(type) && type !== 'hang-up');
const outside = '0901234567';

beforeAll(async () => {
  app = await testApp();
  company = await app.tenant('diem-den');
  rows = await rowOfEverything(app, company, 'mau');
});

afterAll(() => app.close());

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  company.admin.call(method, `//telephony${path}`, body);

/** Something of this type that calls can be led to, and what it is called. */
async function placeOf(type: DestinationType): Promise<{ value: string; name: string }> {
  const label: string = destinationLabels[type];
  if (type === 'hang-up') return { value: '', name: '' };
  if (type === 'fw') return { value: outside, name: outside };
  const answer = await call('GET', `/partner/destinations?CodeCompany=${company.code}&type=${type}`);
  const [place] = answer.json().data;
  if (place === undefined) {
    throw new Error(
      isTyped(type)
        ? `The value of “${label}” is written: placeOf, above, needs one and what it is called.`
        : `Nothing here is of the type “${label}”: destination_option does not offer its rows, or rowOfEverything makes none.`,
    );
  }
  return place;
}

async function ruleTo(destination: object, number = rows['service_number']): Promise<{ id: string; name: string }> {
  const name = `Luật ${newId()}`;
  const body = { name, destination, service_number_id: number };
  const answer = await call('POST', '/partner/inbound', body);
  if (answer.statusCode !== 200) throw new Error(answer.payload);
  return { id: answer.json().id, name };
}

const ruleOf = async (id: string) => (await call('GET', `/inbound/john/incoming/detail/${id}/${company.code}`)).json();

const forwardTo = (type: DestinationType, value: string) => ({
  type: 'fw',
  value: outside,
  ...(type !== 'hang-up' && { otherwise: { type, value } }),
});

/** A number with no rule yet: the picture draws so many rules at most. */
const numberOfItsOwn = () =>
  app.db.inTenant(company.id, async (trx) => {
    const { trunk_id } = await trx
      .selectFrom('service_number')
      .select('trunk_id')
      .where('trunk_id', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow();
    const id = newId();
    const number = `+8424${id.replace(/\D/g, '').slice(-8)}`;
    await trx
      .insertInto('service_number')
      .values({ id, number, name: `Số ${id}`, trunk_id })
      .execute();
    return id;
  });

/** As people write it into a file. */
const wordsOf = (type: DestinationType, name: string) => [destinationLabels[type], name].filter(Boolean).join(': ');

test.each(types)('a rule that leads to “%s” is read as it was saved, with its name', async (type) => {
  const { value, name } = await placeOf(type);
  const { id } = await ruleTo({ type, value });
  expect(await ruleOf(id), 'place_name in the database says what it is called').toMatchObject({
    destination: { type, value },
    destination_name: name,
  });
});

test.each(behindForward)('“%s” stands behind a number outside, and is named there', async (type) => {
  const { value, name } = await placeOf(type);
  const { id } = await ruleTo(forwardTo(type, value));
  const { destination, destination_name } = await ruleOf(id);
  expect(destination).toEqual(forwardTo(type, value));
  expect(destination_name, 'destination_name in the database has the word for it behind a number').toBe(
    type === 'hang-up' ? outside : `${outside}; nếu không được: ${wordsOf(type, name)}`,
  );
});

test.each(written)('what is no value of “%s” is refused, also behind a number outside', async (type) => {
  const ways = [{ type, value: 'không phải' }, ...(type === 'fw' ? [] : [forwardTo(type, 'không phải')])];
  for (const destination of ways) {
    const body = { name: `Luật ${newId()}`, destination, service_number_id: rows['service_number'] };
    const answer = await call('POST', '/partner/inbound', body);
    expect(answer.statusCode, `the contract has a rule for its value: ${JSON.stringify(destination)}`).toBe(422);
  }
});

test.each(types)('“%s” goes into a file by its name and comes back from there', async (type) => {
  const { value, name } = await placeOf(type);
  const { name: rule } = await ruleTo({ type, value });
  const file = await call('GET', `/partner/inbounds/export?format=csv&search=${encodeURIComponent(rule)}`);
  expect([file.statusCode, file.payload]).toEqual([200, expect.stringContaining(wordsOf(type, name))]);
  const { values } = byDestination('Điểm đến');
  const found = await app.db.inTenant(company.id, (trx) => values(trx, [wordsOf(type, name)]));
  expect([...found.values()], 'placeCalled of resource/led-to.ts reads what a file says').toEqual([{ type, value }]);
});

test.each(types)('calls are led to “%s” by the plan', async (type) => {
  const { value } = await placeOf(type);
  const { name: rule } = await ruleTo({ type, value });
  const { plan } = await loadTelephonyConfig(app.db.inTenant, company.id);
  expect(plan.inboundRules.find((one) => one.name === rule)?.destination.kind).toBe(type);
});

test.each(types)('the picture of the call flow draws “%s”', async (type) => {
  const { value } = await placeOf(type);
  const number = await numberOfItsOwn();
  const { id } = await ruleTo({ type, value }, number);
  const { nodes, edges } = (await call('GET', `/partner/call-flow?number_id=${number}`)).json();
  const rule = nodes.find((node: { id: string }) => node.id === id);
  const next = edges.filter((edge: { from: string }) => edge.from === rule.key).map(({ to }: { to: string }) => to);
  const drawn = nodes.filter(({ key }: { key: string }) => next.includes(key));
  expect(drawn.map((node: { type: string }) => node.type)).toContain(type);
});

test.each(chosen)(
  'what is of the type “%s” is not deleted while calls are led there, also behind a number outside',
  async (type) => {
    const { value } = await placeOf(type);
    const straight = await ruleTo({ type, value });
    const behind = await ruleTo(forwardTo(type, value));
    const users = await app.db.inTenant(company.id, async (trx) => {
      const { rows: found } = await sql<{ name: string }>`
      select name from destination_users(${type}, array[${value}]::text[])`.execute(trx);
      return found.map(({ name }) => name);
    });
    expect(users).toEqual(expect.arrayContaining([straight.name, behind.name]));
  },
);
