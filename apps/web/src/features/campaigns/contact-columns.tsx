import { type ContactRow, type ContactState, contactStates, messageHeards, nextCalls } from '@alo/contract';
import { type Column, Status, type StatusTone } from '@alo/ui';
import { Link } from '@tanstack/react-router';

import { count } from '../../kit/format/numbers.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { Moment } from '../../resource/page/moment.tsx';
import styles from './contacts.module.css';

const tones: Readonly<Record<ContactState, StatusTone>> = {
  new: 'offline',
  calling: 'ringing',
  missed: 'paused',
  'call-again': 'wrapup',
  done: 'ready',
  declined: 'offline',
  'wrong-number': 'bad',
  exhausted: 'offline',
};
const dash = <span aria-hidden>–</span>;

/** What a campaign's customers are shown by. */
export const contactColumns = (
  campaignId: string,
  opens: { readonly calls: boolean },
): readonly Column<ContactRow>[] => [
  {
    id: 'name',
    label: 'Khách',
    width: 220,
    cell: ({ name, phone, phones }) => (
      <>
        {name} <span className={styles.number}>{groupedPhone(phone)}</span>
        {phones.length > 0 && (
          <span className={styles.number} title={phones.map(groupedPhone).join(' · ')}>
            {' '}
            +{count(phones.length)} số
          </span>
        )}
      </>
    ),
  },
  { id: 'code', label: 'Mã KH', hidden: true, cell: ({ code }) => code || dash },
  {
    id: 'state',
    label: 'Trạng thái',
    width: 150,
    cell: ({ state, last_at: last }) => (
      <Status tone={tones[state]}>{state === 'new' && last !== null ? 'Gọi lại từ đầu' : contactStates[state]}</Status>
    ),
  },
  { id: 'attempts', label: 'Số lần gọi', numeric: true, width: 90, cell: ({ attempts }) => count(attempts) },
  { id: 'outcome', label: 'Kết quả', cell: ({ outcome_name: outcome }) => outcome ?? dash },
  {
    id: 'heard',
    label: 'Nghe thông điệp',
    hidden: true,
    cell: ({ heard, heard_seconds: seconds, pressed }) =>
      heard === null
        ? dash
        : `${messageHeards[heard]} · ${count(seconds ?? 0)} giây${pressed === '' ? '' : ` · bấm ${pressed}`}`,
  },
  {
    id: 'last_at',
    label: 'Gọi lần cuối',
    width: 140,
    sortable: true,
    cell: ({ last_at: at, call_id: call, phone }) =>
      at === null ? (
        dash
      ) : opens.calls ? (
        <Link
          to="/call-history"
          search={
            phone.includes('*') || phone === ''
              ? { campaign_id: campaignId, ...(call === null ? {} : { id: call }) }
              : { campaign_id: campaignId, search: phone }
          }
        >
          <Moment at={at} />
        </Link>
      ) : (
        <Moment at={at} />
      ),
  },
  { id: 'last_by_name', label: 'Người gọi', cell: ({ last_by_name: by }) => by ?? dash },
  {
    id: 'next_at',
    label: 'Gọi tiếp',
    width: 170,
    sortable: true,
    cell: ({ next_at: at, next_why: why }) => (
      <>
        {at !== null && (
          <>
            <Moment at={at} />{' '}
          </>
        )}
        <span className={styles.why}>{nextCalls[why]}</span>
      </>
    ),
  },
  { id: 'assigned_name', label: 'Giao cho', cell: ({ assigned_name: name }) => name ?? dash },
  { id: 'list_name', label: 'Nguồn khách', hidden: true, cell: ({ list_name: name }) => name ?? dash },
];
