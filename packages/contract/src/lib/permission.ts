/**
 * A permission is `<screen>.<action>`, the screen named as in the specification's routes. The same value decides routes,
 * menu, buttons and every server call (specification §6).
 */
export const screens = {
  dashboard: { label: 'Tổng quan', actions: ['view'] },
  customer: { label: 'Khách hàng', actions: ['view', 'create', 'update', 'delete', 'export', 'full-phone'] },
  'call-history': { label: 'Lịch sử cuộc gọi', actions: ['view', 'export', 'listen'] },
  monitor: { label: 'Giám sát cuộc gọi', actions: ['listen', 'whisper', 'barge', 'take-over'] },
  departments: { label: 'Phòng ban', actions: ['view', 'create', 'update', 'delete', 'export'] },
  teams: { label: 'Nhóm làm việc', actions: ['view', 'create', 'update', 'delete', 'export'] },
  branchs: { label: 'Chi nhánh', actions: ['view', 'create', 'update', 'delete', 'export'] },
  'bot-calls': { label: 'Khách thử', actions: ['create'] },
  setting: { label: 'Cài đặt hệ thống', actions: ['view', 'update'] },
} as const satisfies Record<string, { label: string; actions: readonly string[] }>;

export type Screen = keyof typeof screens;
export type Permission = { [S in Screen]: `${S}.${(typeof screens)[S]['actions'][number]}` }[Screen];

export const permissions = Object.entries(screens).flatMap(([screen, { actions }]) =>
  actions.map((action) => `${screen}.${action}` as Permission),
);

/** `public` needs no token; `general` needs a signed-in person (specification §6); anything else is a permission. */
export type Access = 'public' | 'general' | Permission;

export const superAdmin = 'super-admin';
/** Extension-permission code of the specification §6. */
export const extensionPermission = 'dn0002';

/** The rule of the specification §6: general, super-admin, or in the role's list. */
export function isAllowed(user: { name: string; permissions: readonly string[] } | undefined, access: Access): boolean {
  if (access === 'public') return true;
  if (user === undefined) return false;
  return access === 'general' || user.name === superAdmin || user.permissions.includes(access);
}
