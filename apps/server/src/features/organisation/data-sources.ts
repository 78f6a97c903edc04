import { dataSourceKinds, dataSources } from '@alo/contract';
import { sql } from 'kysely';
import { automationsThatName } from '../../domain/automations-that-name.ts';
import { kindsThatName } from '../../domain/kinds-that-name.ts';

import { oneOf } from '../../resource/importing/import-field.ts';
import { resource } from '../../resource/resource.ts';

export const dataSource = resource(dataSources, {
  table: 'data_source',
  calls: 'none',
  search: 'indexed',
  referredToBy: [
    automationsThatName('data_source_id'),
    { table: 'customer', column: 'data_source_id', kind: 'Khách hàng' },
    kindsThatName('data_source_id'),
  ],
  rows: (trx) =>
    trx
      .selectFrom('data_source')
      .leftJoin('account', 'account.id', 'data_source.user_id')
      .selectAll('data_source')
      .leftJoin('sheet_sync', 'sheet_sync.data_source_id', 'data_source.id')
      .select(['account.name as user_name', 'sheet_sync.last_at as last_sync_at'])
      .select(sql<string>`coalesce(sheet_sync.last_error, '')`.as('last_sync_error')),
  words: { data_source_sheet: { sheet_id: 'Thông tin không được để trống' } },
  imports: { fields: { kind: oneOf('Loại nguồn', dataSourceKinds) } },
  sheet: {
    name: 'Tên nguồn',
    code: 'Mã',
    kind: { heading: 'Loại nguồn', cell: (kind) => dataSourceKinds[kind ?? 'manual'] },
    sheet_id: 'Mã Google Sheet',
    sheet_name: 'Tên trang tính',
    user_name: 'Người nhận khách',
    last_sync_at: 'Đồng bộ gần nhất',
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
