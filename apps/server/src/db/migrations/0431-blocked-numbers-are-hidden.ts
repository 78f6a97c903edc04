import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Blocked numbers are hidden from whoever sees numbers masked, who saves lines with them as they are shown. */
export const blockedNumbersAreHidden: Migration = {
  name: '0431-blocked-numbers-are-hidden',
  async up(db) {
    // What a line is called is said to whoever is about to delete what it leads to, whatever they may see.
    await run(db, 'alter table block_list drop column name');
    await run(
      db,
      `alter table block_list add column name text not null generated always as (
        case kind when 'anonymous' then 'Số ẩn' when 'number' then masked_number(national_number(value), 1) else value end) stored`,
    );
    await run(
      db,
      `create function keep_hidden_block() returns trigger language plpgsql set search_path = pg_catalog, public as $$
        declare mode integer := coalesce((select position_hidden_phone_customer from system_setting), 1);
        begin
          if tg_op = 'UPDATE' and new.value = masked_number(national_number(old.value), mode) then
            new.value := old.value;
          elsif new.kind = 'number' or new.value ~ '[*].' then
            raise check_violation using message = 'a hidden number stands for none', table = tg_table_name,
              schema = tg_table_schema, constraint = 'block_list_hidden';
          end if;
          return new;
        end $$`,
    );
    for (const event of ['insert', 'update of value']) {
      await run(
        db,
        `create trigger keep_hidden_${event.slice(0, 6)} before ${event} on block_list for each row
          when (new.value like '%*%') execute function keep_hidden_block()`,
      );
    }
  },
};
