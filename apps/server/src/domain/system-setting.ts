import { type SystemSetting, systemSetting } from '@alo/contract';

import type { Trx } from '../db/database.ts';

/** Where a tenant has set nothing. */
const defaults: SystemSetting = {
  hidden_phone_customer: 0,
  position_hidden_phone_customer: 1,
  show_popup_customer: 1,
  voice_over_internet_protocol: 1,
};

/** The tenant's settings, as far as it has set any. */
export async function readSystemSetting(trx: Trx): Promise<SystemSetting> {
  const row = await trx.selectFrom('system_setting').selectAll().executeTakeFirst();
  return row === undefined ? defaults : systemSetting.parse(row);
}
