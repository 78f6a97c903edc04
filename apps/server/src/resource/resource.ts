import type { CrudContract, InputOf, StoredRowOf } from '@alo/contract';
import type { AliasableExpression, Expression, RawBuilder, SqlBool } from 'kysely';
import type { z } from 'zod';

import type { Trx } from '../db/database.ts';
import type { Database } from '../db/tables.ts';
import type { By } from '../kernel/by.ts';
import type { Child } from './children.ts';
import type { SheetColumn, SheetColumns } from './columns.ts';
import type { ImportField, OwnImportField } from './importing/import-field.ts';
import type { LedTo } from './led-to.ts';
import type { Within } from './within.ts';

/** A condition on the rows of a resource, which a query knows as `row`. */
export type Condition = Expression<SqlBool>;

/** What happened to one row; the rows are as they are stored, not as somebody is shown them. */
export type Change<Row> =
  | { readonly kind: 'created'; readonly after: Row }
  | { readonly kind: 'updated'; readonly before: Row; readonly after: Row }
  | { readonly kind: 'deleted'; readonly before: Row };

/** Who may stand in the way of a delete: rows of `table` whose `column` names the row. */
export interface Reference {
  readonly table: keyof Database;
  readonly column: string;
  /** What the referring thing is called, in Vietnamese. */
  readonly kind: string;
  /** Which of its columns is its id, and what it is called, where these are not `id` and `name`. */
  readonly id?: string;
  readonly name?: RawBuilder<string>;
}

/** Rows of `table` whose `column` names the row; the database deletes them with it. */
export interface Along {
  readonly table: keyof Database;
  readonly column: string;
  /** By which its rows are known; `id` where nothing is said. */
  readonly key?: string;
  /** Of rows alike in this column one row has only one: where two become one, the other's stays with the other. */
  readonly onceBy?: string;
}

/**
 * A list of another resource's row that many rows of this one can be put on at once, and taken off again: customers on a campaign.
 * `table` has a row for each that is on it, which may say more; one that has changed since (`version`) is not taken back.
 */
export interface PutOn {
  /** The other resource by its name in the contract, and where its rows are. */
  readonly list: string;
  readonly lists: keyof Database;
  readonly table: keyof Database;
  /** Columns of `table`: which row is on the list, and whose list it is. */
  readonly row: string;
  readonly of: string;
  /** Why some of these rows may not be put on that list, by their ids, in words. */
  readonly keeps?: (trx: Trx, list: string, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/**
 * What calls make of the rows of a resource:
 *
 * - `drafted`: the plan that leads them, which can be tried in a draft first
 * - `rules`: the same, of which only the rules that were changed are read again
 * - `live`: the plan, without a draft: ways out that have secrets
 * - `block-lists`: read by themselves, without a draft: they are data, not configuration
 * - `phones`: what the engine knows phones by
 * - `none`: calls do not read them, or learn of them by what the database says (people and rights)
 */
export type CallsRead = 'drafted' | 'rules' | 'live' | 'block-lists' | 'phones' | 'none';

/**
 * What a resource says to the server: each thing that differs is a function or a value, what is left out is plain. Reading,
 * writing, paging, the audit trail, announcing and exporting follow from it.
 */
export interface Resource<C extends CrudContract> {
  readonly contract: C;
  readonly table: keyof Database;
  /** What calls read again once a row of it was saved, and whether a draft has it. */
  readonly calls: CallsRead;
  /**
   * The rows as the contract shows them, joins and counts included; search, filters, sorting and paging are added. The same for
   * everybody and at any time, so that a statement can be prepared with them.
   */
  readonly rows: (trx: Trx) => AliasableExpression<StoredRowOf<C>>;
  /**
   * Columns of the row that a search looks into, or what a word means here. `indexed` is for tables that may have a million
   * rows: their migration made them `searchable`, and `rows` has the table's own `search_text`. What indexes know otherwise
   * says so itself.
   */
  readonly search:
    | readonly (keyof StoredRowOf<C> & string)[]
    | ((word: string, by: By) => Condition)
    | 'indexed'
    | IndexedSearch;
  /** What a filter means, where it is more than the row's column of that name having the value. */
  readonly filters?: FilterConditions<C>;
  /** Filters that indexes of their own answer, however many rows there are: what is rare is found, and not met on the way. */
  readonly lookedUp?: {
    readonly [F in keyof FilterShape<C>]?: (
      value: NonNullable<z.output<FilterShape<C>[F]>>,
      by: By,
    ) => LookUp | undefined;
  };
  /**
   * Which rows somebody sees and changes at all; everybody everything where it is left out, and whoever it answers nothing for.
   * See `scopedBy`.
   */
  readonly scope?: (reach: Within) => Condition | undefined;
  /**
   * How a row is shown to who asks: what they may not see in full is hidden here, for lists, files and answers alike. Nothing for
   * whoever sees rows as they are.
   */
  readonly mask?: (by: By) => ((trx: Trx) => Promise<(row: StoredRowOf<C>) => StoredRowOf<C>>) | undefined;
  /** The columns that an input is kept in; every input in its own where it is left out. */
  readonly stored?: (input: z.output<C['input']>, by: By) => Readonly<Record<string, unknown>>;
  /** Inputs that stand in columns of their own names all the same: lists narrowed down by them are counted in the table alone. */
  readonly asTheyAre?: readonly (keyof InputOf<C> & string)[];
  /** Inputs that are kept in tables of their own. */
  readonly children?: { readonly [Field in keyof InputOf<C>]?: Child };
  /** What else happens in the transaction of a change, once for each row. */
  readonly after?: (trx: Trx, by: By, change: Change<StoredRowOf<C>>) => Promise<void>;
  readonly referredToBy?: readonly Reference[];
  /** Rows of other tables that a row takes along when it is deleted, and that come back with it. */
  readonly goesAlong?: readonly Along[];
  /** Lists of other resources that its rows can be put on. */
  readonly putOn?: readonly PutOn[];
  /** That calls can be led to its rows: what sends them there is in the way of a delete, too, and is pointed elsewhere. */
  readonly ledTo?: LedTo;
  /** Inputs that lead calls somewhere, or have parts that do. One that is a destination is kept in `<name>_kind` and `<name>_value`. */
  readonly leadsTo?: readonly (keyof InputOf<C> & string)[];
  /** What a rule of the database says beside which field, by the rule's name. */
  readonly words?: Readonly<Record<string, { readonly [Field in keyof InputOf<C>]?: string }>>;
  /** What is refused of an input stands in the trail: whoever tries what is another company's is seen. */
  readonly tellsRefusals?: true | undefined;
  /** What an import has to know that does not follow from the contract. */
  readonly imports?: {
    /** Fields by which a row is recognised, the first that is filled in; its code, else its name, where it is left out. */
    readonly keys?: readonly (keyof InputOf<C> & string)[];
    /** How a row is recognised by a field that is more than a column's text. */
    readonly recognised?: { readonly [Field in keyof InputOf<C>]?: Recognition };
    /** How a row is recognised that no single field tells: by what the file says of several. */
    readonly recognisedByAll?: RecognitionByAll;
    /** Fields that are something else in a file than in the API: a name for an id. See `byName`, `oneOf`. */
    readonly fields?: { readonly [Field in keyof InputOf<C>]?: ImportField };
  };
  /** Columns of an export with their headings, in their order. */
  readonly sheet: SheetColumns<StoredRowOf<C>>;
  /** Fields that a company has added itself. */
  readonly own?: OwnFields<C>;
}

/** Fields of a company's own: which there are only its own rows tell. */
export interface OwnFields<C extends CrudContract> {
  /** The input as it is kept; refuses what its fields do not take. What was there `before` may stay. */
  readonly checked: (
    trx: Trx,
    input: z.output<C['input']>,
    before: StoredRowOf<C> | undefined,
  ) => Promise<z.output<C['input']>>;
  /** What columns of a file can be given to, by `<input>.<part>`. */
  readonly imports: (trx: Trx) => Promise<Readonly<Record<string, OwnImportField>>>;
  /** Columns of an export behind the others. */
  readonly sheet: (trx: Trx) => Promise<readonly SheetColumn[]>;
}

/** What an index finds, and the same of each row by itself: what very many have is met at once on the way through the list. */
export interface LookUp {
  /** `id` and `created_at` of it, in no order, as many as `atMost`; `created_at` may be null where the index does not know it. */
  readonly found: (atMost: number) => RawBuilder<{ id: string; created_at: Date | null }>;
  readonly knowsWhen: boolean;
  /** Undefined where it is what the list is narrowed down by anyway. */
  readonly has?: Condition;
}

/** A search that indexes answer, however many rows there are. */
export interface IndexedSearch {
  /** `id` and `created_at` of what is found, in no order, as many as `atMost`. */
  readonly found: (search: string, by: By, atMost: number) => RawBuilder<{ id: string; created_at: Date }>;
  /** The same of each row by itself: what very many have is met at once on the way through the list. */
  readonly has: (search: string, by: By) => Condition;
}

/** How rows of a file are told to be those that are there. */
export interface Recognition {
  /** The same for every spelling. */
  readonly key: (text: string) => string;
  /** Ids of rows by these keys. */
  readonly ids: (trx: Trx, keys: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** The same by the values that a file gives to the fields; a row without a key is none that is there. */
export interface RecognitionByAll {
  readonly key: (given: Readonly<Record<string, unknown>>) => string | undefined;
  readonly ids: Recognition['ids'];
}

type FilterShape<C extends CrudContract> = C['filters']['shape'];
type FilterConditions<C extends CrudContract> = {
  readonly [F in keyof FilterShape<C>]?: (value: NonNullable<z.output<FilterShape<C>[F]>>, by: By) => Condition;
};
/** A filter that is no column of the row must say what it means: there is nothing that it could be compared with. */
type NeedsCondition<C extends CrudContract> = Exclude<keyof FilterShape<C>, keyof StoredRowOf<C>>;
type FiltersOf<C extends CrudContract> = [NeedsCondition<C>] extends [never]
  ? unknown
  : { readonly filters: Required<Pick<FilterConditions<C>, NeedsCondition<C>>> };

/** Says what a resource is; `table` and `rows` and what else differs from the plain case. */
export const resource = <C extends CrudContract>(
  contract: C,
  spec: Omit<Resource<C>, 'contract'> & FiltersOf<C>,
): Resource<C> => ({
  contract,
  ...spec,
});
