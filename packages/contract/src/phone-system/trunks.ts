import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { telephonyListQuery } from '../lib/list.ts';
import { messages } from '../lib/messages.ts';
import { missing } from '../lib/mistake-words.ts';
import { oneOf } from '../lib/one-of.ts';
import { id, note, required, timestamp } from '../lib/values.ts';

export const trunkKinds = {
  address: 'Theo địa chỉ',
  registration: 'Đăng ký tài khoản',
  gateway: 'Gateway đăng ký vào tổng đài',
} as const;
export const trunkTransports = { udp: 'UDP', tcp: 'TCP', tls: 'TLS' } as const;
export const numberForms = {
  national: '0… (trong nước)',
  international: '84… (không có dấu +)',
  plus: '+84… (E.164)',
} as const;
export const trunkIdentities = {
  from: 'Chỉ trong From',
  asserted: 'P-Asserted-Identity',
  'remote-party': 'Remote-Party-ID',
} as const;
export const trunkPrivacies = {
  id: 'Privacy: id',
  'user-id': 'Privacy: user;id',
  none: 'Chỉ ẩn trong From',
} as const;
export const trunkCodecs = { pcma: 'G.711 A-law', pcmu: 'G.711 µ-law', g722: 'G.722' } as const;
export const calledForms = { dialled: 'Như quy tắc gọi ra đã quay', ...numberForms } as const;
export const trunkKeys = {
  events: 'RFC 4733, không có thì âm thanh',
  info: 'SIP INFO',
  sound: 'Âm thanh (inband)',
} as const;
export const sessionTimers = {
  answered: 'Khi nhà mạng đề nghị',
  offered: 'Luôn đề nghị',
  off: 'Không nhắc tới',
} as const;
export const trunkProvisionals = {
  offered: 'Khi nhà mạng cần',
  reliable: 'Bắt buộc (100rel)',
  plain: 'Không nhắc tới',
} as const;
export const trunkStates = { unknown: 'Chưa rõ', up: 'Hoạt động', down: 'Mất kết nối' } as const;

/** A name or an address of the Internet; IPv6 stands in brackets, as in a URI. */
const host = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]{2,45}\])$/i;
const server = new RegExp(`${host.source.slice(0, -1)}(?::[0-9]{1,5})?$`, 'i');
const badServer = 'Tên máy chủ hoặc địa chỉ IP không hợp lệ';
const network = /^(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?:\/[0-9]{1,2})?|[0-9a-f:]*:[0-9a-f:.]*(?:\/[0-9]{1,3})?)$/i;
const badNetwork = 'Địa chỉ IP hoặc dải mạng không hợp lệ, ví dụ 203.0.113.7 hoặc 203.0.113.0/24';
/** The same, or nothing. */
const orNone = (pattern: RegExp) => new RegExp(`^(?:${pattern.source.slice(1, -1)})?$`, 'i');
const userName = z
  .string()
  .trim()
  .max(100)
  .regex(/^[^\s"<>@;,]*$/, 'Tên không được có dấu cách')
  .default('');
const perhaps = (most: number) => z.int().min(1).max(most).nullable().default(null);

/** A connection to a carrier. What proves us to it is written by `trunkSecret` and never read. */
export const trunks = crud({
  base: 'telephony',
  collection: '/partner/trunks',
  item: '/partner/trunk',
  screen: 'trunks',
  query: telephonyListQuery,
  input: z
    .object({
      name: required,
      /**
       * How the carrier is known: by where its calls come from, by an account that we register with, or, a gateway of SIM cards wherever it is,
       * by one that it registers with here.
       */
      kind: oneOf(trunkKinds).default('address'),
      /** Nothing of a gateway that comes to us. */
      host: z
        .string({ error: missing })
        .trim()
        .toLowerCase()
        .max(253)
        .regex(orNone(host), badServer)
        .default('')
        .meta({ examples: ['sip.nhamang.vn'] }),
      /** Null looks it up (SRV, RFC 3263), 5060 or 5061 where the name has none. */
      port: perhaps(65_535),
      transport: oneOf(trunkTransports).default('udp'),
      /** Tried in this order when the first does not answer. */
      backups: z
        .array(z.string().trim().toLowerCase().max(260).regex(server, 'Máy chủ không hợp lệ'))
        .max(8)
        .default([]),
      /** Where its calls come from besides its servers. */
      addresses: z
        .array(
          z
            .string()
            .trim()
            .toLowerCase()
            .max(50)
            .regex(network, badNetwork)
            .meta({ examples: ['113.160.0.7'] }),
        )
        .max(100)
        .default([]),
      /** Digits that the carrier puts before our numbers. */
      number_prefix: z
        .string()
        .trim()
        .regex(/^\d{0,8}$/, 'Tiền tố chỉ gồm chữ số')
        .default(''),
      number_form: oneOf(numberForms).default('national'),
      username: userName,
      /** Where it differs from the username. */
      auth_username: userName,
      /** How we tell the carrier who calls, besides From. */
      identity: oneOf(trunkIdentities).default('from'),
      /** How the carrier is asked to show nobody who calls, of a call whose number is withheld (RFC 3323, RFC 3325). */
      privacy: oneOf(trunkPrivacies).default('id'),
      /** What the carrier asserts of a caller (RFC 3325) is believed. */
      trusts_identity: z.boolean().default(true),
      /** It takes a customer's number as caller of a call that is sent on; else it is shown ours. */
      passes_callers: z.boolean().default(false),
      /** What stands in From, To and the request for the carrier, where that is not its server's name. */
      domain: z.string().trim().toLowerCase().max(253).regex(orNone(host), badServer).default(''),
      /** Where we register, with a port or without, where that is not where calls go to. */
      registrar: z.string().trim().toLowerCase().max(260).regex(orNone(server), badServer).default(''),
      called_form: oneOf(calledForms).default('dialled'),
      /** From names the account; who calls stands beside it: as `identity` says, else in P-Asserted-Identity. */
      account_in_from: z.boolean().default(false),
      /** `;user=phone` with each number. */
      user_is_phone: z.boolean().default(false),
      /** How keys go to it and come from it. */
      keys: oneOf(trunkKeys).default('events'),
      /** Callers hear what it sounds before it answers; else our own ringing. */
      early_media: z.boolean().default(true),
      /** Session timers (RFC 4028) of calls to it. */
      session_timer: oneOf(sessionTimers).default('answered'),
      /** How long a session that we keep lasts without a refresh. */
      session_seconds: z.int().min(90).max(86_400).default(1_800),
      /** Whether its provisional answers are acknowledged (RFC 3262). */
      provisionals: oneOf(trunkProvisionals).default('offered'),
      /** A call in which it says nothing for so long ends; null asks it by its signalling, and goes on while that answers. */
      silence_minutes: perhaps(720),
      max_calls: perhaps(10_000),
      max_calls_per_second: perhaps(1_000),
      codecs: z
        .array(oneOf(trunkCodecs))
        .min(1, messages.required)
        .max(3)
        .overwrite((list) => [...new Set(list)])
        .default(['pcma', 'pcmu']),
      /** How often it is asked whether it is there (OPTIONS); 0 is never. */
      check_seconds: z.int().min(0).max(3_600).default(30),
      enabled: z.boolean().default(true),
      note,
    })
    .refine(({ kind, host: named }) => kind === 'gateway' || named !== '', { path: ['host'], error: messages.required })
    .refine(({ kind, username }) => kind === 'address' || username !== '', {
      path: ['username'],
      error: 'Đường truyền đăng ký tài khoản cần tên đăng nhập',
    })
    .refine(
      ({ kind, host: named, backups, addresses }) =>
        kind !== 'gateway' || (named === '' && backups.length === 0 && addresses.length === 0),
      { path: ['host'], error: 'Gateway tự đăng ký vào tổng đài: để trống máy chủ và địa chỉ' },
    )
    .refine(({ account_in_from, username }) => !account_in_from || username !== '', {
      path: ['username'],
      error: 'Muốn ghi tài khoản vào From thì cần tên đăng nhập',
    }),
  row: z.object({
    /** It is no carrier but the bots of this installation: everybody there is a machine. */
    is_demo: z.boolean(),
    /** A secret is kept. */
    has_secret: z.boolean(),
    number_count: z.number().int(),
    state: oneOf(trunkStates),
    state_since: timestamp.nullable(),
    /** In words, why it is down. */
    state_reason: z.string(),
  }),
  filters: z.object({ kind: oneOf(trunkKinds).optional(), state: oneOf(trunkStates).optional() }),
  bulk: ['enabled', 'max_calls', 'max_calls_per_second', 'check_seconds'],
});

/** Sets the password by which we prove ourselves to a carrier; an empty one forgets it. Nothing ever answers it. */
export const trunkSecret = endpoint({
  base: 'telephony',
  method: 'PUT',
  path: '/partner/trunk-secret/:id',
  access: 'trunks.update',
  summary: 'Set the password that a carrier knows us by',
  params: z.object({ id }),
  body: z.object({ password: z.string().max(200) }),
  result: z.object({ has_secret: z.boolean() }),
});
