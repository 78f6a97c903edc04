import { type CallToReturn, callRecording, callStatuses, unservedStatuses } from '@alo/contract';
import { Button, type Column, Status } from '@alo/ui';
import { Link } from '@tanstack/react-router';

import { FilePlayer } from '../../domain/sound/file-player.tsx';
import { useConsole } from '../../kit/api/context.ts';
import { Since } from '../../kit/clock/server-clock.tsx';
import { count } from '../../kit/format/numbers.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { Moment } from '../../resource/page/moment.tsx';
import styles from './calls-to-return.module.css';
import { useClaims } from './use-say.ts';

const dash = <span aria-hidden>–</span>;

export const columns: readonly Column<CallToReturn>[] = [
  {
    id: 'customer_name',
    label: 'Khách',
    width: 220,
    cell: ({ customer_name: name, phone }) =>
      name === null ? (
        groupedPhone(phone)
      ) : (
        <>
          {name} <span className={styles.number}>{groupedPhone(phone)}</span>
        </>
      ),
  },
  { id: 'since', label: 'Đã chờ', numeric: true, width: 100, cell: ({ since }) => <Since at={since} /> },
  { id: 'claim', label: 'Người xử lý', width: 150, cell: (row) => <Claim row={row} /> },
  {
    id: 'calls',
    label: 'Số lần',
    numeric: true,
    width: 70,
    cell: ({ id, calls, phone, customer_name: name }) => (
      <Link
        to="/call-history"
        search={phone.includes('*') ? { id } : { search: phone }}
        aria-label={`${count(calls)} cuộc gọi của ${name ?? groupedPhone(phone)}`}
      >
        {count(calls)}
      </Link>
    ),
  },
  {
    id: 'status',
    label: 'Lý do',
    cell: (row) => (
      <span className={styles.reason}>
        <Status tone="bad">{unservedStatuses[row.status]}</Status>
        <Message row={row} />
      </span>
    ),
  },
  {
    id: 'hotline',
    label: 'Gọi đến',
    cell: ({ hotline, queues }) => (
      <span title={[groupedPhone(hotline), queues].filter(Boolean).join(' · ')}>
        {queues || groupedPhone(hotline) || dash}
      </span>
    ),
  },
  { id: 'last_at', label: 'Gọi lần cuối', width: 130, hidden: true, cell: ({ last_at: at }) => <Moment at={at} /> },
  {
    id: 'last_try',
    label: 'Đã thử gọi',
    cell: ({ last_try: tried }) =>
      tried === null ? (
        dash
      ) : (
        <Link to="/call-history" search={{ id: tried.call_id }} title={dateTime(tried.at)}>
          {[callStatuses[tried.status], tried.by_name].filter(Boolean).join(' · ')}
        </Link>
      ),
  },
];

/** The message that was left, for whoever may listen. */
function Message({ row: { message, customer_name: name, phone } }: { row: CallToReturn }) {
  const { api } = useConsole();
  const may = useMay();
  if (message === null || !may(callRecording.access)) return null;
  return (
    <FilePlayer
      label={`Nghe lời nhắn của ${name ?? groupedPhone(phone)}`}
      load={() => api.file(callRecording, { params: { id: message.call_id } })}
    />
  );
}

function Claim({ row: { id, claim } }: { row: CallToReturn }) {
  const { mutate, isPending } = useClaims();
  if (claim === null) {
    return (
      <Button size="sm" busy={isPending} onClick={() => mutate({ id, to: 'claimed' })}>
        Nhận xử lý
      </Button>
    );
  }
  return (
    <span className={styles.claim}>
      <span title={`Từ ${dateTime(claim.at)}`}>{claim.mine ? 'Tôi' : claim.name}</span>
      <Button size="sm" look="quiet" busy={isPending} onClick={() => mutate({ id, to: 'free' })}>
        {claim.mine ? 'Thôi nhận' : 'Gỡ'}
      </Button>
    </span>
  );
}
