import {
  askOtp,
  callDetail,
  exportOtpRequests,
  type OtpRow,
  type OtpState,
  otpFigures,
  otpRequests,
  otpStates,
  type RequestOf,
} from '@alo/contract';
import { type Column, State, Status, type StatusTone } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import { useRead } from '../../shared/api/queries.ts';
import { oneOf } from '../../shared/fields/choices.tsx';
import { only, period } from '../../shared/fields/filters.tsx';
import { count, percent, total } from '../../shared/format/numbers.ts';
import { groupedPhone } from '../../shared/format/phone.ts';
import { dateTime, minutesSeconds } from '../../shared/format/time.ts';
import { ExportMenu } from '../../shared/list/export-menu.tsx';
import { ListSurface } from '../../shared/list/list-surface.tsx';
import { Page } from '../../shared/page/page.tsx';
import { useMay } from '../../shared/session/me.ts';
import { listQueryOf, useListState } from '../../shared/url/list-state.ts';
import styles from './voice-otp.module.css';

/** Whoever tries it asks for it. */
const TryOtp = lazy(() => import('./try-otp.tsx'));

const tones: Readonly<Record<OtpState, StatusTone>> = {
  asked: 'paused',
  calling: 'paused',
  heard: 'ready',
  verified: 'ready',
  cut: 'bad',
  busy: 'bad',
  no_answer: 'bad',
  failed: 'bad',
  expired: 'offline',
};

const filters = [period('from', 'to', 'Thời gian'), only('state', oneOf('Trạng thái', otpStates))];
const dash = <span aria-hidden>–</span>;

const columnsFor = (mayOpen: boolean): readonly Column<OtpRow>[] => [
  {
    id: 'created_at',
    label: 'Thời gian',
    width: 130,
    cell: ({ created_at: at }) => <time dateTime={at}>{dateTime(at)}</time>,
  },
  { id: 'phone', label: 'Số điện thoại', width: 150, cell: ({ phone }) => groupedPhone(phone) },
  {
    id: 'state',
    label: 'Trạng thái',
    cell: ({ state, test }) => (
      <Status tone={tones[state]}>{test ? `${otpStates[state]} (gọi thử)` : otpStates[state]}</Status>
    ),
  },
  { id: 'reason', label: 'Lý do', cell: ({ reason }) => reason || dash },
  { id: 'attempts', label: 'Số lần gọi', numeric: true, cell: ({ attempts, tries }) => `${attempts}/${tries}` },
  {
    id: 'seconds',
    label: 'Thời lượng',
    numeric: true,
    cell: ({ seconds }) => (seconds === 0 ? dash : minutesSeconds(seconds)),
  },
  { id: 'number', label: 'Đầu số', cell: ({ number }) => groupedPhone(number) || dash },
  { id: 'ref', label: 'Mã tham chiếu', cell: ({ ref }) => ref || dash },
  { id: 'asked_by', label: 'Khoá / người yêu cầu', cell: ({ asked_by: by }) => by || dash },
  {
    id: 'call_id',
    label: 'Cuộc gọi',
    cell: ({ call_id: call, ended_at: ended }) =>
      mayOpen && call !== null && ended !== null ? (
        <Link to="/call-history" search={{ id: call }}>
          Xem
        </Link>
      ) : (
        dash
      ),
  },
  {
    id: 'verified_at',
    label: 'Xác thực lúc',
    hidden: true,
    cell: ({ verified_at: at }) => (at === null ? dash : dateTime(at)),
  },
  { id: 'expires_at', label: 'Hiệu lực đến', hidden: true, cell: ({ expires_at: at }) => dateTime(at) },
];

/** /voice-otp/list: one-time passwords that were asked to be said, newest first, and what came of them. */
export default function OtpRequestsPage() {
  const read = useRead();
  const may = useMay();
  const list = useListState(filters.flatMap(({ names }) => names));
  const { state } = list;
  // Words of the address; the server parses them again and refuses what makes no sense.
  const query = listQueryOf(state) as RequestOf<typeof otpRequests>['query'];
  const answer = useQuery({ ...read(otpRequests, { query }), placeholderData: keepPreviousData });
  const { from, to, state: only, search } = query;
  const narrowed = { from, to, state: only, search };
  const figures = useQuery({ ...read(otpFigures, { query: narrowed }), placeholderData: keepPreviousData });
  return (
    <Page
      title="Lịch sử Voice OTP"
      count={answer.data && total(answer.data)}
      actions={
        may(askOtp.access) && (
          <Suspense>
            <TryOtp />
          </Suspense>
        )
      }
    >
      {figures.data !== undefined && <Figures {...figures.data} />}
      <ListSurface
        name="/voice-otp/list"
        caption="Lịch sử Voice OTP"
        list={list}
        answer={answer}
        columns={columnsFor(may(callDetail.access))}
        searchLabel="Tìm đúng số hoặc mã tham chiếu"
        filters={filters}
        tools={
          may(exportOtpRequests.access) && (
            <ExportMenu endpoint={exportOtpRequests} query={listQueryOf(state)} name="lich-su-voice-otp" />
          )
        }
        empty={
          <State drawing="empty" title="Chưa có mã nào được gọi đọc">
            Hệ thống của bạn yêu cầu qua API (xem /docs); mỗi yêu cầu sẽ hiện ở đây.
          </State>
        }
      />
    </Page>
  );
}

const share = (part: number, of: number) => (of === 0 ? '–' : percent((100 * part) / of));

function Figures({
  asked,
  over,
  heard,
  verified,
  generated,
}: {
  asked: number;
  over: number;
  heard: number;
  verified: number;
  generated: number;
}) {
  return (
    <dl className={styles.figures}>
      <div>
        <dt>Yêu cầu</dt>
        <dd>{count(asked)}</dd>
      </div>
      <div title="Đã đọc hết ÷ đã xong, không kể gọi thử">
        <dt>Tỉ lệ đọc hết</dt>
        <dd>
          {share(heard, over)} <span>{`${count(heard)}/${count(over)}`}</span>
        </dd>
      </div>
      <div title="Đã xác thực ÷ mã do hệ thống tạo, không kể gọi thử">
        <dt>Tỉ lệ xác thực</dt>
        <dd>
          {share(verified, generated)} <span>{`${count(verified)}/${count(generated)}`}</span>
        </dd>
      </div>
    </dl>
  );
}
