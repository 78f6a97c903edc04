import { sql } from 'kysely';

/**
 * The name of who acted, of an entry of `audit` that `account` is joined to: a person, or a program by its key. Null of nobody who
 * was signed in, and of who is no longer there.
 */
export const auditActor = sql<string | null>`coalesce(
  account.name,
  (select 'Khoá API ' || api_key.name from api_key where api_key.id = audit.account_id),
  (select 'Đồng bộ nhân viên (SCIM)' from directory_sync where directory_sync.id = audit.account_id))`;
