import { sql } from 'kysely';
import pg from 'pg';

import type { Trx } from '../../db/database.ts';
import { Problem } from '../../kernel/problem.ts';
import { wordFor } from '../../resource/led-to.ts';
import { type Columns, type LaidRow, type PlaceName, places, type RowPlace } from './places.ts';

/** To be looked at and taken away again; or for good, by whom, and which columns of rows that are there stay as they are. */
type Laying = 'overlay' | { readonly by: string; readonly leaves: ReadonlySet<string> };

/** What phones set in daily work: a way back leaves it as it is. */
export const daily: ReadonlySet<string> = new Set(['do_not_disturb', 'override', 'override_until']);

/** Secrets, and what is counted about them: no version and no draft has them, so rows keep them (migration 0270). */
const keptOut = ['pin_hash', 'pin_misses', 'pin_blocked_until'];

/**
 * Makes rows what they are said to be, in whatever order they refer to each other. Refuses what does not fit the rows around them:
 * a name that is taken, a way to what is not there.
 */
export async function lay(trx: Trx, rows: readonly LaidRow[], as: Laying): Promise<void> {
  if (rows.length === 0) return;
  await refusingMisfits(async () => {
    await sql`select set_config('app.applying', 'on', true)`.execute(trx);
    await sql`set constraints all deferred`.execute(trx);
    const byPlace = Map.groupBy(rows, ({ place }) => place);
    const inOrder = placeNames.flatMap((place) => {
      const its = byPlace.get(place);
      return its === undefined ? [] : [{ place, its }];
    });
    const lost: Target[] = [];
    for (const { place, its } of inOrder.toReversed()) {
      const gone = its.filter(({ row }) => row === null).map(({ key }) => key);
      if (gone.length === 0) continue;
      lost.push(...(await targetsIn(trx, place, gone)));
      await sql`delete from ${sql.table(place)} where ${among(place, gone)}`.execute(trx);
    }
    for (const { place, its } of inOrder) await put(trx, place, its, as);
    await sql`set constraints all immediate`.execute(trx);
    for (const { place, its } of inOrder) await allLeadSomewhere(trx, place, its);
    await nobodyLeadsTo(trx, lost);
    await sql`select set_config('app.applying', '', true)`.execute(trx);
  });
}

// The keys of the record.
const placeNames = Object.keys(places) as PlaceName[];

const among = (place: PlaceName, keys: readonly string[]) =>
  places[place].key === 'id' ? sql`id = any(${[...keys]}::uuid[])` : sql`year = any(${[...keys]}::int[])`;

async function put(trx: Trx, place: PlaceName, rows: readonly LaidRow[], as: Laying): Promise<void> {
  const there = rows.flatMap(({ row }) => (row === null ? [] : [row]));
  if (there.length === 0) return;
  const { rows: columns } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = ${place}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(trx);
  // What an older version of the program kept may lack columns of today: those stay, or are as a new row has them.
  for (const alike of Map.groupBy(there, (row) => Object.keys(row).toSorted().join()).values()) {
    const names = columns.map(({ name }) => name).filter((name) => Object.hasOwn(alike[0] ?? {}, name));
    const { key } = places[place] as RowPlace;
    // Two rows may have each other's names from now on: neither is called by its old one meanwhile.
    if (key === 'id' && names.includes('name')) {
      await sql`update ${sql.table(place)} as stored set name = stored.id::text
        from jsonb_to_recordset(${JSON.stringify(alike)}::jsonb) as given (id uuid, name text)
        where stored.id = given.id and stored.name <> given.name`.execute(trx);
    }
    // The same of their numbers, which may be none.
    if (renumbered.has(place) && names.includes('number')) {
      await sql`update ${sql.table(place)} as stored set number = ''
        from jsonb_to_recordset(${JSON.stringify(alike)}::jsonb) as given (id uuid, number text)
        where stored.id = given.id and stored.number <> given.number`.execute(trx);
    }
    const changed = names.filter((name) => name !== 'tenant_id' && name !== key && name !== 'created_at');
    await sql`insert into ${sql.table(place)} as stored (${sql.join(names.map((name) => sql.ref(name)))})
      select ${sql.join(names.map((name) => added(name, as)))}
      from jsonb_populate_recordset(null::${sql.table(place)}, ${JSON.stringify(alike)}::jsonb) as given
      on conflict (tenant_id, ${sql.ref(key)}) do update set
        ${sql.join(changed.map((name) => sql`${sql.ref(name)} = ${overwritten(name, as)}`))}`.execute(trx);
  }
}

/** What may have another internal number; an extension keeps its own for life. */
const renumbered: ReadonlySet<PlaceName> = new Set(['ring_group', 'queue', 'ivr_menu']);

function added(name: string, as: Laying) {
  if (as === 'overlay') return sql.ref(`given.${name}`);
  if (name === 'version') return sql`given.version + 1`;
  if (name === 'updated_at') return sql`now()`;
  return name === 'updated_by' ? sql`${as.by}::uuid` : sql.ref(`given.${name}`);
}

function overwritten(name: string, as: Laying) {
  if (as === 'overlay') return sql.ref(`excluded.${name}`);
  if (name === 'version') return sql`stored.version + 1`;
  return sql.ref(as.leaves.has(name) ? `stored.${name}` : `excluded.${name}`);
}

interface Target {
  readonly place: PlaceName;
  readonly type: string;
  readonly column: 'id' | 'number';
  readonly value: string;
}

/** As what calls are led to rows of a table, and by which column they are named. */
const led: Partial<Record<PlaceName, readonly [string, 'id' | 'number']>> = {
  extension: ['direct', 'number'],
  ring_group: ['group', 'id'],
  queue: ['queue', 'id'],
  ivr_menu: ['ivr', 'id'],
  time_condition: ['time', 'id'],
  customer_condition: ['customer', 'id'],
  code_question: ['code', 'id'],
  announcement: ['msg', 'id'],
  voicemail_box: ['voicemail', 'id'],
  last_call_rule: ['lastcall', 'id'],
};

async function targetsIn(trx: Trx, place: PlaceName, keys: readonly string[]): Promise<Target[]> {
  const as = led[place];
  if (as === undefined) return [];
  const [type, column] = as;
  const { rows } = await sql<{ value: string }>`select ${sql.ref(column)}::text as value from ${sql.table(place)}
    where ${among(place, keys)}`.execute(trx);
  return rows.map(({ value }) => ({ place, type, column, value }));
}

async function nobodyLeadsTo(trx: Trx, lost: readonly Target[]): Promise<void> {
  for (const [type, its] of Map.groupBy(lost, (one) => one.type)) {
    const [first] = its;
    if (first === undefined) continue;
    const { rows } = await sql<{ used_in: string; name: string }>`
      select used_in, name from destination_users(${type}, array(
        select value from unnest(${its.map(({ value }) => value)}::text[]) as value where not exists (
          select from ${sql.table(first.place)} as there where there.${sql.ref(first.column)}::text = value))) limit 1`.execute(
      trx,
    );
    const [user] = rows;
    if (user !== undefined) {
      throw Problem.draftBroken(`${wordFor(user.used_in)} “${user.name}” còn dẫn tới một nơi bị xoá`);
    }
  }
}

async function allLeadSomewhere(trx: Trx, place: PlaceName, rows: readonly LaidRow[]): Promise<void> {
  const there = rows.filter(({ row }) => row !== null);
  const [first] = there;
  const leading = Object.keys(first?.row ?? {}).filter((name) => name.endsWith('_kind'));
  for (const kind of leading) {
    const value = kind.replace(/_kind$/, '_value');
    const { rows: astray } = await sql<{ found: number }>`select 1 as found from ${sql.table(place)}
      where ${among(
        place,
        there.map(({ key }) => key),
      )} and ${sql.ref(kind)} is not null
        and destination_name(${sql.ref(kind)}, ${sql.ref(value)}) is null limit 1`.execute(trx);
    if (astray.length > 0) throw Problem.draftBroken(`${wordFor(place)}: có dòng dẫn tới một nơi không còn`);
  }
}

/** What the database says of rows that do not fit, in words. */
async function refusingMisfits(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    const table = error.table ?? '';
    const place = Object.entries<RowPlace>(places).find(([name]) => name === table)?.[1];
    const where = wordFor(place?.owner?.table ?? table);
    switch (error.code) {
      case '23505':
        throw Problem.draftBroken(`${where}: tên hoặc số đã có ở một dòng khác`);
      case '23503':
        throw Problem.draftBroken(
          place === undefined
            ? `${where} còn dùng một dòng sẽ không còn`
            : `${where}: dùng một thứ không còn, hoặc còn được dùng`,
        );
      default:
        throw error;
    }
  }
}

/** The row of each of these places as it stands now. */
export async function rowsNow(
  trx: Trx,
  wanted: readonly Pick<LaidRow, 'place' | 'key'>[],
): Promise<ReadonlyMap<string, Columns>> {
  const found = new Map<string, Columns>();
  for (const [place, its] of Map.groupBy(wanted, (one) => one.place)) {
    const { key } = places[place];
    const { rows } = await sql<{ key: string; row: Columns }>`
      select ${sql.ref(key)}::text as key, to_jsonb(it) - ${keptOut}::text[] as row from ${sql.table(place)} as it where ${among(
        place,
        its.map((one) => one.key),
      )}`.execute(trx);
    for (const { key: name, row } of rows) found.set(rowName(place, name), row);
  }
  return found;
}

export const rowName = (place: string, key: string): string => `${place}/${key}`;
