import { apiKeys, permissionLabel, superAdmin } from '@alo/contract';
import { sql } from 'kysely';

import { Problem } from '../../kernel/problem.ts';
import { resource } from '../../resource/resource.ts';

/** Nobody lets a program do what they may not do themselves. */
export const apiKey = resource(apiKeys, {
  table: 'api_key',
  calls: 'none',
  search: ['name', 'note'],
  rows: (trx) =>
    trx
      .selectFrom('api_key')
      .leftJoin('account', 'account.id', 'api_key.created_by')
      .select(['api_key.id', 'api_key.name', 'api_key.expires_on', 'api_key.requests_per_minute', 'api_key.note'])
      .select(['api_key.networks', 'api_key.sandbox'])
      .select(['api_key.prefix', 'api_key.last_used_at', 'account.name as owner_name'])
      .select(['api_key.version', 'api_key.created_at', 'api_key.updated_at'])
      // Stored as the contract's own words.
      .select(sql<never[]>`api_key.scopes`.as('scopes')),
  async after(_trx, { caller }, change) {
    if (change.kind === 'deleted' || caller.role.name === superAdmin) return;
    const had = new Set<string>('before' in change ? change.before.scopes : []);
    const given = (change.after.scopes ?? []).filter((name) => !had.has(name));
    if (given.some((name) => !caller.role.permissions.includes(name))) {
      throw Problem.invalid({ scopes: 'Bạn chỉ trao được những quyền mà chính bạn có' }).toldAs('api_key');
    }
  },
  sheet: {
    name: 'Tên khoá',
    sandbox: { heading: 'Chạy thử', cell: (sandbox) => (sandbox ? 'Có' : 'Không') },
    owner_name: 'Người tạo',
    prefix: 'Bắt đầu bằng',
    scopes: { heading: 'Quyền', cell: (names) => (names ?? []).map(permissionLabel).join(', ') },
    expires_on: 'Dùng đến ngày',
    networks: { heading: 'Mạng được phép', cell: (networks) => networks?.join(', ') ?? '' },
    requests_per_minute: { heading: 'Lượt mỗi phút', cell: Number },
    note: 'Ghi chú',
    last_used_at: 'Dùng lần cuối',
    created_at: 'Ngày tạo',
  },
});
