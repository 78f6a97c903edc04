import { type numbers as contract, createHotline, numberStates, type RowOf } from '@alo/contract';
import { buttonClass, IconPlus, Status } from '@alo/ui';
import { Link } from '@tanstack/react-router';

import { numberStateTones } from '../../domain/number-states/state-tones.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { HotlineLinks } from './hotline-links.tsx';
import { AroundHotlines, BothWaysToday, CallsAtOnce, CallsToday, HoursNow, PlaceNow, WayNow } from './hotlines-now.tsx';
import styles from './numbers.module.css';
import numbers from './numbers.tsx';
import { OwnNumberCase } from './own-number-case.tsx';
import { TryNumber } from './try-number.tsx';

const Add = () =>
  useMay()(createHotline.access) && (
    <Link to="/etelecom/create-hotline" className={buttonClass('primary')}>
      <IconPlus aria-hidden />
      Tạo hotline
    </Link>
  );

const Aside = ({ row }: { row: RowOf<typeof contract> }) => (
  <>
    <section className={styles.part} aria-label="Lúc này">
      <h2>Lúc này</h2>
      <p>
        <PlaceNow id={row.id} />
      </p>
      <p>
        <WayNow id={row.id} />
      </p>
      <p>
        <HoursNow id={row.id} />
      </p>
      <p>
        <BothWaysToday id={row.id} />
      </p>
      <HotlineLinks id={row.id} number={row.number ?? ''} />
    </section>
    <OwnNumberCase row={row} />
    <TryNumber row={row} />
  </>
);

/** The numbers as hotlines: what becomes of calls to them at this moment. */
export default adminResource({
  ...numbers,
  noun: 'hotline',
  purpose:
    'Hotline là đầu số cùng nơi nhận cuộc gọi và giờ làm việc của nó. Tạo một lần, sửa từng phần ở màn hình của nó.',
  Add,
  Aside,
  columns: {
    number: { label: 'Hotline', render: (own) => groupedPhone(own) },
    name: 'Tên',
    carrier: { label: 'Nhà mạng', hidden: true, sortable: false, render: (own, { trunk_name: trunk }) => own || trunk },
    trunk_name: { label: 'Đường truyền', hidden: true, sortable: false },
    enabled: {
      label: 'Trạng thái',
      sortable: false,
      render: (on, { state }) =>
        state !== 'active' || on ? (
          <Status tone={numberStateTones[state]}>{numberStates[state]}</Status>
        ) : (
          <Status tone="offline">Đã tắt</Status>
        ),
    },
    max_calls: { label: 'Số kênh', sortable: false, hidden: true, render: (calls) => calls ?? 'Không hạn' },
    expires_on: { label: 'Hết hạn', hidden: true },
    created_at: { label: 'Ngày tạo', hidden: true, render: (at) => dateTime(at) },
    updated_at: { label: 'Cập nhật', hidden: true, render: (at) => dateTime(at) },
  },
  beside: {
    Around: AroundHotlines,
    columns: [
      { id: 'place_now', label: 'Cuộc gọi đi đâu', width: 230, cell: ({ id }) => <PlaceNow id={id} /> },
      { id: 'hours_now', label: 'Giờ làm việc', cell: ({ id }) => <HoursNow id={id} /> },
      { id: 'calls_today', label: 'Gọi vào hôm nay', numeric: true, cell: ({ id }) => <CallsToday id={id} /> },
      { id: 'calls_now', label: 'Đang gọi', numeric: true, cell: ({ id }) => <CallsAtOnce id={id} /> },
    ],
  },
});
