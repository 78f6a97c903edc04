import { draftHeader, type SetUpTemplate, setUpTemplates } from '@alo/contract';
import { someOf } from '@alo/testing/in-depth';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';

let app: TestApp;
let made = 0;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

interface Asked {
  readonly body?: object;
  readonly draft?: boolean;
  readonly by?: TestPerson;
}

/** A company with a number that nobody leads yet, and two people. */
async function company() {
  made += 1;
  const tenant: TestTenant = await app.tenant(`mau-${made}`);
  const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, { body, draft = false, by }: Asked = {}) => {
    const answer = await app.http.inject({
      method,
      url: `/telephony/partner/${path}`,
      headers: { authorization: `Bearer ${(by ?? tenant.admin).token}`, ...(draft ? { [draftHeader]: 'on' } : {}) },
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const add = async (item: string, body: object) => {
    const answer = await ask('POST', item, { body });
    expect(answer).toMatchObject({ status: 200 });
    return answer.body;
  };
  const trunk = await add('trunk', { name: 'Nhà mạng', host: `sip-${made}.vn` });
  const number = await add('service-number', { number: `0287100${1000 + made}`, name: 'Số chính', trunk_id: trunk.id });
  const people: string[] = [];
  for (const [extension, name] of [
    ['101', 'Lan'],
    ['102', 'Mai'],
  ]) {
    people.push((await add('subscriber', { number: extension, name })).id);
  }
  const asked = (template: SetUpTemplate, more: object = {}) => ({
    template,
    number_id: number.id,
    name: 'Hoàng Gia',
    member_ids: people,
    from_time: '08:00',
    to_time: '17:00',
    ...more,
  });
  /** Where a call of a Monday goes: who talks, or how it ends; and every place that it came by. */
  const tried = async (at: string, { keys = [], draft = false }: { keys?: string[]; draft?: boolean } = {}) => {
    const { body } = await ask('POST', 'call-test', {
      draft,
      body: { dialled: number.number, caller: '0905123456', at: `2026-11-23T${at}:00+07:00`, keys },
    });
    return { ends: body.ends, extension: body.extension, status: body.status, told: JSON.stringify(body.trace) };
  };
  const flow = async (draft: boolean) => (await ask('GET', `call-flow?number_id=${number.id}`, { draft })).body;
  return { ask, add, asked, tried, flow, number, people, tenant };
}

/** What leads callers, by its kind and name, whatever ids it has. */
const pictured = ({ nodes, edges }: { nodes: Node[]; edges: Edge[] }) => {
  const named = new Map(nodes.map(({ key, type, name }) => [key, `${type} ${name}`]));
  return {
    places: nodes.map(({ type, name, facts, warnings }) => ({ type, name, facts, warnings })),
    ways: edges.map(({ from, to, label }) => `${named.get(from)} –${label}→ ${named.get(to)}`),
  };
};
type Node = { key: string; type: string; name: string; facts: string[]; warnings: string[] };
type Edge = { from: string; to: string; label: string };

/** Where callers of each set-up come in its hours, by the key they press; each is a place of the picture as well. */
const ways: Readonly<Record<SetUpTemplate, readonly (readonly [keys: string[], place: string])[]>> = {
  shop: [[[], 'Nhân viên Hoàng Gia']],
  clinic: [
    [['1'], 'Đặt lịch Hoàng Gia'],
    [['0'], 'Lễ tân Hoàng Gia'],
    [[''], 'Lễ tân Hoàng Gia'],
  ],
  bank: [
    [['1'], 'Khoá thẻ Hoàng Gia'],
    [['2'], 'Tư vấn Hoàng Gia'],
  ],
  telesales: [[[], 'Telesales Hoàng Gia']],
};

test.each(someOf(2, Object.keys(setUpTemplates) as SetUpTemplate[]))(
  'the set-up “%s” is shown, made as a draft, published, and leads calls where it was shown to lead them',
  async (template) => {
    const { ask, asked, tried, flow } = await company();
    const before = await tried('10:00');
    expect(before).toMatchObject({ ends: 'over' });

    const shownFirst = await ask('POST', 'set-up/preview', { body: asked(template) });
    expect(shownFirst).toMatchObject({ status: 200 });
    const preview = shownFirst.body;
    expect(preview.parts.every(({ change }: { change: string }) => change === 'new')).toBe(true);
    // Nothing of what was looked at is there, for anybody.
    expect((await ask('GET', 'routing-draft')).body.changes).toEqual([]);

    const answer = await ask('POST', 'set-up', { body: asked(template) });
    expect(answer).toMatchObject({ status: 200 });
    const names = (parts: { screen: string; name: string }[]) => parts.map(({ screen, name }) => `${screen} ${name}`);
    expect(names(answer.body.parts)).toEqual(names(preview.parts));

    // It is a draft: callers go as before, and the draft leads them as was shown.
    expect(await tried('10:00')).toEqual(before);
    expect(pictured(await flow(true))).toEqual(pictured(preview.flow));
    expect((await ask('GET', 'routing-draft')).body).toMatchObject({ broken: '', warnings: [], conflicts: [] });

    expect(await ask('POST', 'routing-draft/publish', { body: { note: '' } })).toMatchObject({ status: 200 });
    expect(pictured(await flow(false))).toEqual(pictured(preview.flow));
    const shown: string[] = preview.flow.nodes.map(({ name }: Node) => name);
    for (const [keys, place] of ways[template]) {
      expect(shown).toContain(place);
      const call = await tried('10:00', { keys });
      expect(call).toMatchObject({ ends: 'talks', told: expect.stringContaining(place) });
      expect(['101', '102']).toContain(call.extension);
    }
    expect(shown).toContain('Lời nhắn Hoàng Gia');
    const late = await tried('20:00', { keys: template === 'bank' ? ['2'] : [] });
    expect(late).toMatchObject({ status: 'voicemail', told: expect.stringContaining('Lời nhắn Hoàng Gia') });
  },
);

test('a second time changes what was made and adds nothing, as a draft and when it is published', async () => {
  const { ask, asked } = await company();
  const changes = async (more: object = {}) =>
    (await ask('POST', 'set-up', { body: asked('clinic', more) })).body.parts.map(
      ({ change }: { change: string }) => change,
    );
  const drafted = async () => (await ask('GET', 'routing-draft')).body.changes.length;
  expect(new Set(await changes())).toEqual(new Set(['new']));
  const first = await drafted();
  expect(new Set(await changes())).toEqual(new Set(['same']));
  expect(await drafted()).toBe(first);
  await ask('POST', 'routing-draft/publish', { body: { note: '' } });
  expect(new Set(await changes())).toEqual(new Set(['same']));
  expect(await drafted()).toBe(0);

  // Other hours change the hours, and what is said of them out of hours.
  const again = await changes({ to_time: '19:30' });
  expect(again.filter((change: string) => change === 'changed')).toHaveLength(2);
  await ask('POST', 'routing-draft/publish', { body: { note: '' } });
  const greetings = (await ask('GET', 'greetings')).body;
  expect(greetings.total).toBe(2);
  expect(JSON.stringify(greetings.data)).toContain('từ 8 giờ đến 19 giờ 30, thứ hai đến thứ bảy');

  // The same hour twice is the whole day.
  const all = await ask('POST', 'set-up/preview', { body: asked('clinic', { to_time: '08:00', weekdays: [] }) });
  expect(JSON.stringify(all.body.parts)).toContain('cả ngày đêm, tất cả các ngày trong tuần');

  // What was thrown away is made anew.
  await changes({ to_time: '20:00', name: 'Minh Anh' });
  await ask('DELETE', 'routing-draft');
  expect(new Set(await changes({ name: 'Hoàng Gia', to_time: '19:30' }))).toEqual(new Set(['same']));
});

test('a name that somebody has given already is no obstacle, and a greeting that a person has recorded stays', async () => {
  const { ask, add, asked, tenant } = await company();
  await add('voicemail-box', { name: 'Lời nhắn Hoàng Gia' });
  const { body } = await ask('POST', 'set-up', { body: asked('shop') });
  const box = body.parts.find(({ screen }: { screen: string }) => screen === 'voicemail-boxes');
  expect(box.name).toBe('Lời nhắn Hoàng Gia (2)');
  await ask('POST', 'routing-draft/publish', { body: { note: '' } });

  const welcome = body.parts.find(({ name }: { name: string }) => name === 'Chào khách Hoàng Gia');
  await app.db.inTenant(tenant.id, (trx) =>
    trx
      .updateTable('audio')
      .set({ source: 'recording', title: 'Thu trực tiếp' })
      .where('id', '=', trx.selectFrom('greeting').where('id', '=', welcome.id).select('audio_id'))
      .execute(),
  );
  const again = (await ask('POST', 'set-up', { body: asked('shop', { to_time: '18:00' }) })).body.parts;
  expect(again.find(({ id }: { id: string }) => id === welcome.id)).toMatchObject({ change: 'same' });
});

test('what cannot be is refused in words, and leaves nothing behind', async () => {
  const { ask, add, asked, number } = await company();
  const refusal = async (body: object, path = 'set-up') => {
    const answer = await ask('POST', path, { body });
    return [answer.status, answer.body.fields];
  };
  const words = (text: string) => expect.stringContaining(text);
  expect(await refusal(asked('shop', { member_ids: [] }))).toEqual([422, { member_ids: words('không được để trống') }]);
  const gone = crypto.randomUUID();
  expect(await refusal(asked('shop', { number_id: gone }))).toEqual([422, { number_id: words('không còn') }]);
  const [status, fields] = await refusal(asked('shop', { member_ids: [gone] }));
  expect([status, Object.keys(fields)]).toEqual([422, ['member_ids']]);
  await add('inbound', {
    name: 'Mọi cuộc gọi',
    priority: 0,
    service_number_id: number.id,
    destination: { type: 'hang-up', value: '' },
  });
  for (const path of ['set-up', 'set-up/preview']) {
    expect(await refusal(asked('shop'), path)).toEqual([422, { number_id: words('“Mọi cuộc gọi” đứng đầu') }]);
  }
  expect((await ask('GET', 'routing-draft')).body.changes).toEqual([]);
  // Nothing was spoken for nothing.
  expect((await ask('GET', 'greetings', { draft: true })).body.total).toBe(0);
});

test('it takes the right to draft and to add each of its parts; and is the company’s own', async () => {
  const { ask, asked, tenant } = await company();
  const some = await tenant.person('it', ['routing-versions.update', 'routing-versions.view', 'inbounds.create']);
  expect(await ask('POST', 'set-up', { body: asked('shop'), by: some })).toMatchObject({ status: 403 });
  const other = await company();
  // Another company's number is none.
  expect(await other.ask('POST', 'set-up/preview', { body: asked('shop') })).toMatchObject({ status: 422 });
});
