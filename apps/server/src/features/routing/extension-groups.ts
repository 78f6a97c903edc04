import { callRightLabels, extensionGroups } from '@alo/contract';
import { sql } from 'kysely';

import { numberNamed } from '../../domain/number-named.ts';
import { resource } from '../../resource/resource.ts';
import { extensionsOfGroup } from './extensions-of-group.ts';

/** In the words of the screen; what is not restricted says so. */
export const rightsWords = (rights: readonly (keyof typeof callRightLabels)[] | null | undefined): string =>
  rights === null || rights === undefined ? 'Theo công ty' : rights.map((right) => callRightLabels[right]).join(', ');

export const extensionGroup = resource(extensionGroups, {
  table: 'extension_group',
  calls: 'drafted',
  search: ['name', 'code', 'note'],
  referredToBy: [
    { table: 'extension', column: 'extension_group_id', kind: 'Máy nhánh', name: sql`extension.number` },
    {
      table: 'outbound_rule_group',
      column: 'extension_group_id',
      kind: 'Định tuyến gọi ra',
      id: 'outbound_rule_id',
      name: sql`(select name from outbound_rule where outbound_rule.id = outbound_rule_group.outbound_rule_id)`,
    },
  ],
  rows: (trx) =>
    trx
      .selectFrom('extension_group')
      .leftJoin('service_number', 'service_number.id', 'extension_group.service_number_id')
      .select(['extension_group.id', 'extension_group.name', 'extension_group.code', 'extension_group.note'])
      .select(['extension_group.service_number_id', 'service_number.number as service_number'])
      .select(['extension_group.version', 'extension_group.created_at', 'extension_group.updated_at'])
      .select([
        extensionsOfGroup.read('extension_group.id').as('extension_ids'),
        sql<(keyof typeof callRightLabels)[] | null>`extension_group.call_rights`.as('call_rights'),
        sql<number>`(select count(*)::int from extension where extension.extension_group_id = extension_group.id)`.as(
          'member_count',
        ),
      ]),
  children: { extension_ids: extensionsOfGroup },
  imports: { fields: { service_number_id: numberNamed } },
  sheet: {
    name: 'Tên nhóm',
    code: 'Mã',
    call_rights: { heading: 'Quyền gọi', cell: rightsWords },
    service_number: 'Hotline gọi ra',
    member_count: 'Số máy nhánh',
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
