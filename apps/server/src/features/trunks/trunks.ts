import {
  numberForms,
  trunkCodecs,
  trunkIdentities,
  trunkKinds,
  trunkStates,
  trunks,
  trunkTransports,
} from '@alo/contract';
import { botCarrierHost } from '@alo/engine';
import { sql } from 'kysely';

import { oneOf } from '../../resource/importing/import-field.ts';
import { resource } from '../../resource/resource.ts';

const shown = [
  ...(['id', 'name', 'kind', 'host', 'port', 'transport', 'backups', 'addresses', 'number_prefix'] as const),
  ...(['number_form', 'username', 'auth_username', 'identity', 'trusts_identity', 'passes_callers'] as const),
  ...(['max_calls', 'max_calls_per_second', 'check_seconds', 'enabled', 'note'] as const),
  ...(['version', 'created_at', 'updated_at'] as const),
] as const;

/** The connections to carriers. Their secrets are in no row: see `trunkSecret`. */
export const trunk = resource(trunks, {
  table: 'trunk',
  calls: 'live',
  search: ['name', 'host', 'username', 'note'],
  referredToBy: [{ table: 'service_number', column: 'trunk_id', kind: 'Đầu số' }],
  rows: (trx) =>
    trx
      .selectFrom('trunk')
      .leftJoin('trunk_state', 'trunk_state.trunk_id', 'trunk.id')
      .select([
        ...shown.map((column) => `trunk.${column}` as const),
        sql<(keyof typeof trunkCodecs)[]>`trunk.codecs`.as('codecs'),
        sql<boolean>`trunk.host = ${botCarrierHost}`.as('is_demo'),
        sql<boolean>`trunk.secret is not null`.as('has_secret'),
        sql<number>`(select count(*) from service_number where service_number.trunk_id = trunk.id)`.as('number_count'),
        sql<keyof typeof trunkStates>`coalesce(trunk_state.state, 'unknown')`.as('state'),
        'trunk_state.since as state_since',
        sql<string>`coalesce(trunk_state.reason, '')`.as('state_reason'),
      ]),
  imports: {
    fields: {
      kind: oneOf('Cách nhận biết', trunkKinds),
      transport: oneOf('Giao thức', trunkTransports),
      number_form: oneOf('Cách viết số', numberForms),
      identity: oneOf('Báo số gọi', trunkIdentities),
    },
  },
  sheet: {
    name: 'Tên đường truyền',
    kind: { heading: 'Cách nhận biết', cell: (kind) => trunkKinds[kind ?? 'address'] },
    host: 'Máy chủ',
    port: 'Cổng',
    transport: { heading: 'Giao thức', cell: (transport) => trunkTransports[transport ?? 'udp'] },
    backups: { heading: 'Máy chủ dự phòng', cell: (servers) => servers?.join(', ') ?? '' },
    addresses: { heading: 'Địa chỉ nguồn', cell: (addresses) => addresses?.join(', ') ?? '' },
    username: 'Tên đăng nhập',
    max_calls: 'Số kênh',
    max_calls_per_second: 'Cuộc gọi mỗi giây',
    codecs: { heading: 'Mã âm thanh', cell: (codecs) => codecs?.map((one) => trunkCodecs[one]).join(', ') ?? '' },
    number_count: 'Số đầu số',
    state: { heading: 'Tình trạng', cell: (state) => trunkStates[state] },
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
