import { run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/** What holds for the whole installation, in the one row of a table without a tenant. Nobody signs up before the operator lets them. */
export const signUpSwitch: Migration = {
  name: '0006-sign-up-switch',
  async up(db) {
    await run(
      db,
      `create table installation_setting (
        only_row boolean primary key default true check (only_row),
        sign_up boolean not null default false
      );
      insert into installation_setting default values;
      grant select, update on installation_setting to ${roles.app}`,
    );
  },
};
