import { outbound } from '@alo/contract';
import { sql } from 'kysely';

import { isActive } from '../../domain/number-states.ts';
import { idList, orderedRows } from '../../resource/children.ts';
import { resource } from '../../resource/resource.ts';
import { yesOrNoColumn } from './yes-or-no.ts';

const groups = idList({ table: 'outbound_rule_group', owner: 'outbound_rule_id', item: 'extension_group_id' });
const routes = orderedRows<{ service_number_id: string }>({
  table: 'outbound_route',
  owner: 'outbound_rule_id',
  columns: ['service_number_id'],
});

const shown = [
  ...(['id', 'name', 'priority', 'pattern', 'strip', 'prepend', 'prefers_same_carrier', 'enabled', 'note'] as const),
  ...(['max_minutes'] as const),
  ...(['version', 'created_at', 'updated_at'] as const),
] as const;

const warning = sql<string>`case
  when not outbound_rule.enabled then ''
  when not exists (
    select from outbound_route
      join service_number on service_number.id = outbound_route.service_number_id and service_number.enabled and ${isActive}
      join trunk on trunk.id = service_number.trunk_id and trunk.enabled
    where outbound_route.outbound_rule_id = outbound_rule.id
  ) then 'Mọi đầu số hoặc đường truyền của quy tắc này đang tắt'
  else coalesce((
    select 'Không bao giờ được xét: “' || earlier.name || '” đứng trước và dùng cùng mẫu số cho mọi người'
    from outbound_rule as earlier
    where earlier.tenant_id = outbound_rule.tenant_id and earlier.enabled
      and (earlier.priority, earlier.id) < (outbound_rule.priority, outbound_rule.id)
      and earlier.pattern in ('*', outbound_rule.pattern) and earlier.extensions is null
      and not exists (select from outbound_rule_group where outbound_rule_id = earlier.id)
    order by earlier.priority, earlier.id limit 1
  ), '') end`;

/** Who may call which numbers, by which of ours. */
export const outboundRule = resource(outbound, {
  table: 'outbound_rule',
  calls: 'rules',
  search: ['name', 'pattern', 'note'],
  filters: { enabled: yesOrNoColumn('enabled') },
  rows: (trx) =>
    trx
      .selectFrom('outbound_rule')
      .select(shown.map((column) => `outbound_rule.${column}` as const))
      .select([
        groups.read('outbound_rule.id').as('group_ids'),
        groups.names('outbound_rule.id', 'extension_group').as('group_names'),
        routes.read('outbound_rule.id').as('routes'),
        sql<string[]>`array(select service_number.name from outbound_route
          join service_number on service_number.id = outbound_route.service_number_id
          where outbound_route.outbound_rule_id = outbound_rule.id order by outbound_route.position)`.as(
          'number_names',
        ),
        warning.as('warning'),
      ]),
  children: { group_ids: groups, routes },
  sheet: {
    priority: 'Thứ tự',
    name: 'Tên quy tắc',
    pattern: 'Mẫu số',
    number_names: { heading: 'Đầu số', cell: (names) => names.join(', ') },
    group_names: { heading: 'Nhóm được dùng', cell: (names) => names.join(', ') },
    prefers_same_carrier: { heading: 'Cùng nhà mạng trước', cell: (on) => (on === true ? 'Có' : 'Không') },
    max_minutes: 'Giới hạn phút',
    strip: 'Bỏ đầu số',
    prepend: 'Thêm đầu số',
    enabled: { heading: 'Đang dùng', cell: (enabled) => (enabled === false ? 'Không' : 'Có') },
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
