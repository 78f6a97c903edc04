import { z } from 'zod';

import { superAdmin } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { messages } from '../lib/messages.ts';
import { missing } from '../lib/mistake-words.ts';
import { id, required, version } from '../lib/values.ts';

/** The company's own directory (LDAP, Active Directory), which answers for passwords. Whoever sets it up can come in as anybody: the top role alone. */
const ofCompany = { base: 'tenant', access: superAdmin } as const;

const line = (most: number) => z.string().trim().max(most);
const attribute = z
  .string({ error: missing })
  .trim()
  .max(60)
  .regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'Tên thuộc tính chỉ có chữ, số và dấu gạch');

const server = z.object({
  /** What the sign-in page calls it. */
  name: required.max(60).meta({ examples: ['Active Directory'] }),
  host: z
    .string({ error: missing })
    .trim()
    .min(1, messages.required)
    .max(253)
    .regex(/^[A-Za-z0-9.:_-]+$/, 'Nhập tên máy chủ hoặc địa chỉ IP, không kèm ldap://')
    .meta({ examples: ['ldap.example'] }),
  port: z.number().int().min(1).max(65_535).default(636),
  /** `ldaps`: TLS from the first byte; `starttls`: asked for on the plain port. Nothing goes unencrypted. */
  security: z.enum(['ldaps', 'starttls']).default('ldaps'),
  /** Certificates (PEM) of whoever signs the server's, where it is no public authority. */
  ca: z.string().trim().max(20_000).default(''),
  /** `search`: an account looks people up; `pattern`: the name is part of their DN. */
  finds_by: z.enum(['search', 'pattern']).default('search'),
  service_dn: line(500).default(''),
  base_dn: line(500).default(''),
  filter: line(500).default('(&(objectClass=person)(|(uid={username})(mail={username})))'),
  dn_pattern: line(500).default(''),
  email_attribute: attribute.default('mail'),
  name_attribute: attribute.default('cn'),
  active: z.boolean().default(true),
  /** Whoever the directory knows and nobody here has added gets an account of this role. */
  create_people: z.boolean().default(false),
  role_id: id.nullable().default(null),
});

const shownServer = server.extend({
  /** 0 while there is none. */
  version,
  name: z.string(),
  host: z.string(),
  has_password: z.boolean(),
});

export const getLdapServer = endpoint({
  ...ofCompany,
  method: 'GET',
  path: '/ldap-server',
  summary: "The company's directory whose passwords let people in (LDAP); empty where there is none",
  result: shownServer,
});

export const setLdapServer = endpoint({
  ...ofCompany,
  method: 'PUT',
  path: '/ldap-server',
  summary: 'Set the directory; an empty password of the account that looks people up leaves the one that is there',
  body: server.extend({ version, service_password: z.string().max(1_000).default('') }),
  result: shownServer,
});

export const tryLdapServer = endpoint({
  ...ofCompany,
  method: 'POST',
  path: '/ldap-server/try',
  summary:
    'Ask the saved directory, step by step: the connection, its certificate, its account, and one person where a name is given',
  body: z.object({ username: line(200).default(''), password: z.string().max(200).default('') }),
  result: z.object({
    /** In their order, as far as it came; the last one may have failed. */
    steps: z.array(z.object({ label: z.string(), ok: z.boolean(), words: z.string() })),
  }),
});
