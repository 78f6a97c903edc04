import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { messages } from '../lib/messages.ts';
import { missing } from '../lib/mistake-words.ts';
import { id, listPath, required, tenantCode, timestamp } from '../lib/values.ts';

/** 1 sẵn sàng, 2 bận/nghỉ, 3 ngoại tuyến: the phone client is stopped (specification §4). */
export const activityStatus = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type ActivityStatus = z.output<typeof activityStatus>;

export const activityReasons = ['Nghỉ ngắn', 'Nghỉ trưa', 'Họp', 'Đào tạo', 'Bận việc khác'] as const;

const password = z.string({ error: missing }).min(1, messages.required).max(200);

/** What a new password must be, wherever one is chosen. */
export const newPassword = z.string({ error: missing }).min(8, 'Mật khẩu mới cần ít nhất 8 ký tự').max(200);

/** An answer of a passkey to a challenge (WebAuthn, AuthenticationResponseJSON). */
export const passkeyAnswer = z.object({
  id: z.string().max(2_000),
  rawId: z.string().max(2_000),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: z.string().max(10_000),
    authenticatorData: z.string().max(10_000),
    signature: z.string().max(10_000),
    userHandle: z.string().max(200).exactOptional(),
  }),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).exactOptional(),
  clientExtensionResults: z.object({}).default({}),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

const credentials = z.object({
  username: required.max(200),
  password,
  /** Six digits of the authenticator app, or a recovery code; asked for by `second_factor_needed`. */
  code: z.string().trim().max(40).optional(),
  /** A passkey in place of the code. */
  passkey: passkeyAnswer.optional(),
});

/** A role as the console keeps it: the first one is "the user" (specification §3). */
export const role = z.object({ name: z.string(), permissions: z.array(z.string()) });

/** Who somebody is, and what they may do. */
const user = z.object({
  id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  roles: z.array(role).min(1),
});

/** What a sign-in answers. With `must_set_up_second_factor` the token is good for setting one up, and for nothing else until then. */
export const signedIn = z.object({
  token: z.string(),
  ma_dn: z.string(),
  tenant_name: z.string(),
  user,
  expires_at: timestamp,
  must_set_up_second_factor: z.boolean(),
});

/** With `choose_company`, in `current`: where somebody with this e-mail and this password may go. */
export const companyChoice = z.object({ companies: z.array(z.object({ ma_dn: z.string(), name: z.string() })) });

/** With `second_factor_needed`, in `current`: what else may prove who it is. */
export const secondFactorAsked = z.object({ code: z.boolean(), passkey: z.boolean() });

const givenTenantCode = z
  .union([z.literal('').transform(() => undefined), tenantCode])
  .optional()
  .meta({ examples: ['demo'] });

/** Central sign-in: company code, name, password. An e-mail alone will do; a person in several companies chooses afterwards. */
export const loginTenant = endpoint({
  base: 'identity',
  method: 'POST',
  path: '/login/tenant',
  access: 'public',
  summary: 'Sign in with company code, name and password, and a second factor where there is one',
  body: credentials.extend({ ma_dn: givenTenantCode }),
  result: signedIn,
});

/** The same within one tenant: the company code is in the path. */
export const login = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/login',
  access: 'public',
  summary: 'Sign in within one tenant',
  body: credentials,
  result: signedIn,
});

export const logout = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/logout',
  access: 'general',
  summary: 'End this session; its token and its SIP secret stop working at once',
  /** Where a session that began at the company's provider is ended there, too. */
  result: z.object({ leave_at: z.string().nullable().default(null) }),
});

/** A relay for audio that finds no other way (RFC 8656), with a sign-in that ends by itself. */
const iceServer = z.object({ urls: z.array(z.string()), username: z.string(), credential: z.string() });

/** Both shapes of the specification §3. The password lives as long as the session that it was given to. */
export const softphoneAccount = z.object({
  username_telecom: z.string(),
  domain_telecom: z.string(),
  password_telecom: z.string(),
  extentions_number: z.string(),
  tenant_domain: z.string(),
  extension_password: z.string(),
  shop_key: z.string(),
  /** Where the phone connects, of several machines that which runs the company; '': where `/config.json` says. */
  sip_address: z.string().default(''),
  /** Relays of the operator, for networks that let no audio through; read anew within hours. */
  ice_servers: z.array(iceServer).default([]),
});

export const getShopKey = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/etelecom/GetShopKey',
  access: 'general',
  summary:
    'A key of this session as bearer for the bases `telephony` and `etelecom`, and for nothing else; it ends with the session',
  result: z.object({ data: z.string() }),
});

/** A licensed group of features (specification §3); `date_expired` is the first moment without it. */
export const featureEntry = z.object({ feature_name_data: z.array(z.string()), date_expired: timestamp });

/** How high the rows of lists are. */
export const density = z.enum(['tight', 'normal', 'airy']);

const scheme = z.enum(['light', 'dark', 'auto']);
const menu = z.enum(['open', 'folded']);
const guide = z.enum(['open', 'left', 'over']);
const ringtone = z.enum(['soft', 'classic', 'bright']);
/** Which columns of a list are shown, in which order. */
const shownColumns = z
  .array(
    z
      .string()
      .max(100)
      .regex(/^[\w.-]+$/, 'Cột không hợp lệ'),
  )
  .max(200);

/** Groups of the menu that somebody opened or folded. */
const menuGroups = z.record(z.string().max(40), z.boolean());
const pins = z.array(listPath).max(20);

const favourites = z.array(z.string().regex(/^\d{1,20}$/, 'Máy nhánh không hợp lệ')).max(50);

/** How somebody has their console, wherever they sign in. What belongs to a device (microphone, loudspeakers) is not in it. */
export const preferences = z.object({
  scheme: scheme.default('auto'),
  menu: menu.default('open'),
  /** By name; a group that is not in it is as the menu is by itself. */
  menu_groups: menuGroups.default({}),
  /** Screens that stand first in the menu, by path. */
  pins: pins.default([]),
  /** Whether the steps of a new company lead, were left for later, or are over since customers reach the company. */
  guide: guide.default('open'),
  ringtone: ringtone.default('soft'),
  /** By the list's path; a list that is not in it is shown as lists are by themselves. */
  columns: z.record(listPath, shownColumns).default({}),
  /** Colleagues whom the dialler shows first, by extension. */
  favourites: favourites.default([]),
});
export type Preferences = z.output<typeof preferences>;

/** So many bytes of JSON are kept for a person at most: they are read with every page. */
export const mostPreferences = 32_000;

export const carriersWithScreens = ['fpt', 'etelecom'] as const;

export const me = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/me',
  access: 'general',
  summary: 'Who is signed in: roles with permissions, activity status, softphone account, features',
  result: user.extend({
    ma_dn: z.string(),
    tenant_name: z.string(),
    /** By whose clocks the company's times are told. */
    time_zone: z.string().default('Asia/Ho_Chi_Minh'),
    status_activity: activityStatus,
    status_reason: z.string(),
    status_since: timestamp,
    /** Who of those who supervise them has set it; '' where they chose it themselves. */
    status_by: z.string().default(''),
    /** Null for a person without an extension. */
    softphone: softphoneAccount.nullable(),
    features: z.array(featureEntry),
    /** Until when the company tries the product; null for one that pays. */
    trial_until: timestamp.nullable().default(null),
    /** Carriers with screens of their own that the company's trunks or numbers are of. */
    carriers: z.array(z.enum(carriersWithScreens)).default([]),
    density: density.default('normal'),
    preferences: preferences.prefault({}),
    must_set_up_second_factor: z.boolean(),
    /** The day from which they must have a second factor, where they have none and need none before; null otherwise. */
    second_factor_from: z.iso.date().nullable().default(null),
    /** Their company is that of those who run the installation. */
    operates: z.boolean().default(false),
    /** Somebody of the top role looks through these eyes, until then; null for the person themselves. */
    looked_as: z.object({ name: z.string(), by: z.string(), until: timestamp }).nullable().default(null),
  }),
});

/** Every permission with its words, for those who put a role together. */
export const allPermissions = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/permissions',
  access: 'general',
  summary: 'Every permission by its name, in words, with the screen that it belongs to',
  result: z.object({
    data: z.array(z.object({ name: z.string(), label: z.string(), meaning: z.string(), screen: z.string() })),
  }),
});

export const changePassword = endpoint({
  base: 'tenant',
  method: 'PUT',
  path: '/change-password',
  access: 'general',
  summary: 'Change the own password; every other session of the person ends',
  body: z.object({
    current_password: password,
    new_password: newPassword,
  }),
});

export const updateActivityStatus = endpoint({
  base: 'tenant',
  method: 'PUT',
  path: '/update-activity-status',
  access: 'general',
  summary: 'Change the own activity status; 1 also ends what `/queue/ready` ends',
  body: z.object({ status: activityStatus, reason: z.string().trim().max(100).default('') }),
  result: z.object({ status_activity: activityStatus, status_reason: z.string(), status_since: timestamp }),
});

export const setDensity = endpoint({
  base: 'tenant',
  method: 'PUT',
  path: '/my-density',
  access: 'general',
  summary: 'Set how high the rows of the own lists are',
  body: z.object({ density }),
  result: z.object({ density }),
});

export const changePreferences = endpoint({
  base: 'tenant',
  method: 'PUT',
  path: '/my-preferences',
  access: 'general',
  summary:
    'Change how the own console is: what is left out stays, a list whose columns are null is shown as it is by itself',
  body: z.object({
    scheme: scheme.exactOptional(),
    menu: menu.exactOptional(),
    menu_groups: menuGroups.exactOptional(),
    pins: pins.exactOptional(),
    guide: guide.exactOptional(),
    ringtone: ringtone.exactOptional(),
    favourites: favourites.exactOptional(),
    columns: z.record(listPath, shownColumns.nullable()).exactOptional(),
  }),
  result: preferences,
});
export type PreferencesChange = z.output<typeof changePreferences.body>;

/** What comes of a change: the server keeps it, and the page shows it meanwhile. */
export const withChange = (before: Preferences, { columns = {}, ...others }: PreferencesChange): Preferences =>
  preferences.parse({
    ...before,
    ...others,
    columns: Object.fromEntries(
      Object.entries({ ...before.columns, ...columns }).filter(([, shown]) => shown !== null),
    ),
  });

/** Names of the features that are licensed and not expired at `now` (milliseconds). */
export const licencesAt = (features: readonly z.output<typeof featureEntry>[], now: number): string[] =>
  features.filter(({ date_expired }) => Date.parse(date_expired) > now).flatMap((entry) => entry.feature_name_data);

/** True when the feature is licensed and not expired at `now` (milliseconds). */
export const hasFeature = (features: readonly z.output<typeof featureEntry>[], name: string, now: number): boolean =>
  licencesAt(features, now).includes(name);
