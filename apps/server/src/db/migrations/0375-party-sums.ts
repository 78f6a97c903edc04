import { keepSumsOfCalls } from './lib-sums-of-calls.ts';
import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * Conversations by who of the company placed and who took them, added up by the day by the statement that writes them: a month by
 * extension, team and department is read from few rows however many calls there were. Both together, because a conversation of two
 * colleagues is one of each of them and one of their department.
 */
export const partySums: Migration = {
  name: '0375-party-sums',
  async up(db) {
    await run(
      db,
      `create table party_sum (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        at timestamptz not null,
        from_extension text not null,
        to_extension text not null,
        direction text not null,
        status text not null,
        n bigint not null,
        wait_ms bigint not null,
        talk_ms bigint not null,
        primary key (tenant_id, at, from_extension, to_extension, direction, status)
      ) with (fillfactor = 70)`,
    );
    await keepSumsOfCalls(db, {
      table: 'party_sum',
      key: ['at', 'from_extension', 'to_extension', 'direction', 'status'],
      figures: ['n', 'wait_ms', 'talk_ms'],
      period: day,
      sums: (calls) => `select tenant_id, ${day('started_at')} as at, from_extension, to_extension, direction, status,
          sum(sign) as n, sum(sign * wait_ms) as wait_ms, sum(sign * talk_ms) as talk_ms
        from (${calls}) as made group by 1, 2, 3, 4, 5, 6`,
    });
  },
};

/** Days begin at midnight in Vietnam; of other zones the hours at both ends of a span are counted one by one. */
const day = (at: string) => `date_bin('1 day', ${at}, '2000-01-01T00:00:00+07')`;
