import pg from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/postgres.ts';
import { newId } from '../kernel/new-id.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';

test('calls of before know what was said of them last, and messages that somebody listened to are heard', async () => {
  const database = await testDatabase();
  const before = migrations.findIndex(({ name }) => name === '0400-calls-know-outcomes');
  await migrate(database.url, migrations.slice(0, before));
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  const [one, other] = [newId(), newId()];
  await owner.query(`select create_call_month('2026-03-01')`);
  const calls: Record<string, string> = {};
  for (const [tenant, code] of [
    [one, 'mot'],
    [other, 'hai'],
  ] as const) {
    await owner.query('insert into tenant (id, code, name, sip_domain) values ($1, $2::text, $2, $2)', [tenant, code]);
    // The trail is linked as the tenant's.
    await owner.query(`select set_config('app.tenant', $1, false)`, [tenant]);
    const [status, customer] = [newId(), newId()];
    await owner.query(`insert into profile_status (tenant_id, id, name) values ($1, $2, 'Mới')`, [tenant, status]);
    await owner.query(
      `insert into customer (tenant_id, id, name, status, numbers) values ($1, $2, 'An', $3, '{+84901234567}')`,
      [tenant, customer, status],
    );
    for (const what of ['said twice', 'said nothing of']) {
      const call = newId();
      calls[`${code} ${what}`] = call;
      await owner.query(
        `insert into call (tenant_id, id, started_at, revision, direction, status, stage, ended_at, dialled)
          values ($1, $2, '2026-03-02T03:00:00Z', 1, 'inbound', 'voicemail', 'ended', '2026-03-02T03:01:00Z', '')`,
        [tenant, call],
      );
      await owner.query(
        `insert into recording (tenant_id, id, call_id, call_started_at, kind, voicemail_box_id, state, started_at)
          values ($1, $2::text, $2::uuid, '2026-03-02T03:00:00Z', 'message', 'box', 'ready', '2026-03-02T03:00:00Z')`,
        [tenant, call],
      );
      if (what !== 'said twice' || tenant !== one) continue;
      for (const [outcome, at] of [
        ['agreed', '2026-03-02T03:05:00Z'],
        ['interested', '2026-03-02T03:02:00Z'],
      ])
        await owner.query(
          `insert into disposition (tenant_id, id, customer_id, call_id, outcome, created_at) values ($1, $2, $3, $4, $5, $6)`,
          [tenant, newId(), customer, call, outcome, at],
        );
      await owner.query(
        `insert into audit (tenant_id, id, at, action, subject, subject_id) values ($1, $2, '2026-03-02T04:00:00Z', 'listen', 'call', $3)`,
        [tenant, newId(), call],
      );
    }
  }
  expect(await migrate(database.url)).toEqual(
    expect.arrayContaining(['0400-calls-know-outcomes', '0401-heard-is-kept']),
  );
  const { rows } = await owner.query<{ id: string; outcome: string; heard: Date | null }>(
    `select call.id, call.outcome, heard_at as heard from call left join voicemail_message on recording_id = call.id::text`,
  );
  const found = Object.entries(calls).map(([what, id]) => {
    const row = rows.find((each) => each.id === id);
    return [what, row?.outcome, row?.heard?.toISOString()];
  });
  expect(found).toEqual([
    ['mot said twice', 'agreed', '2026-03-02T04:00:00.000Z'],
    ['mot said nothing of', '', undefined],
    ['hai said twice', '', undefined],
    ['hai said nothing of', '', undefined],
  ]);
  await owner.end();
  await database.drop();
});
