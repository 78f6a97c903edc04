import { type Permission, permissionLabel, permissions } from './permission.ts';

/** The top role of a company, which may do everything there. */
export const superAdmin = 'super-admin';
/** Extension-permission code of the specification §6: another name for all that is done on the screen of extensions. */
export const extensionPermission = 'dn0002';
/** What it stands for. */
export const extensionPermissions = permissions.filter((name) => name.startsWith('subscribers.'));

/** The right of the person who runs the installation, which no company can give. */
export const operator = 'operator';

/** Features that a company licenses (specification §6), and what they are called. */
export const featureLabels = {
  popupcustomer: 'Cửa sổ thông tin khách hàng',
  campaign: 'Chiến dịch',
  survey: 'Khảo sát',
  'voice-otp': 'Voice OTP',
  supervision: 'Giám sát',
} as const;

/** What a company can have a licence for. */
export type Feature = keyof typeof featureLabels;

/** What one has to have: a permission by its name, the top role itself, or a company's licence. */
type Need = Permission | typeof superAdmin | typeof operator | { readonly licence: Feature };

/**
 * What a call or a screen takes. `public` needs no token; `general` needs a signed-in person (specification §6); anything
 * else is something to have, or any or all of several.
 */
export type Access =
  | 'public'
  | 'general'
  | Need
  | { readonly any: readonly [Need, ...Need[]] }
  | { readonly all: readonly [Need, ...Need[]] };

/** Asks for one permission; written so, that a name which is none does not compile. */
export const may = <P extends Permission>(permission: P): P => permission;
/** Asks that the company has the feature. */
export const licensed = (feature: Feature) => ({ licence: feature }) as const;
/** One of these is enough. */
export const any = (...needs: [Need, ...Need[]]): Access => ({ any: needs });
/** Every one of these. */
export const all = (...needs: [Need, ...Need[]]): Access => ({ all: needs });

/** Who asks: the first role with its permissions, and what their company has licensed at this moment. */
export interface Holder {
  readonly name: string;
  readonly permissions: readonly string[];
  readonly licences?: readonly string[];
  /** Their company is that of those who run the installation. */
  readonly operates?: boolean;
}

/** The rule of the specification §6: general, super-admin, or in the role's list. Nobody is above a licence. */
export const isAllowed = (holder: Holder | undefined, access: Access): boolean => whyNot(holder, access) === undefined;

/** Why somebody may not, as the code of the refusal; undefined where they may. */
export function whyNot(
  holder: Holder | undefined,
  access: Access,
): 'unauthenticated' | 'forbidden' | 'not_licensed' | undefined {
  if (access === 'public') return undefined;
  if (holder === undefined) return 'unauthenticated';
  if (access === 'general') return undefined;
  if (typeof access === 'string' || 'licence' in access) return lacks(holder, access);
  const [needs, enough] = 'any' in access ? [access.any, 1] : [access.all, access.all.length];
  const missing = needs.map((need) => lacks(holder, need)).filter((reason) => reason !== undefined);
  return needs.length - missing.length >= enough ? undefined : missing[0];
}

function lacks(holder: Holder, need: Need): 'forbidden' | 'not_licensed' | undefined {
  // Whoever runs the installation gives the licences, and needs none.
  if (typeof need !== 'string') {
    return holder.operates === true || holder.licences?.includes(need.licence) === true ? undefined : 'not_licensed';
  }
  if (need === operator) return holder.name === superAdmin && holder.operates === true ? undefined : 'forbidden';
  if (holder.name === superAdmin) return undefined;
  // The top role is none that a list of permissions could name.
  return need !== superAdmin && holder.permissions.includes(need) ? undefined : 'forbidden';
}

/** Which rule decided, of those who may and of those who may not. */
export type Rule = 'public' | 'general' | typeof superAdmin | 'role' | NonNullable<ReturnType<typeof whyNot>>;

/** The rule by which a person may do something, or why they may not, as shown to those who manage rights. */
export function ruleOf(holder: Holder | undefined, access: Access): Rule {
  const reason = whyNot(holder, access);
  if (reason !== undefined) return reason;
  if (access === 'public' || access === 'general') return access;
  return holder?.name === superAdmin ? superAdmin : 'role';
}

/** What an access asks for, each in words: for those who lack it, and for the API's description. */
export function needsOf(access: Access): string[] {
  if (access === 'public' || access === 'general') return [];
  if (typeof access !== 'string') {
    if ('licence' in access) return [featureLabels[access.licence]];
    return ('any' in access ? access.any : access.all).flatMap(needsOf);
  }
  return [isPermission(access) ? permissionLabel(access) : access];
}

/** Whether a name is one of a permission that this version knows. */
export const isPermission = (name: string): name is Permission => (permissions as readonly string[]).includes(name);
