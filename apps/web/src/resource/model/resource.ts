import type { CrudContract, InputOf, ListQuery, RowOf } from '@alo/contract';
import type { Column } from '@alo/ui';
import type { FunctionComponent, ReactNode } from 'react';
import type { z } from 'zod';

import type { AnyFields, Field } from '../fields/field.ts';
import type { Filter } from '../fields/filters.tsx';

/** How many rows a call takes at once; more are a job. */
export const atOnce = 500;

type Plain = string | number | boolean | null | undefined;

interface Look<Value, Row> {
  label: string;
  render: (value: Value, row: Row) => ReactNode;
  /** Right-aligned. */
  numeric?: boolean;
  /** Not shown until it is chosen. */
  hidden?: boolean;
  /** Off where the server cannot sort by it. */
  sortable?: boolean;
}

/**
 * A label suffices where the value can be printed as it stands, or where a field of the form knows how it is shown;
 * anything else says so itself.
 */
export type Cell<Row, Key extends keyof Row, Known = never> = Row[Key] extends Plain
  ? LabelOrLook<Row[Key], Row>
  : Key extends Known
    ? LabelOrLook<Row[Key], Row>
    : Look<Row[Key], Row>;

type LabelOrLook<Value, Row> = string | (Omit<Look<Value, Row>, 'render'> & Partial<Pick<Look<Value, Row>, 'render'>>);

/** The names of the filters that a list understands besides paging, search and sorting. */
export type FilterOf<C extends CrudContract> = Exclude<keyof z.output<C['list']['query']> & string, keyof ListQuery>;

/** With what something fills in several fields of a form at once. */
export interface AidProps {
  fill: (values: Readonly<Record<string, unknown>>) => void;
  disabled: boolean;
}

/** What a form would come to as it stands; `id` is the row that is edited. */
export interface PreviewProps {
  draft: Readonly<Record<string, unknown>>;
  id: string | undefined;
}

/** A part of a form, with a line of help. */
export interface Section<Name extends string = string> {
  title: string;
  help?: string;
  /** Two names together stand side by side. */
  fields: readonly (Name | readonly [Name, Name])[];
  /** Whether it is shown, by what stands in the form; always where it is left out. */
  when?: (draft: Readonly<Record<string, unknown>>) => boolean;
  /** Fields that are shown only where they matter, by what stands in the form. */
  only?: Readonly<Partial<Record<Name, (draft: Readonly<Record<string, unknown>>) => boolean>>>;
  /** Stands above its fields, and fills them in. */
  Aid?: FunctionComponent<AidProps>;
  /** Stands below its fields, and shows what they come to: what is heard, said or led where. */
  Preview?: FunctionComponent<PreviewProps>;
}

/** Inputs without those that have any number of parts. */
type WithField<Input> = {
  [Key in keyof Input & string]-?: string extends keyof NonNullable<Input[Key]> ? never : Key;
}[keyof Input & string];

/** How rows are put on a list of another resource, in words, and how that is chosen. */
export interface Putting {
  put: string;
  takeOff: string;
  field: Field<string>;
}

/** What a resource says about its screens; the pages read nothing else. */
export interface Resource<C extends CrudContract> {
  contract: C;
  /** One of them inside a sentence: "phòng ban". */
  noun: string;
  /** In their order; the first one names the row. */
  columns: { [Key in keyof RowOf<C> & string]?: Cell<RowOf<C>, Key, keyof InputOf<C>> };
  /**
   * Every input must have its field, so a new column in the contract is a compile error here until it is shown. What a company
   * fills in by fields of its own has those of `added`.
   */
  fields: { [Key in WithField<InputOf<C>>]-?: Field<NonNullable<InputOf<C>[Key]>> };
  /** Chips above the list, in their order. */
  filters?: readonly Filter<FilterOf<C>>[];
  /** What is said when a row is added, and cannot be changed afterwards. */
  once?: readonly (keyof InputOf<C> & string)[];
  /** Parts of the form under headings of their own; fields that none names stand first. */
  sections?: readonly Section<keyof InputOf<C> & string>[];
  /** Shown where the list is empty: what these things are good for. */
  purpose: string;
  /** The column that the list is in the order of until another is chosen; newest first where it is left out. */
  order?: keyof RowOf<C> & string;
  /** What stands above the list, such as how many more there may be. */
  Notice?: FunctionComponent;
  /** What a row is opened for most, above everything else in its drawer. */
  Lead?: FunctionComponent<{ row: RowOf<C> }>;
  /** What can be done with a row besides, and seen of it, in its drawer. */
  Aside?: FunctionComponent<{ row: RowOf<C> }>;
  /** What can be done with a row in the list itself, beside changing and deleting it. */
  RowAction?: FunctionComponent<{ row: RowOf<C> }>;
  /** Lists of other resources that many of its rows can be put on, by their names in the contract. */
  puts?: Readonly<Record<string, Putting>>;
  /** Why a row cannot be changed or deleted by anybody; undefined where it can. */
  locked?: (row: RowOf<C>) => string | undefined;
  /** Fields that the company has added itself; `names` are those that their filters have in the address. */
  added?: { names: readonly string[]; useReading: () => AddedReading };
  /** How a row is added, where that is more than its form. */
  Add?: FunctionComponent;
  /** What is known of the rows that are shown besides, at this moment: see `LiveColumns`. */
  beside?: LiveColumns;
  /** What a new row begins with, where it is not nothing; no copy does. */
  useStart?: () => { data: Readonly<Record<string, unknown>> | undefined };
  /** What whoever has just added a row is shown before the list. */
  Made?: FunctionComponent<{ row: RowOf<C>; onSeen: () => void }>;
  /** What the list shows after a row was added: nothing but itself where it is left out. */
  landing?: (row: RowOf<C>) => Readonly<Record<string, string>>;
}

/** Columns of what is in no row, behind those that are; `Around` stands around the list and brings it for the rows that are shown. */
export interface LiveColumns {
  Around: FunctionComponent<{ ids: readonly string[]; children: ReactNode }>;
  columns: readonly Pick<Column<{ id: string }>, 'id' | 'label' | 'cell' | 'numeric' | 'width'>[];
}

/** Fields of a company's own: which there are is only known where they are shown. */
export interface CompanyFields {
  /** Above them in the form. */
  title: string;
  /** By `<input>.<part>`. */
  fields: AnyFields;
  /** Those that are columns by themselves. */
  listed: readonly string[];
  filters: readonly Filter[];
}

/** They on their way. */
export interface AddedReading {
  data: CompanyFields | undefined;
  error: unknown;
  refetch: () => unknown;
}

export const nothingAdded: CompanyFields = { title: '', fields: {}, listed: [], filters: [] };
const noStart = { data: {} };
/** Of a resource whose rows begin with nothing. */
export const useNoStart = () => noStart;
const nothing: AddedReading = { data: nothingAdded, error: null, refetch: () => undefined };
/** Of a resource that nobody adds to. */
export const useNothingAdded = (): AddedReading => nothing;

/** A row as the pages handle it: whatever the contract, it is stored. */
export type StoredRow = Record<string, unknown> & {
  id: string;
  version: number;
  created_at: string;
  updated_at: string;
};
