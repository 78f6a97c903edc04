import { z } from 'zod';

import { featureLabels, operator } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { listQuery, pageOf } from '../lib/list.ts';
import { messages } from '../lib/messages.ts';
import { missing } from '../lib/mistake-words.ts';
import { numberState } from '../lib/number-states.ts';
import { oneOf } from '../lib/one-of.ts';
import { day, id, timestamp, version } from '../lib/values.ts';
import { companyShares, limitsOfShares, mapShares, type ShareName } from './company-shares.ts';

/** Operators see how the companies of their installation are, never what is in them. */
const operated = { base: 'admin', access: operator } as const;

const licence = z.object({
  feature: oneOf(featureLabels),
  /** The first moment without it. */
  until: timestamp,
});

const operatedTenant = z.object({
  id,
  version,
  ma_dn: z.string(),
  name: z.string(),
  created_at: timestamp,
  /** By whose clocks its days end, those of licences, too. */
  time_zone: z.string(),
  /** No limit where it is null. */
  seats: z.number().int().nullable(),
  people: z.number().int(),
  signed_in: z.number().int(),
  /** In the last thirty days. */
  calls: z.number().int(),
  recording_bytes: z.number(),
  /** Until when it tries the product; null for one that pays. */
  trial_until: timestamp.nullable(),
  licences: z.array(licence),
  /** Carriers that it may use wherever they are and whoever else has them: names, addresses or networks. */
  carriers: z.array(z.string()),
});

export const operatedTenants = endpoint({
  ...operated,
  method: 'GET',
  path: '/tenants',
  summary: 'Companies of the installation: seats, licences, and what they use',
  query: listQuery.pick({ page: true, per_page: true, search: true }),
  result: pageOf(operatedTenant),
});

/** Where a carrier is: a name, an address without brackets, or a network. */
export const carrierPlace = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|[0-9]{1,3}(?:\.[0-9]{1,3}){3}\/[0-9]{1,2}|[0-9a-f:]*:[0-9a-f:.]*(?:\/[0-9]{1,3})?)$/,
    'Tên máy chủ, địa chỉ IP hoặc dải mạng không hợp lệ, ví dụ sip.nhamang.vn hoặc 10.1.0.0/24',
  );

const operatedNumber = z.object({
  id,
  number: z.string(),
  carrier_form: z.string(),
  ma_dn: z.string(),
  company: z.string(),
  proven: z.boolean(),
  /** Its company tries the product: without a proof it has no calls by this number. */
  on_trial: z.boolean(),
  state: numberState,
  created_at: timestamp,
});

export const operatedNumbers = endpoint({
  ...operated,
  method: 'GET',
  path: '/numbers',
  summary:
    'Service numbers of all companies: those whose papers wait to be looked at, then those that nobody has proven',
  query: listQuery.pick({ page: true, per_page: true, search: true }).extend({ state: numberState.optional() }),
  result: pageOf(operatedNumber),
});

/** Says whose a number is: it is proven, and goes to that company if another one has it. */
export const giveNumber = endpoint({
  ...operated,
  method: 'PUT',
  path: '/number/:id',
  summary: "Say which company's a service number is; both companies' trails have it",
  params: z.object({ id }),
  body: z.object({ ma_dn: z.string({ error: missing }).trim().toLowerCase().min(1, messages.required).max(64) }),
  result: z.object({ id, ma_dn: z.string() }),
});

/** What a company uses of each share at this moment, or keeps; null where nobody knows. What is counted by process is that of the one that answers. */
const usedOfShares = mapShares(() => z.number().nullable());

const operatedShare = z.object({
  id,
  version,
  ma_dn: z.string(),
  name: z.string(),
  on_trial: z.boolean(),
  /** How much it may have; null is what every company has. */
  ...limitsOfShares(() => z.number().nullable()),
  used: z.object(usedOfShares),
  /** Since when its calls are not recorded, because its room is full. */
  unrecorded_since: timestamp.nullable(),
  deliveries_waiting: z.number().int(),
  /** What was refused of it in a day because it was over a share: entries of its trail. */
  refused: z.number().int(),
});

export const operatedShares = endpoint({
  ...operated,
  method: 'GET',
  path: '/shares',
  summary:
    'What each company uses of what runs out: first those that were refused in a day, then those that use most of what they may keep',
  query: listQuery.pick({ page: true, per_page: true, search: true }),
  result: pageOf(operatedShare),
});

/** How much of one share the operator may say; null is what every company has. */
export const shareLimit = (share: ShareName) => {
  const { least, most } = companyShares[share];
  return z
    .int({ error: 'Nhập một số' })
    .min(least, `Ít nhất ${least}`)
    .max(most, `Nhiều nhất ${most.toLocaleString('vi-VN')}`)
    .nullable();
};

/** Sets how much a company may have; a share that is left out stays as it is. */
export const setShare = endpoint({
  ...operated,
  method: 'PUT',
  path: '/share/:id',
  summary: 'Set how much a company may have, of each share that is named; its own trail has it',
  params: z.object({ id }),
  body: z.object({ version, ...limitsOfShares((share) => shareLimit(share).optional()) }),
  result: z.object({ id, version }),
});

/** What requests are refused for. `slip` is what people do all day, and is listed where it is asked for alone. */
export const refusalKinds = {
  company: 'Địa chỉ của công ty khác',
  others: 'Của bên khác, hoặc quá quyền mình',
  inside: 'Trỏ vào mạng nội bộ',
  right: 'Không có quyền',
  network: 'Khoá từ mạng lạ',
  not_there: 'Hỏi thứ không có',
  sign_in: 'Mã, khoá, liên kết sai',
  too_much: 'Quá nhiều hoặc quá lớn',
  malformed: 'Không đọc được',
  slip: 'Điền sai, trùng, chưa làm được',
} as const;
export type RefusalKind = keyof typeof refusalKinds;

export const operatedRefusals = endpoint({
  ...operated,
  method: 'GET',
  path: '/refusals',
  summary:
    'What was refused of each company and of whom nobody knows, by kind and call, counted day by day; newest first',
  query: listQuery.pick({ page: true, per_page: true, search: true }).extend({
    kind: oneOf(refusalKinds).optional(),
    from: day.optional(),
    to: day.optional(),
  }),
  result: pageOf(
    z.object({
      id,
      kind: oneOf(refusalKinds),
      /** Both are null of whom nobody knows. */
      ma_dn: z.string().nullable(),
      company: z.string().nullable(),
      /** The person or key, by the id that the company's own trail names them by; null of nobody, and of the many of a day that are counted together. */
      who: id.nullable(),
      /** Method and pattern of the call, or the table of what leads inside; '' of the many of a day that are counted together. */
      asked: z.string(),
      /** From where the last one came. */
      network: z.string(),
      tries: z.number().int(),
      first_at: timestamp,
      last_at: timestamp,
    }),
  ),
});

const until = z.iso.datetime({ offset: true, error: 'Ngày không hợp lệ' });

export const updateOperatedTenant = endpoint({
  ...operated,
  method: 'PUT',
  path: '/tenant/:id',
  summary: "Change a company's seats and licences; its own trail has it",
  params: z.object({ id }),
  body: z.object({
    version,
    seats: z
      .int({ error: 'Nhập một số' })
      .min(1, 'Ít nhất 1 chỗ')
      .max(100_000, 'Nhiều nhất 100.000 chỗ')
      .nullable()
      .default(null),
    trial_until: until.nullable().default(null),
    licences: z
      .array(z.object({ feature: licence.shape.feature, until }))
      .max(50)
      .refine((all) => new Set(all.map(({ feature }) => feature)).size === all.length, 'Mỗi tính năng một lần')
      .default([]),
    carriers: z
      .array(carrierPlace)
      .max(100)
      .overwrite((all) => [...new Set(all)])
      .default([]),
  }),
  result: operatedTenant,
});

const installationSetting = z.object({
  /** Strangers may make companies on trial, at `/signup`. */
  sign_up: z.boolean(),
  /** New numbers of companies wait until the operator has accepted their papers. */
  number_papers: z.boolean(),
});

export const getInstallationSetting = endpoint({
  ...operated,
  method: 'GET',
  path: '/installation-setting',
  summary: 'What holds for the whole installation',
  result: installationSetting,
});

export const setInstallationSetting = endpoint({
  ...operated,
  method: 'PUT',
  path: '/installation-setting',
  summary: 'Change what holds for the whole installation; the trail of the operators has it',
  body: installationSetting,
  result: installationSetting,
});

export const installation = endpoint({
  ...operated,
  method: 'GET',
  path: '/installation',
  summary: 'How the installation is: database, engine, disk, and what waits',
  result: z.object({
    engine: z.string(),
    draining: z.boolean(),
    database_bytes: z.number(),
    disk: z.object({
      state: z.enum(['ok', 'low', 'full']),
      words: z.string(),
      /** Null where nobody looks. */
      free_bytes: z.number().nullable(),
      total_bytes: z.number().nullable(),
    }),
    companies: z.number().int(),
    signed_in: z.number().int(),
    jobs: z.object({ waiting: z.number().int(), failed: z.number().int() }),
    deliveries: z.object({ waiting: z.number().int(), failed: z.number().int() }),
  }),
});
