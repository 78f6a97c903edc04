import { type Permission, permissionLabel, permissions, roles, scopeLabels, superAdmin } from '@alo/contract';
import { sql } from 'kysely';

import { Problem } from '../../kernel/problem.ts';
import { isWider } from '../../kernel/rights.ts';
import { eitherOf, type ImportField, oneOf } from '../../resource/importing/import-field.ts';
import { resource } from '../../resource/resource.ts';

/** What an older version of the product knew is not shown, and goes with the next save. */
const known = sql<Permission[]>`array(select name from unnest(role.permissions) with ordinality as held (name, place)
  where name = any (${[...permissions]}::text[]) order by place)`;

/** As files of earlier versions call some of them. */
const formerWords = [
  ['Giám sát cuộc gọi: Nghe cuộc gọi đang diễn ra', 'Giám sát cuộc gọi: Nghe ghi âm'],
  ['Đầu số & hotline:', 'Đầu số dịch vụ:'],
  ['Thông báo thoại:', 'Thông báo:'],
  ['Gọi lại người cũ:', 'Cuộc gọi gần nhất:'],
] as const;
const namesOf = (label: string): string[] => [
  label,
  ...formerWords.flatMap(([now, before]) => (label.startsWith(now) ? [label.replace(now, before)] : [])),
];
const named: ReadonlyMap<string, Permission> = new Map(
  permissions.flatMap((name) => namesOf(permissionLabel(name)).map((label): [string, Permission] => [label, name])),
);
const longestKnown = 200;
const asked = { yes: 'Bắt buộc', no: 'Không' };

/** As an export has them, one behind the other; a label may have a comma itself. */
export const permissionsNamed: ImportField = {
  heading: 'Quyền',
  async values(_trx, texts) {
    return new Map(
      texts.flatMap((text) => {
        const named = permissionsIn(text);
        return named === undefined ? [] : [[text, named]];
      }),
    );
  },
  whyNot: () => 'có quyền không tồn tại, hãy ghi tên quyền như khi xuất tệp',
};

function permissionsIn(text: string): readonly Permission[] | undefined {
  const found: Permission[] = [];
  let left = text;
  while (left !== '') {
    const label = longestLabel(left);
    const name = named.get(label);
    if (name === undefined) return undefined;
    found.push(name);
    left = left.slice(label.length).replace(/^,\s*/, '');
  }
  return found;
}

/** Of the labels that the text begins with, up to a comma or its end, the longest. */
function longestLabel(text: string): string {
  let end = Math.min(text.length, longestKnown);
  for (;;) {
    const label = text.slice(0, end);
    if (named.has(label)) return label;
    const comma = text.lastIndexOf(',', end - 1);
    if (comma <= 0) return '';
    end = comma;
  }
}

/** Nobody hands on what they do not have, by whatever way a role is changed. */
export const role = resource(roles, {
  table: 'role',
  calls: 'none',
  search: ['name'],
  referredToBy: [
    { table: 'account', column: 'role_id', kind: 'Tài khoản' },
    { table: 'sign_in_provider', column: 'role_id', kind: 'Đăng nhập bằng tài khoản công ty' },
    { table: 'ldap_server', column: 'role_id', kind: 'Đăng nhập bằng LDAP' },
    { table: 'directory_sync', column: 'role_id', kind: 'Đồng bộ nhân viên', name: sql<string>`'SCIM'` },
  ],
  rows: (trx) =>
    trx
      .selectFrom('role')
      .select([
        'role.id',
        'role.name',
        'role.scope',
        'role.second_factor',
        'role.second_factor_from',
        'role.version',
        'role.created_at',
        'role.updated_at',
      ])
      .select([
        known.as('permissions'),
        sql<number>`(select count(*) from account where account.role_id = role.id)`.as('account_count'),
      ]),
  async after(_trx, { caller }, change) {
    const before = 'before' in change ? change.before : undefined;
    if (before?.name === superAdmin) throw Problem.refused('forbidden');
    if (change.kind === 'deleted' || caller.role.name === superAdmin) return;
    const had = new Set(before?.permissions ?? []);
    const given = change.after.permissions?.filter((name) => !had.has(name)) ?? [];
    if (given.some((name) => !caller.role.permissions.includes(name))) {
      throw Problem.invalid({ permissions: 'Bạn chỉ trao được những quyền mà chính bạn có' }).toldAs('role');
    }
    const { scope } = change.after;
    if (scope !== undefined && scope !== before?.scope && isWider(scope, caller.role.scope)) {
      throw Problem.invalid({ scope: 'Bạn chỉ trao được phạm vi mà chính bạn có' }).toldAs('role');
    }
  },
  imports: {
    fields: {
      scope: oneOf('Phạm vi dữ liệu', scopeLabels),
      permissions: permissionsNamed,
      second_factor: eitherOf('Xác thực hai bước', asked),
    },
  },
  sheet: {
    name: 'Tên vai trò',
    scope: { heading: 'Phạm vi dữ liệu', cell: (scope) => scopeLabels[scope ?? 'own'] },
    permissions: { heading: 'Quyền', cell: (names) => names?.map(permissionLabel).join(', ') ?? '' },
    second_factor: { heading: 'Xác thực hai bước', cell: (isAsked) => (isAsked === true ? asked.yes : '') },
    second_factor_from: 'Bắt buộc từ ngày',
    account_count: 'Số nhân viên',
    created_at: 'Ngày tạo',
  },
});
