import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * Teams and departments have leaders, and say themselves who belongs to them. Whoever joins or leaves one otherwise makes it another
 * version: a form that was open then does not put people back where they were.
 */
export const leadersAndPeopleOfPlaces: Migration = {
  name: '0057-leaders-and-people-of-places',
  async up(db) {
    for (const place of ['team', 'department']) {
      const table = `${place}_leader`;
      await createTenantTable(db, table, [
        `${place}_id uuid not null`,
        'account_id uuid not null',
        'position integer not null default 0',
        `constraint ${table}_once unique (tenant_id, ${place}_id, account_id)`,
        references(table, `${place}_id`, place, 'cascade'),
        references(table, 'account_id', 'account'),
      ]);
      await run(db, `create index ${table}_account on ${table} (tenant_id, account_id)`);
    }
    await run(db, renewed);
    await run(db, joined);
    await run(db, moved);
    await run(
      db,
      `create trigger people_joined after insert on account referencing new table as became
        for each statement execute function tell_places_of_joined()`,
    );
    await run(
      db,
      `create trigger people_moved after update on account referencing old table as was new table as became
        for each statement execute function tell_places_of_moved()`,
    );
  },
};

const renewed = `create function renew_places(teams uuid[], departments uuid[]) returns void
  language sql set search_path = pg_catalog, public as $$
  update team set version = version + 1 where tenant_id = current_tenant() and id = any(teams);
  update department set version = version + 1 where tenant_id = current_tenant() and id = any(departments)
$$`;

const joined = `create function tell_places_of_joined() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
begin
  perform renew_places(array(select distinct team_id from became where active and team_id is not null),
    array(select distinct department_id from became where active and department_id is not null));
  return null;
end $$`;

const moved = `create function tell_places_of_moved() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
begin
  perform renew_places(
    array(select distinct place from was join became using (tenant_id, id),
      lateral unnest(array[was.team_id, became.team_id]) as place
      where place is not null and (was.active, was.team_id) is distinct from (became.active, became.team_id)),
    array(select distinct place from was join became using (tenant_id, id),
      lateral unnest(array[was.department_id, became.department_id]) as place
      where place is not null and (was.active, was.department_id) is distinct from (became.active, became.department_id)));
  return null;
end $$`;
