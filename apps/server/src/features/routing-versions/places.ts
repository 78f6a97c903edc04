import type { Database } from '../../db/tables.ts';

/** Where a row of routing is kept. */
export interface RowPlace {
  /** What names it. */
  readonly key: 'id' | 'year';
  /** The row that it is a part of. */
  readonly owner?: { readonly table: keyof Database; readonly column: string };
}

const own: RowPlace = { key: 'id' };
const partOf = (table: keyof Database): RowPlace => ({ key: 'id', owner: { table, column: `${table}_id` } });

/**
 * Every table that versions and drafts are of; the database notes what is changed in them. What leads calls besides and is not
 * here: block lists (data, not configuration), carriers (a way out, with secrets), people and rights, limits.
 */
export const places = {
  service_number: own,
  service_number_caller: partOf('service_number'),
  extension_group: own,
  extension: own,
  greeting: own,
  music_on_hold: own,
  music_piece: partOf('music_on_hold'),
  time_group: own,
  time_group_detail: partOf('time_group'),
  holiday_year: { key: 'year' },
  time_condition: own,
  customer_condition: own,
  customer_kind: partOf('customer_condition'),
  code_question: own,
  code_answer: partOf('code_question'),
  announcement: own,
  voicemail_box: own,
  last_call_rule: own,
  ring_group: own,
  ring_group_member: partOf('ring_group'),
  queue: own,
  queue_member: partOf('queue'),
  queue_exit: partOf('queue'),
  queue_need: partOf('queue'),
  queue_caller: partOf('queue'),
  ivr_menu: own,
  ivr_key: partOf('ivr_menu'),
  inbound_rule: own,
  outbound_rule: own,
  outbound_rule_group: partOf('outbound_rule'),
  outbound_route: partOf('outbound_rule'),
} as const satisfies Partial<Record<keyof Database, RowPlace>>;

export type PlaceName = keyof typeof places;

/** A row as its table has it, or that there shall be none. */
export interface LaidRow {
  readonly place: PlaceName;
  readonly key: string;
  readonly row: Columns | null;
}

export type Columns = Readonly<Record<string, unknown>>;

export const placeNamed = (name: string): PlaceName => {
  if (!Object.hasOwn(places, name)) throw new Error(`No part of routing: ${name}`);
  // It is one of the names.
  return name as PlaceName;
};

/** A row that people know: itself, or the one that this is a part of. */
export function knownRow({ place, key, row }: LaidRow): { table: PlaceName; id: string } {
  const { owner } = places[place] as RowPlace;
  if (owner === undefined) return { table: place, id: key };
  return { table: placeNamed(owner.table), id: textIn(row, owner.column) };
}

/** A text of a row; '' where there is none. */
export function textIn(row: Columns | null | undefined, column: string): string {
  const value = row?.[column];
  return typeof value === 'string' ? value : '';
}
