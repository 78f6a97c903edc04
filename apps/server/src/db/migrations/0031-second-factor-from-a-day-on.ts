import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** A second factor is demanded from a day on: until then people are asked for it, and may put it off. Null is at once. */
export const secondFactorFromADayOn: Migration = {
  name: '0031-second-factor-from-a-day-on',
  async up(db) {
    await run(
      db,
      `alter table role add column second_factor_from date;
      alter table system_setting add column second_factor_from date;
      drop trigger second_factor_demanded on role;
      create trigger second_factor_demanded after update of second_factor, second_factor_from on role for each row
        when ((old.second_factor, old.second_factor_from) is distinct from (new.second_factor, new.second_factor_from))
        execute function tell_rights_changed();
      drop trigger second_factor_demanded on system_setting;
      create trigger second_factor_demanded after update of second_factor, second_factor_from on system_setting for each row
        when ((old.second_factor, old.second_factor_from) is distinct from (new.second_factor, new.second_factor_from))
        execute function tell_second_factor_demanded()`,
    );
  },
};
