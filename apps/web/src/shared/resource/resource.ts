import type { CrudContract, InputOf, ListQuery, RowOf } from '@alo/contract';
import type { ReactNode } from 'react';
import type { z } from 'zod';

import type { ChoicesEndpoint } from './choices.ts';
import type { Field } from './field.tsx';

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

/** A label suffices where the value can be printed as it stands; anything else says how it is shown. */
export type Cell<Row, Key extends keyof Row> =
  | (Row[Key] extends Plain
      ? string | (Omit<Look<Row[Key], Row>, 'render'> & { render?: Look<Row[Key], Row>['render'] })
      : never)
  | Look<Row[Key], Row>;

/** A filter above the list: how it is called, and where its choices come from. */
export interface ReferenceFilter {
  label: string;
  choices: ChoicesEndpoint;
}

/** The names of the filters that a list understands besides paging, search and sorting. */
export type FilterOf<C extends CrudContract> = Exclude<keyof z.output<C['list']['query']> & string, keyof ListQuery>;

/** What a resource says about its screens; the pages read nothing else. */
export interface Resource<C extends CrudContract> {
  contract: C;
  /** One of them inside a sentence: "phòng ban". */
  noun: string;
  /** In their order; the first one names the row. */
  columns: { [Key in keyof RowOf<C> & string]?: Cell<RowOf<C>, Key> };
  /** Every input must have its field, so a new column in the contract is a compile error here until it is shown. */
  fields: { [Key in keyof InputOf<C> & string]-?: Field<NonNullable<InputOf<C>[Key]>> };
  filters?: { [Key in FilterOf<C>]?: ReferenceFilter };
  /** Shown where the list is empty: what these things are good for. */
  purpose: string;
}

/** A row as the pages handle it: whatever the contract, it is stored. */
export type StoredRow = Record<string, unknown> & {
  id: string;
  version: number;
  name: string;
  created_at: string;
  updated_at: string;
};
