import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';

import { testDatabase } from '../../testing/postgres.ts';
import { newId } from '../kernel/new-id.ts';
import { migrate } from './migrate.ts';
import { channelsOfCarriers } from './migrations/0056-channels-of-carriers.ts';
import { migrations } from './migrations/index.ts';

test('shares of before that name a place together are of one carrier', async () => {
  const before = migrations.slice(0, migrations.indexOf(channelsOfCarriers));
  const database = await testDatabase({
    name: 'without_channels',
    fill: async (url) => void (await migrate(url, before)),
  });
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  onTestFinished(async () => {
    await owner.end();
    await database.drop();
  });
  const given = [
    ['mot', ['sip.viettel.vn', '125.235.1.0/24']],
    ['hai', ['125.235.1.7']],
    ['ba', ['sip.vnpt.vn']],
    ['bon', ['sip.viettel.vn']],
  ] as const;
  for (const [code, places] of given) {
    const [tenant, share] = [newId(), newId()];
    await owner.query('insert into tenant (id, code, name, sip_domain) values ($1, $2, $2, $2)', [tenant, code]);
    await owner.query('insert into carrier_share (tenant_id, id, name) values ($1, $2, $3)', [tenant, share, code]);
    for (const place of places) {
      const values = [tenant, newId(), place, share];
      await owner.query('insert into assigned_carrier (tenant_id, id, host, share_id) values ($1, $2, $3, $4)', values);
    }
  }
  await migrate(database.url);
  const { rows } = await owner.query<{ name: string; carrier_id: string }>(
    'select name, carrier_id from carrier_share',
  );
  const carrierOf = (code: string) => rows.find(({ name }) => name === code)?.carrier_id;
  expect([carrierOf('hai'), carrierOf('bon')]).toEqual([carrierOf('mot'), carrierOf('mot')]);
  expect(carrierOf('ba')).not.toBe(carrierOf('mot'));
  expect(rows.every(({ carrier_id: carrier }) => carrier !== null)).toBe(true);
});
