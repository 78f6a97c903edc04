import {
  calledForms,
  numberForms,
  sessionTimers,
  trunkCodecs,
  trunkIdentities,
  trunkKeys,
  trunkKinds,
  trunkProvisionals,
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
  ...(['domain', 'registrar', 'called_form', 'account_in_from', 'user_is_phone', 'keys', 'early_media'] as const),
  ...(['session_timer', 'session_seconds', 'provisionals', 'silence_minutes', 'privacy'] as const),
  ...(['max_calls', 'max_calls_per_second', 'check_seconds', 'enabled', 'note'] as const),
  ...(['version', 'created_at', 'updated_at'] as const),
] as const;

const inside =
  'không phải là một địa chỉ trên Internet. Nếu nhà mạng ở mạng nội bộ, hãy nhờ đơn vị vận hành giao cho doanh nghiệp';
const anothers =
  'đang thuộc doanh nghiệp khác. Nếu cũng là nhà mạng của bạn, hãy nhờ đơn vị vận hành giao cho doanh nghiệp';

const alone = 'không thuộc nhà mạng được giao: đường truyền tới nhà mạng được giao chỉ gồm các nơi được giao';

/** The connections to carriers. Their secrets are in no row: see `trunkSecret`. */
export const trunk = resource(trunks, {
  table: 'trunk',
  calls: 'live',
  tellsRefusals: true,
  search: ['name', 'host', 'username', 'note'],
  referredToBy: [{ table: 'service_number', column: 'trunk_id', kind: 'Đầu số' }],
  words: {
    trunk_host_key: { host: `Nhà mạng này ${anothers}` },
    trunk_addresses_key: { addresses: `Địa chỉ này ${anothers}` },
    trunk_host_trial: {
      host: 'Công ty đang dùng thử gọi với khách thử. Để nối nhà mạng, hãy nhờ đơn vị vận hành mở cho doanh nghiệp',
    },
    trunk_host_mixed: { host: `Máy chủ này ${alone}` },
    trunk_backups_mixed: { backups: `Máy chủ dự phòng ${alone}` },
    trunk_addresses_mixed: { addresses: `Địa chỉ nguồn ${alone}` },
    trunk_host_inside: { host: `Máy chủ này ${inside}` },
    trunk_backups_inside: { backups: `Máy chủ dự phòng ${inside}` },
    trunk_gateway_key: { username: 'Tên đăng nhập này đã có ở một gateway khác' },
    trunk_addresses_inside: { addresses: `Địa chỉ nguồn ${inside}` },
    trunk_addresses_wide: { addresses: 'Dải mạng quá rộng: IPv4 từ /24 trở lên, IPv6 từ /48 trở lên' },
    trunk_addresses_check: { addresses: 'Địa chỉ IP hoặc dải mạng không hợp lệ' },
    trunk_port_low: { port: 'Nhà mạng nhận cuộc gọi ở cổng 1024 trở lên, thường là 5060' },
    trunk_backups_low: { backups: 'Nhà mạng nhận cuộc gọi ở cổng 1024 trở lên, thường là 5060' },
    trunk_backups_bots: { backups: 'Khách thử không có máy chủ dự phòng' },
    trunk_addresses_bots: { addresses: 'Khách thử chỉ gọi từ chính máy này (127.0.0.1)' },
  },
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
      called_form: oneOf('Cách quay số', calledForms),
      keys: oneOf('Phím bấm', trunkKeys),
      session_timer: oneOf('Giữ phiên', sessionTimers),
      provisionals: oneOf('Xác nhận chuông', trunkProvisionals),
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
