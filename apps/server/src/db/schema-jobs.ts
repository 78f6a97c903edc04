import type { ColumnType, Generated } from 'kysely';

import type { TenantRow, Timestamp } from './schema-columns.ts';

/** Tables of the steps `0020-jobs` and `0021-several-processes`. */
export interface JobTables {
  job: JobTable;
  live_ticket: LiveTicketTable;
}

type Later = ColumnType<Date | null, Date | null | undefined, Date | null>;

interface JobTable extends TenantRow {
  account_id: string;
  kind: string;
  title: string;
  permission: string;
  input: ColumnType<unknown, string, string>;
  state: Generated<'queued' | 'running' | 'waiting' | 'done' | 'failed' | 'cancelled'>;
  run: Generated<number>;
  done: Generated<number>;
  total: ColumnType<number | null, number | null | undefined, number | null>;
  report: ColumnType<Record<string, unknown>, string | undefined, string>;
  error: Generated<string>;
  cancel_requested_at: Later;
  file_name: ColumnType<string | null, string | null | undefined, string | null>;
  file_bytes: ColumnType<number | null, number | null | undefined, number | null>;
  finished_at: Later;
  expires_at: Later;
}

interface LiveTicketTable extends TenantRow {
  ticket_hash: Buffer;
  session_id: string;
  expires_at: Timestamp;
}
