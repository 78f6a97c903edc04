import { z } from 'zod';

import { operator } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { listQuery, pageOf } from '../lib/list.ts';
import { messages } from '../lib/messages.ts';
import { missing } from '../lib/mistake-words.ts';
import { id, required, version } from '../lib/values.ts';
import { carrierPlace } from './operators.ts';

/** What the operator sold of a carrier. */
const share = z.object({
  id,
  name: z.string(),
  /** Where the carrier is: names, addresses or networks. Whoever names one of them in a trunk is bound by the share. */
  places: z.array(z.string()),
  /** The numbers that the company may have there, and ranges of them (`first-last`); empty is any of its own. */
  numbers: z.array(z.string()),
  /** Channels at once, over all trunks of the company that lead there; null is no limit. */
  max_calls: z.number().int().nullable(),
  /** The account of the company's calls; empty is as its trunk has it. */
  username: z.string(),
  auth_username: z.string(),
  domain: z.string(),
  has_secret: z.boolean(),
  /** A call that is sent on may show the customer's number there. */
  passes_callers: z.boolean(),
  /** One that has ended carries no call, and nobody takes its places. */
  active: z.boolean(),
});

const operatedCarrier = share.extend({
  version,
  ma_dn: z.string(),
  company: z.string(),
  /** Channels that the carrier has for all companies together; null is not known. Shares that name a place together are of one carrier. */
  carrier_calls: z.number().int().nullable(),
  /** Channels that companies were given of it in all, besides those without a limit. It may be more than there are. */
  carrier_given: z.number().int(),
  /** How many of its shares have no limit. */
  carrier_unlimited: z.number().int(),
  /** How many companies have a part of it. */
  carrier_companies: z.number().int(),
  /** Trunks of the company that lead there. */
  trunks: z.number().int(),
});

const operated = { base: 'admin', access: operator } as const;

export const operatedCarriers = endpoint({
  ...operated,
  method: 'GET',
  path: '/carriers',
  summary: 'What each company was given of carriers of the operator',
  query: listQuery.pick({ page: true, per_page: true, search: true }),
  result: pageOf(operatedCarrier),
});

const user = z
  .string()
  .trim()
  .max(100)
  .regex(/^[^\s"<>@;,]*$/, 'Tên không được có dấu cách')
  .default('');

const given = z.object({
  name: required,
  places: z
    .array(carrierPlace)
    .min(1, messages.required)
    .max(50)
    .overwrite((all) => [...new Set(all)]),
  numbers: z
    .array(
      z
        .string()
        .trim()
        .max(60)
        .meta({ examples: ['02873995500 - 02873995599'] }),
    )
    .max(500)
    .default([]),
  max_calls: z
    .int({ error: 'Nhập một số' })
    .min(1, 'Ít nhất 1')
    .max(10_000, 'Nhiều nhất 10.000')
    .nullable()
    .default(null),
  /** Of the carrier, for all companies together: no more calls go over it at once. Null is not known; left out, it stays as it is. */
  carrier_calls: z
    .int({ error: 'Nhập một số' })
    .min(1, 'Ít nhất 1')
    .max(100_000, 'Nhiều nhất 100.000')
    .nullable()
    .optional(),
  username: user,
  auth_username: user,
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .max(253)
    .regex(/^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)?$/, 'Tên miền không hợp lệ')
    .default(''),
  /** Null keeps the one that is kept; empty forgets it. Nothing ever answers it. */
  password: z.string().max(200).nullable().default(null),
  /** A call that is sent on may show the customer's number there, where the company's trunk says so, too. */
  passes_callers: z.boolean().default(false),
  active: z.boolean().default(true),
});

/** Gives a company numbers, channels and an account of a carrier. */
export const addCarrierShare = endpoint({
  ...operated,
  method: 'POST',
  path: '/carrier',
  summary: "Give a company its part of a carrier; the company's trail has it",
  body: given.extend({ ma_dn: z.string({ error: missing }).trim().toLowerCase().min(1, messages.required).max(64) }),
  result: operatedCarrier,
});

export const updateCarrierShare = endpoint({
  ...operated,
  method: 'PUT',
  path: '/carrier/:id',
  summary: "Change a company's part of a carrier, or end it; the company's trail has it",
  params: z.object({ id }),
  body: given.extend({ version }),
  result: operatedCarrier,
});

export const deleteCarrierShare = endpoint({
  ...operated,
  method: 'DELETE',
  path: '/carrier/:id',
  summary: 'Forget a part of a carrier to which no trunk of the company leads',
  params: z.object({ id }),
  result: z.object({ id }),
});

/** What the operator gave the company of carriers. */
export const givenCarriers = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/given-carriers',
  access: 'trunks.view',
  summary: 'Carriers that the operator gave: numbers, channels and account',
  result: z.object({ data: z.array(share) }),
});
