import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { emailAddress, id, phone, required, requiredId, timestamp } from '../lib/values.ts';

/** Whether somebody can sign in, and if not, why. */
export const accountStates = {
  active: 'Đang hoạt động',
  invited: 'Chờ nhận lời mời',
  inactive: 'Ngừng hoạt động',
} as const;
export const accountState = z.enum(['active', 'invited', 'inactive']);

/** The number of a person's phone within the company. */
const extension = z
  .string()
  .trim()
  .regex(/^\d{2,8}$/, 'Máy nhánh gồm 2 đến 8 chữ số')
  .meta({ examples: ['101'] });

/** People who may sign in. The branch is that of the department, and the department that of the team. */
export const accounts = crud({
  collection: '/accounts',
  item: '/account',
  screen: 'accounts',
  input: z.object({
    name: required,
    email: emailAddress,
    phone: phone.or(z.literal('')).default(''),
    role_id: requiredId,
    department_id: id.nullable().default(null),
    team_id: id.nullable().default(null),
    extension: extension.nullable().default(null),
    active: z.boolean().default(true),
  }),
  row: z.object({
    // Who was there before these rules is shown as they are.
    email: z.string(),
    extension: z.string().nullable().default(null),
    role_name: z.string(),
    branch_name: z.string().nullable(),
    department_name: z.string().nullable(),
    team_name: z.string().nullable(),
    state: accountState,
    /** More than the password is asked for. */
    second_factor: z.boolean().default(false),
    /** Where somebody is signed in with it now. */
    session_count: z.number().int(),
    last_seen_at: timestamp.nullable(),
  }),
  filters: z.object({
    state: accountState.optional(),
    role_id: id.optional(),
    branch_id: id.optional(),
    department_id: id.optional(),
    team_id: id.optional(),
  }),
  bulk: ['role_id', 'department_id', 'team_id', 'active'],
  shows: ['roles', 'branchs', 'departments', 'teams'],
});

const one = z.object({ id });

/** A link that was made for somebody, once: it is told to who asked for it, and sent to whom it is for. */
const madeLink = z.object({
  url: z.string(),
  expires_at: timestamp,
  /** Whether a mail server took the letter; where it did not, the link is handed over by other means. */
  sent: z.boolean(),
  /** No mail server is set: the letter lies as a file in `outbox/` of the server's data folder. */
  kept: z.boolean().default(false),
});

/** For who has no password yet. */
export const inviteAccount = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/account/:id/invite',
  access: 'accounts.update',
  summary: 'Send somebody who has never signed in a link to choose a password; an earlier link stops working',
  params: one,
  result: madeLink,
});

/** For who has one and does not know it any more. */
export const resetAccountPassword = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/account/:id/reset-password',
  access: 'accounts.update',
  summary: 'Send somebody a link to choose another password; the password that they have works until they do',
  params: one,
  result: madeLink,
});

export const signOutAccount = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/account/:id/sign-out',
  access: 'accounts.update',
  summary: 'End every session of somebody: their screens and phones stop within seconds',
  params: one,
  result: z.object({ ended: z.number().int() }),
});

/** Why somebody sees a screen, or does not: the rule of the specification §6, and whose rows they see there. */
export const accountAccess = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/account/:id/access',
  rowsOf: ['accounts', 'roles'],
  access: 'accounts.view',
  summary: 'Of everything that there is to do, whether somebody may, and which rule decided',
  params: one,
  result: z.object({
    role_name: z.string(),
    /** Nobody who is deactivated may do anything. */
    active: z.boolean(),
    scope: z.enum(['own', 'team', 'department', 'branch', 'all']),
    /** Whose rows that comes to: somebody who belongs to no team has their own. */
    reach: z.enum(['account', 'team', 'department', 'branch', 'all']),
    data: z.array(z.object({ permission: z.string(), allowed: z.boolean(), rule: z.string() })),
  }),
});

export const unlockAccount = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/account/:id/unlock',
  access: 'accounts.update',
  summary: 'Forget the wrong passwords that somebody has tried, so that they may try again at once',
  params: one,
});

/** For who has lost their phone and their recovery codes; whoever does it makes sure that it is them who asks. */
export const dropSecondFactor = endpoint({
  base: 'tenant',
  method: 'DELETE',
  path: '/account/:id/second-factor',
  access: 'accounts.update',
  summary: 'Take away every second factor of somebody else, recovery codes too; every session of theirs ends',
  params: one,
  result: z.object({ ended: z.number().int() }),
});

/** The specification's call for the limit of seats, of the company that is named and signed in. */
export const getMaxUserCompanyTenancy = endpoint({
  base: 'admin',
  method: 'POST',
  path: '/get-max-user-company-tenancy',
  tenantIn: { part: 'body', name: 'ma_dn' },
  access: 'general',
  summary: 'How many people may be active at once, and how many are; no limit where it is null',
  result: z.object({ max_user: z.number().int().nullable(), current_user: z.number().int() }),
});

/** What people change of themselves. */
export const updateUserInfoLogin = endpoint({
  base: 'tenant',
  method: 'PUT',
  path: '/update-user-info-login',
  access: 'general',
  summary: 'Change the own name and phone number',
  body: z.object({ name: required, phone: phone.or(z.literal('')).default('') }),
  result: z.object({ id, name: z.string(), email: z.string(), phone: z.string() }),
});

const subscriber = z.object({ id, number: z.string(), name: z.string() });

/** Numbers within the company, for pickers. */
export const subscribers = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/subscribers',
  access: 'general',
  summary: 'Every extension',
  result: z.object({ data: z.array(subscriber) }),
});

export const subscriberHasUser = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/subscriber-has-user',
  rowsOf: ['accounts'],
  access: 'general',
  summary: 'Every extension that somebody has, with who has it',
  result: z.object({ data: z.array(subscriber.extend({ user_id: id, user_name: z.string() })) }),
});
