import { deviceAlgorithms, devices, deviceTransports } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { Problem } from '../../kernel/problem.ts';
import { type ImportField, oneOf } from '../../resource/importing/import-field.ts';
import { resource } from '../../resource/resource.ts';

/** The number of an extension, as a file names it. */
const extensionByNumber: ImportField = {
  heading: 'Máy nhánh',
  async values(trx: Trx, texts) {
    const found = await trx.selectFrom('extension').where('number', 'in', texts).select(['id', 'number']).execute();
    return new Map(found.map(({ id, number }) => [number, id]));
  },
};

/** The name that a device's password was made for; before it has one, the name that it would get. */
export const usernameOf = sql<string>`coalesce(nullif(device.username, ''), extension.number || '-'
  || case device.algorithm when 'sha-256' then 's' when 'both' then 'b' else 'm' end || right(device.id::text, 5))`;

export const device = resource(devices, {
  table: 'device',
  calls: 'phones',
  search: ['name', 'username', 'extension_number', 'extension_name', 'address', 'user_agent', 'note'],
  rows: (trx) =>
    trx
      .selectFrom('device')
      .innerJoin('extension', 'extension.id', 'device.extension_id')
      .leftJoin('device_seen', 'device_seen.device_id', 'device.id')
      .select(['device.id', 'device.name', 'device.extension_id', 'device.algorithm', 'device.transport'])
      .select(['device.networks', 'device.max_calls', 'device.enabled', 'device.note'])
      .select(['device.version', 'device.created_at', 'device.updated_at'])
      .select(['extension.number as extension_number', 'extension.name as extension_name', 'device_seen.last_seen_at'])
      .select([
        usernameOf.as('username'),
        sql<boolean>`coalesce(device_seen.registered_until > now(), false)`.as('registered'),
        sql<string>`coalesce(device_seen.address, '')`.as('address'),
        sql<string>`coalesce(device_seen.user_agent, '')`.as('user_agent'),
      ]),
  async after(_trx, _by, change) {
    if (change.kind !== 'updated') return;
    const { before, after } = change;
    const isFixed = 'Tên đăng nhập của thiết bị gắn với mục này: hãy thêm một thiết bị mới';
    if (before.extension_id !== after.extension_id) throw Problem.invalid({ extension_id: isFixed });
    if (before.algorithm !== after.algorithm) throw Problem.invalid({ algorithm: isFixed });
  },
  imports: {
    fields: {
      extension_id: extensionByNumber,
      algorithm: oneOf('Xác thực', deviceAlgorithms),
      transport: oneOf('Giao thức', deviceTransports),
    },
  },
  sheet: {
    name: 'Tên thiết bị',
    extension_number: 'Máy nhánh',
    extension_name: 'Tên máy nhánh',
    username: 'Tên đăng nhập',
    algorithm: { heading: 'Xác thực', cell: (algorithm) => deviceAlgorithms[algorithm ?? 'md5'] },
    transport: { heading: 'Giao thức', cell: (transport) => deviceTransports[transport ?? 'udp'] },
    networks: { heading: 'Mạng được phép', cell: (networks) => networks?.join(', ') ?? '' },
    max_calls: 'Số cuộc gọi cùng lúc',
    enabled: { heading: 'Đang dùng', cell: (enabled) => (enabled === false ? 'Không' : 'Có') },
    last_seen_at: 'Thấy lần cuối',
    address: 'Địa chỉ',
    user_agent: 'Phần mềm',
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
