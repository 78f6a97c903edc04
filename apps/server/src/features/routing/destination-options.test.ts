import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { newId } from '../../kernel/new-id.ts';
import { leading } from './destination-options.ts';

let app: TestApp;
let mine: TestTenant;
let other: TestTenant;
const ids = { queue: newId(), group: newId(), menu: newId(), box: newId(), extension: newId() };

beforeAll(async () => {
  app = await testApp();
  mine = await app.tenant('diem-den');
  other = await app.tenant('nha-khac');
  await app.db.inTenant(mine.id, async (trx) => {
    await trx.insertInto('extension').values({ id: ids.extension, number: '101', name: 'Lễ tân' }).execute();
    await trx.insertInto('queue').values({ id: ids.queue, name: 'Bán hàng', number: '800' }).execute();
    await trx
      .insertInto('ring_group')
      .values({ id: ids.group, name: 'Kho', otherwise_kind: 'queue', otherwise_value: ids.queue })
      .execute();
    await trx.insertInto('voicemail_box').values({ id: ids.box, name: 'Ngoài giờ', greeting: 'x' }).execute();
    await trx.insertInto('ivr_menu').values({ id: ids.menu, name: 'Lời chào chính' }).execute();
    await trx
      .insertInto('ivr_key')
      .values({ id: newId(), ivr_menu_id: ids.menu, keys: '1', destination_kind: 'direct', destination_value: '101' })
      .execute();
  });
});

afterAll(() => app.close());

const options = async (query: string, person = mine.admin) =>
  (await person.call('GET', `//telephony/partner/destinations?${query}`)).json().data;

test('what calls can be sent to is answered as names and values, of every type', async () => {
  expect(await options('CodeCompany=diem-den')).toEqual([
    { type: 'direct', name: '101 · Lễ tân', value: '101' },
    { type: 'group', name: 'Kho', value: ids.group },
    { type: 'queue', name: 'Bán hàng (800)', value: ids.queue },
    { type: 'ivr', name: 'Lời chào chính', value: ids.menu },
    { type: 'voicemail', name: 'Ngoài giờ', value: ids.box },
    { type: 'hang-up', name: 'Kết thúc cuộc gọi', value: '' },
  ]);
  expect(await options('CodeCompany=nha-khac', other.admin)).toEqual([
    { type: 'hang-up', name: 'Kết thúc cuộc gọi', value: '' },
  ]);
});

test('they are found by words without accents, by type and by value', async () => {
  expect(await options('CodeCompany=diem-den&type=queue&search=ban hang')).toHaveLength(1);
  expect(await options('CodeCompany=diem-den&type=queue&search=kho')).toEqual([]);
  expect(await options(`CodeCompany=diem-den&type=voicemail&value=${ids.box}`)).toMatchObject([{ name: 'Ngoài giờ' }]);
  expect(await options('CodeCompany=diem-den&search=101')).toHaveLength(1);
});

test('another company’s are nobody’s business', async () => {
  const answer = await other.admin.call('GET', '//telephony/partner/destinations?CodeCompany=diem-den');
  expect(answer.statusCode).toBe(404);
});

test.each(['queue', 'extension'] as const)(
  'a %s that calls are sent to cannot be deleted behind the product’s back',
  async (table) => {
    const id = ids[table];
    const gone = app.db.inTenant(mine.id, (trx) => trx.deleteFrom(table).where('id', '=', id).execute());
    await expect(gone).rejects.toThrow('calls are sent there');
  },
);

test('a company goes with all that it has, whatever leads where', async () => {
  const short = await app.tenant('ngan-ngui');
  const queue = newId();
  await app.db.inTenant(short.id, async (trx) => {
    await trx.insertInto('queue').values({ id: queue, name: 'Bán hàng' }).execute();
    await trx
      .insertInto('ring_group')
      .values({ id: newId(), name: 'Kho', otherwise_kind: 'queue', otherwise_value: queue })
      .execute();
  });
  const owner = new pg.Client({ connectionString: app.url });
  await owner.connect();
  try {
    const { rowCount } = await owner.query('delete from tenant where id = $1', [short.id]);
    expect(rowCount).toBe(1);
  } finally {
    await owner.end();
  }
});

test('numbers outside that calls are sent on to are offered, wherever that stands, a person’s own forwarding too', async () => {
  await app.db.inTenant(mine.id, (trx) =>
    trx
      .updateTable('extension')
      .set({ forward_offline_kind: 'fw', forward_offline_value: 'customer/0909123456' })
      .execute(),
  );
  expect(await options('CodeCompany=diem-den&type=fw')).toEqual([
    { type: 'fw', name: '0909123456', value: 'customer/0909123456' },
  ]);
  const pairs = await app.db.inTenant(mine.id, (trx) =>
    sql<{ place: string }>`
      select kind.table_name || '.' || left(kind.column_name, -5) as place from information_schema.columns as kind
      join information_schema.columns as worth
        on worth.table_name = kind.table_name and worth.column_name = left(kind.column_name, -5) || '_value'
      where kind.table_schema = 'public' and kind.column_name like '%\\_kind'
        -- Blocked callers are led to announcements and boxes only.
        and kind.table_name <> 'block_list' order by 1`.execute(trx),
  );
  const listed = leading.map(([table, field]) => `${table}.${field}`).sort();
  expect(pairs.rows.map(({ place }) => place)).toEqual(listed);
});
