import { z } from 'zod';
import { wrapUpMode, wrapUpSeconds } from '../calls/wrap-up.ts';
import { endpoint } from '../lib/endpoint.ts';
import { oneOf } from '../lib/one-of.ts';
import { day, timestamp, version } from '../lib/values.ts';
import { featureEntry } from '../people/identity.ts';
import { crmOpenings, crmPageFields } from './company-crm.ts';

/** Codes and switches, as far as the database's small integers go. */
const setting = z.coerce.number().int().min(-32_768).max(32_767);
const days = (least: number) =>
  z.coerce.number({ error: 'Nhập một số' }).int().min(least, `Ít nhất ${least} ngày`).max(3_650, 'Nhiều nhất 10 năm');
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Giờ không hợp lệ');

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('vi', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    // Not one that this machine knows.
    return false;
  }
}

/**
 * A page as a browser names it, `https://crm.example.vn`, however somebody writes that; undefined where it is none. Without TLS a browser
 * gives the microphone to pages of its own machine alone.
 */
function originOf(written: string): string | undefined {
  if (!/^https?:\/\/([\p{L}\p{N}.-]+|\[[\da-f:]+\])(:\d+)?\/?$/iu.test(written)) return undefined;
  const page = URL.parse(written);
  const isSafe = page?.protocol === 'https:' || page?.hostname === 'localhost' || page?.hostname === '127.0.0.1';
  return isSafe ? page?.origin : undefined;
}

const webAddress = z
  .string()
  .trim()
  .max(500)
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), 'Địa chỉ phải là một URL https://')
  .meta({ examples: ['https://crm.example.com/khach?so={phone}'] });

const unknownField = `Chỉ dùng được ${Object.keys(crmPageFields)
  .map((name) => `{${name}}`)
  .join(', ')}`;

const hasKnownFields = (text: string): boolean =>
  [...text.matchAll(/\{([^{}]*)\}|[{}]/g)].every(
    ([, name]) => name !== undefined && Object.hasOwn(crmPageFields, name),
  );

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

/** What becomes of what was recorded until its customer refused. */
export const refusedRecordings = { keep: 'Giữ phần đã ghi', drop: 'Bỏ cả phần đã ghi' } as const;

/** What a company says of itself besides. */
export const companySetting = z.object({
  time_zone: z
    .string()
    .max(60)
    .refine(isTimeZone, 'Múi giờ không hợp lệ')
    .meta({ examples: ['Asia/Ho_Chi_Minh'] }),
  /** 1 Monday to 7 Sunday. */
  work_days: z
    .array(z.int().min(1).max(7))
    .max(7)
    .overwrite((all) => [...new Set(all)].toSorted((a, b) => a - b)),
  work_from: time,
  work_to: time,
  keep_recordings_days: days(1),
  keep_calls_days: days(1),
  keep_audit_days: days(90),
  /** What callers hear out of these hours: `announce` says so and ends the call, unless an inbound rule has hours of its own. */
  after_hours: z.enum(['as-usual', 'announce']),
  /** Callers are told that the conversation is recorded, before anybody answers. */
  recording_notice: z.boolean(),
  /** Whom the company calls is told the same, as they answer. */
  recording_notice_outbound: z.boolean(),
  /** By this key customers who were told refuse it, from then on; '' where no key does that. */
  recording_refusal_key: z.string().regex(/^[0-9]?$/, 'Một phím số, từ 0 đến 9'),
  /** What becomes of what was recorded before they refused. */
  refused_recording: oneOf(refusedRecordings),
  /** Which calls are recorded, unless a rule or a queue says otherwise. */
  records_inbound: z.boolean(),
  records_outbound: z.boolean(),
  records_internal: z.boolean(),
  /** So many of a hundred callers of queues should be answered in time. */
  service_level_percent: z.coerce.number().int().min(1).max(100),
  /** How calls of customers, and to them, are written up, unless a queue or ring group says otherwise. */
  wrap_up_inbound: wrapUpMode,
  wrap_up_inbound_seconds: wrapUpSeconds,
  wrap_up_outbound: wrapUpMode,
  wrap_up_outbound_seconds: wrapUpSeconds,
  brand_name: z.string().trim().max(60),
  brand_colour: z.union([z.literal(''), z.string().regex(/^#[0-9a-f]{6}$/i, 'Màu không hợp lệ')]),
  /** Everybody needs a second factor. */
  second_factor: z.boolean(),
  /** From this day on: until then people are asked for it, and may put it off. Null is at once. */
  second_factor_from: day.nullable(),
  /** Pages other than the console's whose phones (JsSIP, SIP.js) may come by WSS, each as `https://crm.example.vn`. */
  phone_origins: z
    .array(z.string().max(200))
    .max(20, 'Nhiều nhất 20 trang')
    .overwrite((all) => [
      ...new Set(all.flatMap((line) => (line.trim() === '' ? [] : (originOf(line.trim()) ?? line.trim())))),
    ])
    .refine(
      (all) => all.every((page) => originOf(page) === page),
      'Mỗi dòng một trang, ví dụ https://crm.congty.vn, không có đường dẫn phía sau',
    ),
  /** The company's own CRM is posted `crmAsked` there, and answers `crmAnswered`; '' where it is not asked. */
  crm_lookup_url: z.union([z.literal(''), webAddress]),
  /** Its page of a customer, with `crmPageFields` in braces; '' where there is none. */
  crm_page_url: z.union([z.literal(''), webAddress.refine(hasKnownFields, { error: unknownField })]),
  crm_opens: oneOf(crmOpenings),
});
export const tenantSetting = systemSetting.extend(companySetting.shape);
export type TenantSetting = z.output<typeof tenantSetting>;

/** As it is answered: what is kept has been looked at, and to look up a time zone takes a slow page as long as to draw a list. */
const keptSetting = tenantSetting.extend({
  time_zone: z.string().meta({ examples: ['Asia/Ho_Chi_Minh'] }),
  version,
});
export type KeptSetting = z.output<typeof keptSetting>;

export const getSystemSetting = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/get-system-setting',
  rowsOf: ['setting'],
  access: 'general',
  summary: 'Settings of the tenant that the console obeys',
  result: keptSetting,
});

export const updateSystemSetting = endpoint({
  base: 'tenant',
  method: 'PUT',
  path: '/update-system-setting',
  access: 'setting.update',
  summary: 'Change settings of the tenant',
  body: tenantSetting
    .partial()
    .extend({ version: version.optional().describe('Refuses what was changed since') })
    .refine((all) => (all.work_from ?? '') <= (all.work_to ?? '99'), {
      path: ['work_to'],
      error: 'Giờ kết thúc phải sau giờ bắt đầu',
    }),
  result: keptSetting,
});

/** How a licence stands: what ends within a month is said beforehand. */
export const licenceStates = { active: 'Đang dùng', ending: 'Sắp hết hạn', expired: 'Đã hết hạn' } as const;

export const paymentCheck = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/payment-check',
  access: 'general',
  summary: 'What the company has licensed, until when, and what ends soon',
  result: z.object({
    data: z.array(featureEntry.extend({ days_left: z.number().int(), state: z.enum(['active', 'ending', 'expired']) })),
    /** Until when the company tries the product; null for one that pays. */
    trial_until: timestamp.nullable(),
    /** Something has ended that the company paid for. */
    expired: z.boolean(),
  }),
});
