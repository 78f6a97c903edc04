import {
  type Action,
  actionLabel,
  actionLabels,
  type Permission,
  permissions,
  type Screen,
  screens,
} from '@alo/contract';
import { matches } from '@alo/ui';

/** Screens by actions, as the matrix shows them. */
export const allScreens = Object.keys(screens) as Screen[];
const allActions = Object.keys(actionLabels) as Action[];

/** Screens by the work that they are for. */
const groups = {
  'Khách hàng': ['customer', 'consents', 'profile-status', 'customer-fields', 'data-sources', 'projects'],
  'Cuộc gọi': ['call-history', 'call-outcomes', 'call-tags', 'bot-calls'],
  'Giám sát và báo cáo': [
    ...(['dashboard', 'monitor', 'history-by-department-team', 'history-cdr-by-exten'] as const),
    ...(['history-by-status', 'mailed-reports', 'staffing', 'shifts', 'roster', 'kpis', 'kpi-by-department'] as const),
    ...(['quality', 'score-sheets', 'sampling-rules'] as const),
  ],
  'Chiến dịch và khảo sát': [
    ...(['campaign', 'survey-campaign', 'survey-question', 'survey-categories'] as const),
    ...(['automations', 'messages', 'message-templates', 'message-providers'] as const),
  ],
  'Voice OTP': ['voice-otp', 'voice-otp-number'],
  'Tổ chức': ['accounts', 'roles', 'departments', 'teams', 'branchs'],
  'Số và đường truyền': [
    ...(['numbers', 'trunks', 'list-of-blocked-incoming-numbers', 'list-of-blocked-out-numbers'] as const),
  ],
  'Luồng gọi': [
    ...(['inbounds', 'outbound', 'queue', 'ringgroup', 'ivr-details', 'conditions', 'time-groups'] as const),
    ...(['customer-conditions', 'code-questions', 'last-calls', 'call-flow', 'call-test', 'routing-versions'] as const),
  ],
  'Máy và âm thanh': [
    ...(['subscribers', 'groups', 'devices', 'feature-codes', 'voicemail-boxes'] as const),
    ...(['greeting', 'notifications', 'music-on-holds', 'system-prompts'] as const),
  ],
  'Hệ thống': ['setting', 'activity-user-tenant', 'api-keys', 'webhooks', 'events', 'program-calls'],
} as const satisfies Record<string, readonly Screen[]>;

export interface MatrixGroup {
  readonly title: string;
  readonly screens: readonly Screen[];
}

/** The groups, each with those of its screens that are shown; none without any. */
export const groupsOf = (shown: readonly Screen[]): MatrixGroup[] =>
  Object.entries(groups).flatMap(([title, its]) => {
    const those = its.filter((screen) => shown.includes(screen));
    return those.length === 0 ? [] : [{ title, screens: those }];
  });

const known = new Set<string>(permissions);

/** What doing this on that screen takes; undefined where there is no such thing. */
export function permissionOf(screen: Screen, action: Action): Permission | undefined {
  const name = `${screen}.${action}`;
  // It is among those that there are.
  return known.has(name) ? (name as Permission) : undefined;
}

/** What there is to be allowed on a screen. */
export const permissionsOf = (screen: Screen): Permission[] =>
  allActions.flatMap((action) => permissionOf(screen, action) ?? []);

/** What is called alike, wherever it is done. */
export interface MatrixColumn {
  label: string;
  /** Undefined where there is no such thing on the screen. */
  at: (screen: Screen) => Permission | undefined;
}

/** A column for each word: what lets something else happen than its action does elsewhere is not ticked along with that. */
export const matrixColumnsOf = (shown: readonly Screen[]): MatrixColumn[] =>
  allActions.flatMap((action) => {
    const labels = new Set(shown.flatMap((screen) => permissionOf(screen, action) ?? []).map(actionLabel));
    return [...labels].map((label) => ({
      label,
      at: (screen: Screen) => {
        const name = permissionOf(screen, action);
        return name !== undefined && actionLabel(name) === label ? name : undefined;
      },
    }));
  });

/** How two roles differ in one permission; undefined where they are alike. */
export const differenceOf = (
  name: Permission,
  own: ReadonlySet<string>,
  other: ReadonlySet<string>,
): 'more' | 'less' | undefined => {
  if (own.has(name) === other.has(name)) return undefined;
  return own.has(name) ? 'more' : 'less';
};

/** The screens whose name or actions have these words, and in which something differs where only that is wanted. */
export function screensShown({
  but,
  search,
  own,
  other,
  onlyDifferent,
}: {
  /** Not among them. */
  but: readonly Screen[];
  search: string;
  own: ReadonlySet<string>;
  other: ReadonlySet<string> | undefined;
  onlyDifferent: boolean;
}): Screen[] {
  return allScreens.filter((screen) => {
    if (but.includes(screen)) return false;
    const names = permissionsOf(screen);
    const found = [screens[screen].label, ...names.map(actionLabel)].some((text) => matches(text, search));
    if (!found || !onlyDifferent || other === undefined) return found;
    return names.some((name) => differenceOf(name, own, other) !== undefined);
  });
}

/** The list with some permissions added, or all of them taken out, in the order of the contract. */
export function withAll(list: readonly Permission[], names: readonly Permission[], on: boolean): Permission[] {
  const changed = new Set(names);
  const kept = list.filter((name) => !changed.has(name));
  const next = new Set(on ? [...kept, ...names] : kept);
  return permissions.filter((name) => next.has(name));
}
