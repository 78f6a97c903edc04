import type { Scope } from '@alo/contract';
import type { ColumnType, Generated } from 'kysely';

import type { DefaultTimestamp, OwnTenant, TenantRow, Timestamp } from './schema-columns.ts';
import type { JobTables } from './schema-jobs.ts';
import type { TelephonyTables } from './schema-telephony.ts';

/** Everything that the tables hold, as Kysely reads it. Made by the steps in `migrations/`. */
export interface Database extends TelephonyTables, JobTables {
  tenant: TenantTable;
  tenant_directory: TenantDirectoryView;
  branch: BranchTable;
  department: DepartmentTable;
  team: TeamTable;
  data_source: DataSourceTable;
  project: ProjectTable;
  project_member: ProjectMemberTable;
  project_number: ProjectNumberTable;
  role: RoleTable;
  account: AccountTable;
  session: SessionTable;
  feature: FeatureTable;
  notification_read: NotificationReadTable;
  customer: CustomerTable;
  customer_phone: CustomerPhoneTable;
  system_setting: SystemSettingTable;
  audit: AuditTable;
}

interface TenantTable {
  id: ColumnType<string, string, never>;
  code: string;
  name: string;
  sip_domain: string;
  time_zone: Generated<string>;
  active: Generated<boolean>;
  version: Generated<number>;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
}

/** Active tenants, readable outside of any of them. */
interface TenantDirectoryView {
  id: ColumnType<string, never, never>;
  code: ColumnType<string, never, never>;
  name: ColumnType<string, never, never>;
  sip_domain: ColumnType<string, never, never>;
  time_zone: ColumnType<string, never, never>;
}

interface BranchTable extends TenantRow {
  name: string;
  code: Generated<string>;
  address: Generated<string>;
  phone: Generated<string>;
  note: Generated<string>;
}

interface DepartmentTable extends TenantRow {
  name: string;
  code: Generated<string>;
  branch_id: string | null;
  note: Generated<string>;
}

interface TeamTable extends TenantRow {
  name: string;
  department_id: string;
  note: Generated<string>;
}

interface DataSourceTable extends TenantRow {
  name: string;
  code: Generated<string>;
  note: Generated<string>;
}

interface ProjectTable extends TenantRow {
  name: string;
  code: Generated<string>;
  status: Generated<'planned' | 'running' | 'paused' | 'ended'>;
  starts_on: string | null;
  ends_on: string | null;
  note: Generated<string>;
}

interface ProjectMemberTable extends TenantRow {
  project_id: string;
  account_id: string;
  position: number;
}

interface ProjectNumberTable extends TenantRow {
  project_id: string;
  service_number_id: string;
  position: number;
}

interface RoleTable extends TenantRow {
  name: string;
  permissions: Generated<string[]>;
  scope: Generated<Scope>;
}

interface AccountTable extends TenantRow {
  email: string;
  name: string;
  password_hash: string;
  role_id: string;
  department_id: string | null;
  team_id: string | null;
  extension: string | null;
  active: Generated<boolean>;
  status_activity: Generated<1 | 2 | 3>;
  status_reason: Generated<string>;
  status_since: DefaultTimestamp;
}

interface SessionTable extends TenantRow {
  account_id: string;
  token_hash: Buffer;
  last_seen_at: DefaultTimestamp;
  expires_at: Timestamp;
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  network: Generated<string>;
  user_agent: Generated<string>;
}

interface FeatureTable extends TenantRow {
  feature_name_data: string[];
  date_expired: Timestamp;
}

interface NotificationReadTable {
  tenant_id: OwnTenant;
  account_id: string;
  read_at: Timestamp;
}

interface CustomerTable extends TenantRow {
  name: string;
  code: Generated<string>;
  email: Generated<string>;
  address: Generated<string>;
  zalo: Generated<string>;
  facebook: Generated<string>;
  status: Generated<string>;
  note: Generated<string>;
  note_in_calling: Generated<string>;
  user_id: string | null;
}

interface CustomerPhoneTable extends TenantRow {
  customer_id: string;
  e164: string;
  position: Generated<number>;
}

interface SystemSettingTable {
  tenant_id: OwnTenant;
  hidden_phone_customer: Generated<number>;
  position_hidden_phone_customer: Generated<number>;
  show_popup_customer: Generated<number>;
  voice_over_internet_protocol: Generated<1 | 2 | 3>;
  version: Generated<number>;
  updated_at: DefaultTimestamp;
  updated_by: string | null;
}

interface AuditTable {
  tenant_id: OwnTenant;
  id: string;
  at: DefaultTimestamp;
  account_id: string | null;
  action: string;
  subject: string;
  subject_id: string;
  before: ColumnType<unknown, string | null, never>;
  after: ColumnType<unknown, string | null, never>;
  network: string;
  request_id: string;
}
