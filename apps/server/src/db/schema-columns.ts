import type { ColumnType, Generated } from 'kysely';

/** A time with its zone; written as a `Date` too. */
export type Timestamp = ColumnType<Date, Date, Date>;
/** A time that the database fills in. */
export type DefaultTimestamp = ColumnType<Date, Date | undefined, Date>;
/** Filled by the database from the tenant that the transaction runs in; never written. */
export type OwnTenant = ColumnType<string, undefined, never>;

/** Columns of every table made by `createTenantTable`. */
export interface TenantRow {
  tenant_id: OwnTenant;
  id: ColumnType<string, string, never>;
  version: Generated<number>;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
  created_by: ColumnType<string | null, string | null | undefined, never>;
  updated_by: ColumnType<string | null, string | null | undefined, string | null>;
}
