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
  type ResultOf,
} from '@alo/contract';
import { buttonClass, type Column, State, Status, type StatusTone } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { PhoneNumber } from '../../domain/phone-door/phone-number.tsx';
import { useRead } from '../../kit/api/queries.ts';
import { count, share, total } from '../../kit/format/numbers.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { lasted } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { listQueryOf, useListState } from '../../kit/url/list-state.ts';
import { oneOf } from '../../resource/fields/choices.tsx';
import { only, period } from '../../resource/fields/filters.tsx';
import { ExportMenu } from '../../resource/list/export-menu.tsx';
import { ListSurface } from '../../resource/list/list-surface.tsx';
import { FiguresStrip } from '../../resource/page/figures-strip.tsx';
import { Moment } from '../../resource/page/moment.tsx';
import { Page } from '../../resource/page/page.tsx';

/** Whoever tries it asks for it. */
const TryOtp = lazy(() => import('./try-otp.tsx'));

/** As in the history of calls: red is what somebody should look into. */
const tones: Readonly<Record<OtpState, StatusTone>> = {
  asked: 'offline',
  calling: 'ringing',
  heard: 'ready',
  verified: 'ready',
  cut: 'paused',
  busy: 'paused',
  no_answer: 'paused',
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
    cell: ({ created_at: at }) => <Moment at={at} />,
  },
  { id: 'phone', label: 'Số điện thoại', width: 150, cell: ({ phone }) => <PhoneNumber number={phone} /> },
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
    cell: ({ seconds }) => (seconds === 0 ? dash : lasted(seconds)),
  },
  { id: 'number', label: 'Đầu số', hidden: true, cell: ({ number }) => groupedPhone(number) || dash },
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
    cell: ({ verified_at: at }) => (at === null ? dash : <Moment at={at} />),
  },
  { id: 'expires_at', label: 'Hiệu lực đến', hidden: true, cell: ({ expires_at: at }) => <Moment at={at} /> },
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
      <Figures figures={figures.data} />
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
          <State
            drawing="empty"
            title="Chưa có mã nào được gọi đọc"
            action={
              <a href="/docs" className={buttonClass('default')}>
                Tài liệu API
              </a>
            }
          >
            Hệ thống của bạn yêu cầu qua API; mỗi yêu cầu sẽ hiện ở đây. “Gọi thử” đọc một mã mẫu ngay bây giờ.
          </State>
        }
      />
    </Page>
  );
}

const ofThem = (part: number, of: number) => (of === 0 ? undefined : `${count(part)}/${count(of)}`);

const Figures = ({ figures }: { figures: ResultOf<typeof otpFigures> | undefined }) => (
  <FiguresStrip
    figures={[
      { name: 'Yêu cầu', value: figures && count(figures.asked) },
      {
        name: 'Tỷ lệ đọc hết',
        formula: 'Đã đọc hết ÷ đã xong, không kể gọi thử',
        value: figures && share(figures.heard, figures.over),
        of: figures && ofThem(figures.heard, figures.over),
      },
      {
        name: 'Tỷ lệ xác thực',
        formula: 'Đã xác thực ÷ mã do hệ thống tạo, không kể gọi thử',
        value: figures && share(figures.verified, figures.generated),
        of: figures && ofThem(figures.verified, figures.generated),
      },
    ]}
  />
);
