import { keepSumsOfCalls } from './lib-sums-of-calls.ts';
import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** How many recordings there are and how large they are, added up by the day of their calls: a glance reads no million of rows. */
export const recordingSums: Migration = {
  name: '0385-recording-sums',
  async up(db) {
    await run(
      db,
      `create table recording_sum (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        at timestamptz not null,
        n bigint not null,
        bytes bigint not null,
        primary key (tenant_id, at)
      ) with (fillfactor = 70)`,
    );
    await keepSumsOfCalls(db, {
      table: 'recording_sum',
      of: { table: 'recording', began: 'call_started_at' },
      key: ['at'],
      figures: ['n', 'bytes'],
      period: day,
      sums: (
        recordings,
      ) => `select tenant_id, ${day('call_started_at')} as at, sum(sign) as n, sum(sign * bytes) as bytes
        from (${recordings}) as made group by 1, 2`,
    });
  },
};

const day = (at: string) => `date_bin('1 day', ${at}, '2000-01-01Z')`;
