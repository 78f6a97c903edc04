import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { id, networks, note, required, requiredId, timestamp } from '../lib/values.ts';

/** How a desk phone proves itself (RFC 8760). Most know MD5 alone, and some stop where anything else is offered first. */
export const deviceAlgorithms = {
  md5: 'MD5 (hầu hết điện thoại bàn)',
  'sha-256': 'Chỉ SHA-256',
  both: 'SHA-256, không được thì MD5',
} as const;
export const deviceAlgorithm = z.enum(['md5', 'sha-256', 'both']);

export const deviceTransports = { udp: 'UDP', tcp: 'TCP', tls: 'TLS', wss: 'WebSocket (WSS)' } as const;
export const deviceTransport = z.enum(['udp', 'tcp', 'tls', 'wss']);

/** Phones and programs that set themselves up by a file of ours. */
export const phoneMakers = {
  yealink: 'Yealink',
  grandstream: 'Grandstream',
  fanvil: 'Fanvil',
  'cisco-spa': 'Cisco SPA',
  linphone: 'Linphone',
  microsip: 'MicroSIP',
  zoiper: 'Zoiper',
} as const;
export const phoneMaker = z.enum(['yealink', 'grandstream', 'fanvil', 'cisco-spa', 'linphone', 'microsip', 'zoiper']);
export type PhoneMaker = z.output<typeof phoneMaker>;

/** What is typed into a phone, or what its camera reads. */
export const deviceSettings = z.object({
  server: z.string(),
  port: z.int(),
  transport: deviceTransport,
  /** SIP domain and realm; the server is its outbound proxy where the name leads elsewhere. */
  domain: z.string(),
  username: z.string(),
  /** Null but where the password was just made: nobody can read it afterwards. */
  password: z.string().nullable(),
  /** The same, line by line, to be sent to the person who sets the phone up. */
  text: z.string(),
  /** The address of a file that Linphone sets itself up by, as a picture for its camera; null where there is no password to tell. */
  qr: z.object({ url: z.string(), svg: z.string(), expires_at: timestamp }).nullable(),
  /** Files that phones of each maker set themselves up by, at secret addresses; null where there is no password to tell. */
  setup: z
    .object({
      expires_at: timestamp,
      /** So often a file may be fetched, all of them together. */
      fetches: z.int(),
      files: z.array(z.object({ maker: phoneMaker, url: z.string() })),
    })
    .nullable()
    .default(null),
});

const one = z.object({ id });

/**
 * Desk phones, each of an extension and with a password of its own. Of which extension it is and how it proves itself is part
 * of its name, and does not change: that is another device.
 */
const resource = crud({
  collection: '/devices',
  item: '/device',
  screen: 'devices',
  input: z.object({
    name: required,
    extension_id: requiredId,
    algorithm: deviceAlgorithm.default('md5'),
    transport: deviceTransport.default('udp'),
    /** From where it may come; from anywhere where there is none. */
    networks,
    max_calls: z.int('Nhập số từ 1 đến 20').min(1, 'Nhập số từ 1 đến 20').max(20, 'Nhập số từ 1 đến 20').default(4),
    enabled: z.boolean().default(true),
    note,
  }),
  row: z.object({
    extension_number: z.string(),
    extension_name: z.string(),
    username: z.string(),
    registered: z.boolean(),
    last_seen_at: timestamp.nullable(),
    address: z.string(),
    user_agent: z.string(),
  }),
  filters: z.object({ extension_id: id.optional(), transport: deviceTransport.optional() }),
  bulk: ['transport', 'networks', 'max_calls', 'enabled'],
});

export const devices = {
  ...resource,
  create: {
    ...resource.create,
    summary: 'Add a device; its password is in the answer, and never again',
    result: resource.row.extend({ settings: deviceSettings }),
  },
};

export const deviceSettingsOf = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/device/:id/settings',
  rowsOf: ['devices'],
  access: 'devices.view',
  summary: 'What a device is to be set up with; without its password, which nobody can read',
  params: one,
  result: deviceSettings,
});

export const renewDevice = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/device/:id/password',
  access: 'devices.update',
  summary: 'Give a device another password: the one before is worth nothing at once, and what the phone was doing ends',
  params: one,
  result: deviceSettings,
});

export const endDevice = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/device/:id/end',
  access: 'devices.update',
  summary: 'Take a device its password: it is unregistered and its calls end at once',
  params: one,
});
