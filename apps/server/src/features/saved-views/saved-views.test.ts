import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { newId } from '../../kernel/new-id.ts';

let app: TestApp;
let demo: TestTenant;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
});

afterAll(() => app.close());

const save = (who: TestPerson, name: string, more: object = {}) =>
  who.call('POST', '/saved-view', { list: '/departments', name, address: 'sort=-name', ...more });
const namesOf = async (who: TestPerson) =>
  ((await who.call('GET', '/saved-views?list=/departments')).json().data as { name: string }[]).map(({ name }) => name);

/** Puts people into a team of their own. */
async function team(...people: TestPerson[]): Promise<void> {
  await app.db.inTenant(demo.id, async (trx) => {
    const [department, id] = [newId(), newId()];
    await trx
      .insertInto('department')
      .values({ id: department, name: `Phòng ${id}` })
      .execute();
    await trx
      .insertInto('team')
      .values({ id, name: `Nhóm ${id}`, department_id: department })
      .execute();
    for (const { accountId } of people)
      await trx.updateTable('account').set({ team_id: id }).where('id', '=', accountId).execute();
  });
}

test('a view is its owner’s; a shared one is also their team’s, and nobody else’s', async () => {
  const [lan, minh, hoa] = [await demo.person('lan'), await demo.person('minh'), await demo.person('hoa')];
  await team(lan, minh);
  await team(hoa);
  await save(lan, 'Của Lan');
  await save(lan, 'Cả nhóm', { shared: true });
  expect(await namesOf(lan)).toEqual(['Cả nhóm', 'Của Lan']);
  expect(await namesOf(minh)).toEqual(['Cả nhóm']);
  expect(await namesOf(hoa)).toEqual([]);
});

test('people without a team share with nobody', async () => {
  const [an, binh] = [await demo.person('an'), await demo.person('binh')];
  await save(an, 'Của An', { shared: true });
  expect(await namesOf(binh)).toEqual([]);
});

test('the same name again replaces the view, however it is written', async () => {
  const chi = await demo.person('chi');
  await save(chi, 'Mới nhất');
  const again = (await save(chi, 'MỚI NHẤT', { address: 'sort=name' })).json();
  expect(await namesOf(chi)).toEqual(['MỚI NHẤT']);
  expect(again).toMatchObject({ address: 'sort=name', mine: true });
});

test('only its owner deletes a view', async () => {
  const [dung, em] = [await demo.person('dung'), await demo.person('em')];
  await team(dung, em);
  const { id } = (await save(dung, 'Dùng chung', { shared: true })).json();
  expect((await em.call('DELETE', `/saved-view/${id}`)).statusCode).toBe(404);
  expect((await dung.call('DELETE', `/saved-view/${id}`)).statusCode).toBe(200);
  expect(await namesOf(em)).toEqual([]);
});
