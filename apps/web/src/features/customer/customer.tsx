import {
  allAccount,
  allCampaign,
  allDataSource,
  allDepartment,
  allProfileStatus,
  allProject,
  campaigns,
  customers as contract,
  lastContacts,
  promises,
} from '@alo/contract';
import { Swatch } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { ownName } from '../../domain/own-fields/own-filter.tsx';
import { useOwnOfCustomers } from '../../domain/own-fields/use-own-fields.ts';
import { PhoneNumber } from '../../domain/phone-door/phone-number.tsx';
import { useRead } from '../../kit/api/queries.ts';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf, onOff } from '../../resource/fields/choices.tsx';
import { only, period } from '../../resource/fields/filters.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';
import { useName } from '../../resource/fields/use-choices.ts';
import { Moment } from '../../resource/page/moment.tsx';
import { CustomerAside, CustomerNumbers } from './customer-aside.tsx';
import { customerPhone, otherPhones } from './phone-fields.tsx';

const refuses = { on: 'Từ chối', off: 'Chưa từ chối' };

/** Who is new is so by the company's first status, as in a file and in the window of a call. */
function useStart() {
  const read = useRead();
  const { data, isError } = useQuery(read(allProfileStatus, {}));
  const first = data?.data[0];
  return { data: data === undefined && !isError ? undefined : { ...(first && { status: first.id }) } };
}

export default adminResource({
  contract,
  noun: 'khách hàng',
  purpose: 'Mỗi khách hàng một hồ sơ: ai đang gọi, đã nói gì lần trước, đi đến đâu rồi.',
  Lead: CustomerNumbers,
  Aside: CustomerAside,
  useStart,
  puts: {
    campaign: {
      put: 'Thêm vào chiến dịch',
      takeOff: 'Bỏ khỏi chiến dịch',
      field: reference('Chiến dịch', allCampaign),
    },
  },
  added: { names: [ownName], useReading: useOwnOfCustomers },
  columns: {
    name: 'Tên khách hàng',
    phone: {
      label: 'Số điện thoại',
      sortable: false,
      render: (number, { id }) => <PhoneNumber number={number} callAs={number.includes('*') ? id : number} />,
    },
    is_status: {
      label: 'Tình trạng hồ sơ',
      sortable: false,
      render: (name, { status_colour: colour }) => (
        <>
          <Swatch colour={colour} /> {name}
        </>
      ),
    },
    is_project: { label: 'Dự án', sortable: false, hidden: true },
    user_name: { label: 'Phụ trách', sortable: false },
    next_call_at: {
      label: 'Hẹn gọi lại',
      sortable: false,
      hidden: true,
      render: (at) => (at === null ? '–' : <Moment at={at} />),
    },
    last_call_at: {
      label: 'Gọi gần nhất',
      sortable: false,
      render: (at) => (at === null ? '–' : <Moment at={at} />),
    },
    is_datasource: { label: 'Nguồn dữ liệu', sortable: false, hidden: true },
    code: 'Mã KH',
    email: { label: 'Email', hidden: true },
    note: { label: 'Ghi chú', hidden: true, sortable: false },
    address: { label: 'Địa chỉ', hidden: true, sortable: false },
    do_not_call: { label: 'Quảng cáo', hidden: true, sortable: false, render: (on) => (on ? refuses.on : '–') },
    created_at: { label: 'Ngày tạo', hidden: true, render: (at) => <Moment at={at} /> },
  },
  fields: {
    name: text('Tên khách hàng'),
    phone: customerPhone('Số điện thoại'),
    phones: otherPhones('SĐT phụ', { hint: 'Nhiều số cách nhau bằng dấu phẩy.' }),
    status: reference('Tình trạng hồ sơ', allProfileStatus),
    code: text('Mã KH', { unique: true }),
    email: text('Email', { unique: true }),
    address: text('Địa chỉ'),
    zalo: text('Zalo'),
    facebook: text('Facebook'),
    user_id: reference('Nhân viên phụ trách', allAccount),
    data_source_id: reference('Nguồn dữ liệu', allDataSource),
    project_id: reference('Dự án', allProject),
    note: textarea('Ghi chú'),
    note_in_calling: textarea('Ghi chú cuộc gọi'),
    do_not_call: onOff('Từ chối quảng cáo', {
      ...refuses,
      hint: 'Chiến dịch quảng cáo không gọi khách này; ai gọi tay được hỏi lại.',
    }),
  },
  sections: [
    {
      title: 'Chăm sóc',
      help: 'Ai phụ trách, khách từ đâu đến.',
      fields: ['user_id', ['data_source_id', 'project_id']],
    },
    { title: 'Liên hệ khác', fields: ['code', 'email', 'address', ['zalo', 'facebook']] },
    { title: 'Ghi chú', fields: ['note', 'note_in_calling', 'do_not_call'] },
  ],
  filters: [
    only('status', reference('Tình trạng', allProfileStatus)),
    only('user_id', reference('Phụ trách', allAccount)),
    only('data_source_id', reference('Nguồn', allDataSource)),
    only('project_id', reference('Dự án', allProject)),
    only('department_id', reference('Phòng ban', allDepartment)),
    only('campaign_id', { ...reference('Chiến dịch', allCampaign), Show: CampaignName }, allCampaign.access),
    only('promise', oneOf('Hẹn gọi', promises)),
    only('last_contact', oneOf('Lần gọi', lastContacts)),
    period('created_from', 'created_to', 'Ngày tạo'),
    only('do_not_call', onOff('Quảng cáo', refuses)),
  ],
});

/** One that has ended is not among those to choose from; its customers are looked at all the same. */
function CampaignName({ value }: { value: string | null | undefined }) {
  return useName(campaigns.get, value) ?? '…';
}
