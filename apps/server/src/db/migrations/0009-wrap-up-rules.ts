import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** How conversations are written up: by the company for calls in and out, by queues and ring groups for theirs. */
export const wrapUpRules: Migration = {
  name: '0009-wrap-up-rules',
  async up(db) {
    for (const direction of ['inbound', 'outbound']) {
      await run(
        db,
        `alter table system_setting
          add column wrap_up_${direction} text not null default 'off'
            check (wrap_up_${direction} in ('off', 'optional', 'required')),
          add column wrap_up_${direction}_seconds integer not null default 30
            check (wrap_up_${direction}_seconds between 0 and 3600)`,
      );
    }
    // A queue had only seconds: with some it had its time, with none it had no word of its own.
    await run(
      db,
      `alter table queue add column wrap_up text not null default 'optional'
        check (wrap_up in ('company', 'off', 'optional', 'required'))`,
    );
    await run(
      db,
      `alter table ring_group
        add column wrap_up text not null default 'company'
          check (wrap_up in ('company', 'off', 'optional', 'required')),
        add column wrap_up_seconds integer not null default 30 check (wrap_up_seconds between 0 and 3600)`,
    );
  },
};
