import { dataSources } from '@alo/contract';

import { resource } from '../../resource/resource.ts';

export const dataSource = resource(dataSources, {
  table: 'data_source',
  search: 'indexed',
  rows: (trx) => trx.selectFrom('data_source').selectAll(),
  sheet: { name: 'Tên nguồn', code: 'Mã', note: 'Ghi chú', created_at: 'Ngày tạo' },
});
