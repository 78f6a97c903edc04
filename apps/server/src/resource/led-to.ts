import {
  type DestinationType,
  type DestinationValue,
  destinationLabels,
  type ProblemBody,
  screens,
  trailScreens,
} from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';

import type { Trx } from '../db/database.ts';
import { storedValue } from '../db/forward-value.ts';
import type { Database } from '../db/tables.ts';
import { Problem } from '../kernel/problem.ts';
import type { ImportField } from './importing/import-field.ts';

type UsedBy = ProblemBody['used_by'];

/** That calls can be led to the rows of a resource: as what, and by which column they are named. */
export interface LedTo {
  readonly type: DestinationType;
  readonly column: 'id' | 'number';
}

/** What sends calls somewhere, by its table, as it is called where it is in the way. */
const words: Readonly<Record<string, string>> = {
  inbound_rule: 'Định tuyến gọi vào',
  extension: 'Máy nhánh',
  ring_group: 'Nhóm đổ chuông',
  queue: 'Hàng đợi',
  ivr_menu: 'Cây IVR',
  time_condition: 'Điều kiện thời gian',
  customer_condition: 'Điều kiện khách hàng',
  code_question: 'Nhập mã, hỏi hệ thống',
  survey_campaign: 'Khảo sát',
  announcement: 'Thông báo',
  block_list: 'Danh sách chặn gọi vào',
};

/** What rows of a table are called, that of their screen where nothing else is said. */
export function wordFor(table: string): string {
  const screen = trailScreens[table];
  return words[table] ?? (screen === undefined ? table : screens[screen].label);
}

/** A row that sends calls to one of those that were asked about. */
export interface Sender {
  readonly of: string;
  readonly table: string;
  readonly id: string;
  readonly name: string;
}

/** Who sends calls to these rows of `table`; `of` is the row's id. One that does so twice is told once. */
export async function sendersTo(
  trx: Trx,
  table: keyof Database,
  { type, column }: LedTo,
  ids: readonly string[],
): Promise<readonly Sender[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Sender>`
    with asked as (
      select id as "of", ${sql.ref(column)}::text as value from ${sql.table(table)} where id in (${sql.join([...ids])})
    )
    select distinct asked."of", used_in as "table", users.id, users.name
    from destination_users(${type}, array(select value from asked)) as users join asked using (value)
    order by 1, 2, 4, 3`.execute(trx);
  return rows;
}

/** The same as what is in the way of a delete. */
export const asUsers = (senders: readonly Sender[]): Map<string, UsedBy> =>
  new Map(
    [...Map.groupBy(senders, ({ of }) => of)].map(([of, its]) => [
      of,
      its.map(({ table, id, name }) => ({ kind: wordFor(table), name, id })),
    ]),
  );

/** What a row of `table` is named by where calls are sent to it. */
export async function valueOf(trx: Trx, table: keyof Database, { column }: LedTo, id: string): Promise<string> {
  const { rows } = await sql<{ value: string }>`
    select ${sql.ref(column)}::text as value from ${sql.table(table)} where id = ${id}`.execute(trx);
  return rows[0]?.value ?? '';
}

/** Values as they are with one destination in the place of another, wherever it stands in them; only those that are different. */
export function repointed(
  values: Readonly<Record<string, unknown>>,
  { type, from, to }: { type: DestinationType; from: string; to: string },
): Record<string, unknown> {
  const elsewhere = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(elsewhere);
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    if ('type' in value && value.type === type && 'value' in value && value.value === from) return { type, value: to };
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, elsewhere(part)]));
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const after = elsewhere(value);
      return JSON.stringify(after) === JSON.stringify(value) ? [] : [[name, after]];
    }),
  );
}

/** A destination as the contract has it, from its two columns. */
export const destinationIn = (table: string, field: string): RawBuilder<DestinationValue | null> => sql`
  destination_of(${sql.ref(`${table}.${field}_kind`)}, ${sql.ref(`${table}.${field}_value`)})`;

/** What the place is called that a row sends calls to; empty where it has no name, or is none. */
export const destinationNameIn = (table: string, field: string): RawBuilder<string> => sql`
  coalesce(destination_name(${sql.ref(`${table}.${field}_kind`)}, ${sql.ref(`${table}.${field}_value`)}), '')`;

/** “Hàng đợi: Bán hàng”. */
export const destinationInWords = (value: DestinationValue | null | undefined, name: string): string =>
  value ? [destinationLabels[value.type], name].filter(Boolean).join(': ') : '';

/** A destination as its two columns. */
export const destinationColumns = (field: string, value: DestinationValue | null | undefined) => ({
  [`${field}_kind`]: value?.type ?? null,
  [`${field}_value`]: value ? storedValue(value) : '',
});

const isDestination = z.object({
  type: z.enum(Object.keys(destinationLabels)),
  value: z.string(),
  otherwise: z.unknown().optional(),
});

/** Destinations in a value, by where they stand in it. */
function placesIn(value: unknown, at: string): { at: string; to: DestinationValue }[] {
  if (Array.isArray(value)) return value.flatMap((part, index) => placesIn(part, `${at}.${index}`));
  const found = isDestination.safeParse(value);
  if (found.success) {
    const { otherwise, ...to } = found.data;
    // Its type is one of the labels' own.
    return [{ at, to: to as DestinationValue }, ...placesIn(otherwise, `${at}.otherwise`)];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => placesIn(part, `${at}.${name}`));
}

const tables: Readonly<Partial<Record<DestinationType, readonly [keyof Database, 'id' | 'number']>>> = {
  direct: ['extension', 'number'],
  group: ['ring_group', 'id'],
  queue: ['queue', 'id'],
  ivr: ['ivr_menu', 'id'],
  time: ['time_condition', 'id'],
  customer: ['customer_condition', 'id'],
  code: ['code_question', 'id'],
  survey: ['survey_campaign', 'id'],
  msg: ['announcement', 'id'],
  voicemail: ['voicemail_box', 'id'],
  lastcall: ['last_call_rule', 'id'],
};

/**
 * Refuses what would send calls to something that is not there. What is there stays so until the end of the transaction:
 * whoever deletes it meanwhile waits, and is refused in turn.
 */
export async function checkDestinations(
  trx: Trx,
  fields: readonly string[],
  inputs: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const places = inputs.flatMap((input) => fields.flatMap((field) => placesIn(input[field], field)));
  for (const [type, its] of Map.groupBy(places, ({ to }) => to.type)) {
    const target = tables[type];
    if (target === undefined) continue;
    const there = await thoseThere(trx, target, [...new Set(its.map(({ to }) => to.value))]);
    const lost = its.find(({ to }) => !there.has(to.value));
    if (lost !== undefined) throw Problem.noSuchChoice({ [lost.at]: 'Điểm đến này không còn' });
  }
}

async function thoseThere(
  trx: Trx,
  [table, column]: readonly [keyof Database, 'id' | 'number'],
  values: readonly string[],
): Promise<ReadonlySet<string>> {
  const possible = column === 'id' ? values.filter((value) => z.uuid().safeParse(value).success) : values;
  if (possible.length === 0) return new Set();
  const { rows } = await sql<{ value: string }>`
    select ${sql.ref(column)}::text as value from ${sql.table(table)}
    where ${sql.ref(column)} in (${sql.join(possible)}) for key share`.execute(trx);
  return new Set(rows.map(({ value }) => value));
}

/** A destination as people write it into a file: “Hàng đợi: Bán hàng”, “Máy nhánh: 101”, “Chuyển ra ngoài: 0901234567”. */
export const byDestination = (heading: string): ImportField => ({
  heading,
  async values(trx, texts) {
    const found = new Map<string, unknown>();
    for (const text of texts) {
      const value = await destinationCalled(trx, text);
      if (value !== undefined) found.set(text, value);
    }
    return found;
  },
  whyNot: (text) => `không có điểm đến “${text}”; viết như “Hàng đợi: Bán hàng” hoặc “Máy nhánh: 101”`,
});

/** “Chuyển ra ngoài: 0901234567; nếu không được: Hàng đợi: Bán hàng”. */
const orElse = /;\s*nếu không được:/i;

async function destinationCalled(trx: Trx, text: string): Promise<DestinationValue | undefined> {
  const [first = '', behind] = text.normalize('NFC').split(orElse);
  const to = await placeCalled(trx, first);
  if (behind === undefined || to === undefined) return to;
  const otherwise = await placeCalled(trx, behind);
  if (to.type !== 'fw' || otherwise === undefined || otherwise.type === 'fw') return undefined;
  return { ...to, otherwise: { type: otherwise.type, value: otherwise.value } };
}

async function placeCalled(trx: Trx, text: string): Promise<DestinationValue | undefined> {
  const [label = '', ...rest] = text.split(':');
  const said = rest.join(':').trim();
  const type = labelled(label);
  if (type === undefined) return undefined;
  if (type === 'hang-up') return { type, value: '' };
  if (type === 'fw') return said === '' ? undefined : { type, value: said };
  const { rows } = await sql<{ value: string }>`
    select value from destination_option
    where type = ${type} and (value = ${said} or name_key(name) = name_key(${said})
      or (type in ('group', 'queue', 'ivr') and name_key(regexp_replace(name, ' \\([0-9]+\\)$', '')) = name_key(${said})))
    order by value limit 2`.execute(trx);
  const [only, another] = rows;
  return only === undefined || another !== undefined ? undefined : { type, value: only.value };
}

/** As files of earlier versions call them. */
const formerLabels: Readonly<Partial<Record<DestinationType, string>>> = { lastcall: 'Cuộc gọi gần nhất' };

const labelled = (text: string): DestinationType | undefined =>
  // The keys of the labels.
  (Object.entries(destinationLabels) as [DestinationType, string][]).find(([type, label]) =>
    [type, label, formerLabels[type] ?? label].some(
      (one) => one.toLowerCase() === text.trim().normalize('NFC').toLowerCase(),
    ),
  )?.[0];
