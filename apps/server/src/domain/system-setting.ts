import { type KeptSetting, type SystemSetting, systemSetting, type TenantSetting, tenantSetting } from '@alo/contract';
import { type InferResult, sql } from 'kysely';

import type { Db, Trx } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';

/** What the console obeys, where a tenant has set nothing. */
const defaults: SystemSetting = {
  hidden_phone_customer: 0,
  position_hidden_phone_customer: 1,
  show_popup_customer: 1,
  voice_over_internet_protocol: 1,
};

const companyDefaults: Omit<TenantSetting, keyof SystemSetting | 'time_zone'> = {
  work_days: [1, 2, 3, 4, 5, 6],
  work_from: '08:00',
  work_to: '17:30',
  // Nothing goes that nobody has asked to be rid of.
  keep_recordings_days: 3_650,
  keep_calls_days: 3_650,
  keep_audit_days: 3_650,
  recording_notice: false,
  recording_notice_outbound: false,
  recording_refusal_key: '',
  refused_recording: 'keep',
  records_inbound: true,
  records_outbound: true,
  records_internal: true,
  after_hours: 'as-usual',
  service_level_percent: 80,
  wrap_up_inbound: 'off',
  wrap_up_inbound_seconds: 30,
  wrap_up_outbound: 'off',
  wrap_up_outbound_seconds: 30,
  brand_name: '',
  brand_colour: '',
  second_factor: false,
  second_factor_from: null,
  phone_origins: [],
  crm_lookup_url: '',
  crm_page_url: '',
  crm_opens: 'by-hand',
};

/** How much of the callers should be answered in time, where the tenant has not said. */
export const usualLevelPercent = companyDefaults.service_level_percent;

/** The part of a tenant's settings that calls and numbers are shown by. */
export const readSystemSetting = async (trx: Trx): Promise<SystemSetting> =>
  systemSettingOf((await trx.executeQuery(systemSettingRow({}).compile())).rows[0]);

/** What `systemSettingOf` is made of: one row, or none where the tenant has set nothing. */
export const systemSettingRow = prepared((trx) => trx.selectFrom('system_setting').selectAll());
export type SettingRow = InferResult<ReturnType<typeof systemSettingRow>>[number];

export const systemSettingOf = (row: SettingRow | undefined): SystemSetting =>
  row === undefined ? defaults : systemSetting.parse(row);

/** All of the tenant's settings, as far as it has set any. */
export async function readTenantSetting(trx: Trx): Promise<KeptSetting> {
  const row = await trx.selectFrom('system_setting').selectAll().executeTakeFirst();
  const { time_zone } = await trx.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
  if (row === undefined) return { ...defaults, ...companyDefaults, time_zone, version: 0 };
  return { ...tenantSetting.parse({ ...row, time_zone }), version: row.version };
}

/** Whether any company lists a page (its origin, as browsers name it) among those that may have its phones. */
export async function mayShowPhone(db: Pick<Db, 'outside'>, page: string): Promise<boolean> {
  const { rows } = await db.outside((one) => sql<{ may: boolean }>`select may_show_phone(${page}) as may`.execute(one));
  return rows[0]?.may === true;
}
