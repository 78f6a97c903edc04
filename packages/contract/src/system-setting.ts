import { z } from 'zod';

import { endpoint } from './lib/endpoint.ts';

/** Codes and switches, as far as the database's small integers go. */
const setting = z.coerce.number().int().min(-32_768).max(32_767);

/** System setting of the specification §3. A non-numeric voice mode means 1. */
export const systemSetting = z.object({
  hidden_phone_customer: setting,
  position_hidden_phone_customer: setting,
  show_popup_customer: setting,
  voice_over_internet_protocol: z.coerce
    .number()
    .pipe(z.union([z.literal(1), z.literal(2), z.literal(3)]))
    .catch(1),
});
export type SystemSetting = z.output<typeof systemSetting>;

export const getSystemSetting = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/get-system-setting',
  access: 'general',
  summary: 'Settings of the tenant that the console obeys',
  result: systemSetting,
});

export const updateSystemSetting = endpoint({
  base: 'tenant',
  method: 'PUT',
  path: '/update-system-setting',
  access: 'setting.update',
  summary: 'Change settings of the tenant',
  body: systemSetting.partial(),
  result: systemSetting,
});
