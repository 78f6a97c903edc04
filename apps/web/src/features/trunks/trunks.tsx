import {
  calledForms,
  trunks as contract,
  numberForms,
  sessionTimers,
  trunkCodecs,
  trunkIdentities,
  trunkKeys,
  trunkKinds,
  trunkPrivacies,
  trunkProvisionals,
  trunkStates,
  trunkTransports,
} from '@alo/contract';
import { Status } from '@alo/ui';
import { lazy, Suspense } from 'react';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf, onOff, several } from '../../resource/fields/choices.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { lines } from '../../resource/fields/lines.tsx';
import { number, ungrouped } from '../../resource/fields/numbers.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';
import { Moment } from '../../resource/page/moment.tsx';
import { DemoCarrier } from './demo-carrier.tsx';
import { TrunkSecret } from './trunk-secret.tsx';

/** It comes with the form. */
const CarrierManner = lazy(async () => ({ default: (await import('./carrier-manner.tsx')).CarrierManner }));

/** Few companies have any. */
const GivenCarriers = lazy(async () => ({ default: (await import('./given-carriers.tsx')).GivenCarriers }));

const tones = { up: 'ready', down: 'bad', unknown: 'offline' } as const;

export default adminResource({
  contract,
  noun: 'đường truyền',
  purpose: 'Đường truyền nối tổng đài với nhà mạng. Mỗi đầu số thuộc một đường truyền.',
  Notice: () => (
    <Suspense>
      <GivenCarriers />
    </Suspense>
  ),
  Aside: ({ row }) => (
    <>
      <DemoCarrier row={row} />
      <TrunkSecret row={row} />
    </>
  ),
  columns: {
    name: 'Tên',
    host: 'Máy chủ',
    kind: 'Cách nhận biết',
    transport: { label: 'Giao thức', hidden: true },
    number_count: { label: 'Đầu số', numeric: true },
    max_calls: { label: 'Số kênh', numeric: true, render: (calls) => calls ?? 'Không giới hạn' },
    state: {
      label: 'Tình trạng',
      render: (state, { enabled, state_reason: reason }) =>
        enabled === false ? (
          <Status tone="offline">Đang tắt</Status>
        ) : (
          <Status tone={tones[state]}>
            {trunkStates[state]}
            {reason !== '' && `: ${reason}`}
          </Status>
        ),
    },
    state_since: { label: 'Từ lúc', hidden: true, render: (at) => (at === null ? '–' : <Moment at={at} />) },
  },
  fields: {
    name: text('Tên đường truyền'),
    kind: oneOf('Cách nhận biết', trunkKinds, { blank: 'address' }),
    host: text('Máy chủ', { placeholder: 'sip.nhamang.vn' }),
    port: ungrouped('Cổng', { hint: 'Để trống: tự tìm.' }),
    transport: oneOf('Giao thức', trunkTransports, { blank: 'udp' }),
    backups: lines('Máy chủ dự phòng', { hint: 'Mỗi dòng một máy chủ.' }),
    addresses: lines('Địa chỉ nguồn', { hint: 'Mỗi dòng một địa chỉ hoặc dải mạng mà cuộc gọi vào đến từ đó.' }),
    number_prefix: text('Tiền tố nhà mạng thêm vào số'),
    number_form: oneOf('Cách viết số', numberForms, { blank: 'national' }),
    username: text('Tên đăng nhập'),
    auth_username: text('Tên xác thực', { hint: 'Khi khác tên đăng nhập.' }),
    identity: oneOf('Báo số gọi', trunkIdentities, { blank: 'from' }),
    privacy: oneOf('Khi ẩn số gọi', trunkPrivacies, { blank: 'id' }),
    trusts_identity: onOff('Tin số gọi do nhà mạng xác nhận', { blank: true }),
    passes_callers: onOff('Nhà mạng cho hiện số của khách khi chuyển tiếp', {
      hint: 'Với nhà mạng của đơn vị vận hành: khi họ đã cho phép.',
    }),
    domain: text('Tên miền SIP', { placeholder: 'ims.nhamang.vn', hint: 'Khi khác tên máy chủ.' }),
    registrar: text('Máy chủ đăng ký', { hint: 'Khi khác máy chủ nhận cuộc gọi.' }),
    called_form: oneOf('Cách quay số', calledForms, { blank: 'dialled' }),
    account_in_from: onOff('Ghi tên đăng nhập vào From', {
      hint: 'Số gọi ở P-Asserted-Identity, nếu “Báo số gọi” không nói khác.',
    }),
    user_is_phone: onOff('Thêm user=phone vào số'),
    keys: oneOf('Phím bấm', trunkKeys, { blank: 'events' }),
    early_media: onOff('Người gọi nghe nhạc chờ của nhà mạng', { blank: true }),
    session_timer: oneOf('Giữ phiên (session timer)', sessionTimers, { blank: 'answered' }),
    session_seconds: number('Phiên dài', { unit: 'giây', blank: 1_800 }),
    provisionals: oneOf('Xác nhận chuông (100rel)', trunkProvisionals, { blank: 'offered' }),
    silence_minutes: number('Kết thúc khi im lặng', {
      unit: 'phút',
      hint: 'Để trống: hỏi nhà mạng, còn trả lời thì cuộc gọi còn.',
    }),
    max_calls: number('Số kênh', { hint: 'Để trống: không giới hạn.' }),
    max_calls_per_second: number('Cuộc gọi mỗi giây', { hint: 'Để trống: không giới hạn.' }),
    codecs: { ...several('Mã âm thanh', trunkCodecs), blank: ['pcma', 'pcmu'] },
    check_seconds: number('Kiểm tra sau mỗi', { unit: 'giây', hint: '0 là không kiểm tra.', blank: 30 }),
    enabled: onOff('Đang dùng', { on: 'Đang dùng', off: 'Tắt', blank: true }),
    note: textarea('Ghi chú'),
  },
  sections: [
    {
      title: 'Máy chủ',
      help: 'Gateway tự đăng ký vào tổng đài thì để trống.',
      fields: [['host', 'port'], 'transport', 'backups', 'addresses', 'check_seconds'],
    },
    {
      title: 'Tài khoản',
      help: 'Mật khẩu đặt trong chi tiết đường truyền, sau khi lưu.',
      fields: [['username', 'auth_username']],
      when: ({ kind }) => kind !== 'address',
    },
    {
      title: 'Số',
      fields: [['number_form', 'number_prefix'], ['identity', 'privacy'], 'trusts_identity', 'passes_callers'],
    },
    {
      title: 'Theo nhà mạng',
      help: 'Để nguyên nếu nhà mạng không yêu cầu khác.',
      Aid: (props) => <CarrierManner {...props} />,
      only: { session_seconds: ({ session_timer: timer }) => timer === 'offered' },
      fields: [
        ['domain', 'registrar'],
        ['called_form', 'keys'],
        'account_in_from',
        'user_is_phone',
        'early_media',
        ['session_timer', 'session_seconds'],
        ['provisionals', 'silence_minutes'],
      ],
    },
    { title: 'Giới hạn', fields: [['max_calls', 'max_calls_per_second'], 'codecs'] },
  ],
  filters: [only('state', oneOf('Tình trạng', trunkStates)), only('kind', oneOf('Cách nhận biết', trunkKinds))],
});
