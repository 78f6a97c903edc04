import { z } from 'zod';

import { superAdmin } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { messages } from '../lib/messages.ts';
import { missing } from '../lib/mistake-words.ts';
import { id, required, requiredUpTo, tenantCode, version } from '../lib/values.ts';
import { signedIn } from '../people/identity.ts';

/** The company's own accounts elsewhere (OpenID Connect). Whoever sets them up can come in as anybody: the top role alone. */
const ofCompany = { base: 'tenant', access: superAdmin } as const;

const provider = z.object({
  /** What the sign-in page calls it. */
  name: required.max(60).meta({ examples: ['Google'] }),
  issuer: z
    .url({ protocol: /^https?$/, error: 'Nhập địa chỉ https:// của nhà cung cấp' })
    .max(500)
    .meta({ examples: ['https://dang-nhap.example'] }),
  client_id: requiredUpTo(500),
  active: z.boolean().default(true),
  /** Whoever the provider knows and nobody here has added gets an account of this role. */
  create_people: z.boolean().default(false),
  role_id: id.nullable().default(null),
});

const shownProvider = provider.extend({
  /** 0 while there is none. */
  version,
  name: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  has_secret: z.boolean(),
  /** What the provider has to be told. */
  redirect_uri: z.string(),
});

export const getSignInProvider = endpoint({
  ...ofCompany,
  method: 'GET',
  path: '/sign-in-provider',
  summary: "Where the company's people sign in elsewhere (OpenID Connect); empty where there is no such place",
  result: shownProvider,
});

export const setSignInProvider = endpoint({
  ...ofCompany,
  method: 'PUT',
  path: '/sign-in-provider',
  summary: 'Set where people sign in elsewhere; an empty secret leaves the one that is there',
  body: provider.extend({ version, client_secret: z.string().trim().max(1_000).default('') }),
  result: shownProvider,
});

export const trySignInProvider = endpoint({
  ...ofCompany,
  method: 'POST',
  path: '/sign-in-provider/try',
  summary: 'Ask the saved provider what it is: whether it answers, and as the issuer that it is taken for',
  result: z.object({ ok: z.boolean(), words: z.string() }),
});

/** The same answer for a company that there is not. */
export const signInWays = endpoint({
  base: 'identity',
  method: 'POST',
  path: '/sign-in-ways',
  access: 'public',
  summary: 'How people of a company sign in besides by password',
  body: z.object({ ma_dn: tenantCode }),
  result: z.object({
    provider: z.object({ name: z.string() }).nullable(),
    /** Name and password of the company's directory are taken in the same fields. */
    directory: z.object({ name: z.string() }).nullable().default(null),
  }),
});

export const beginSignInElsewhere = endpoint({
  base: 'identity',
  method: 'POST',
  path: '/sign-in-elsewhere',
  access: 'public',
  summary: 'Begin a sign-in at the company’s provider: where to go, and what to bring back with its answer',
  body: z.object({ ma_dn: tenantCode }),
  result: z.object({ url: z.string(), flow: z.string() }),
});

export const finishSignInElsewhere = endpoint({
  base: 'identity',
  method: 'POST',
  path: '/sign-in-elsewhere/answer',
  access: 'public',
  summary: 'Sign in by what the provider answered',
  body: z.object({
    flow: z.string({ error: missing }).min(1, messages.required).max(4_000),
    /** The query of the address that the provider led to. */
    answer: z.string({ error: missing }).min(1, messages.required).max(8_000),
  }),
  result: signedIn,
});
