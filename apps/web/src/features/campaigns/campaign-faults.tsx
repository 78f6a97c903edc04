import {
  type Access,
  accounts,
  blockedOut,
  type CampaignFault,
  callQueues,
  campaigns,
  customers,
  findCampaignFaults,
  numbers,
  outbound,
  type RequestOf,
} from '@alo/contract';
import { IconAlertTriangle, IconInfo } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useRead } from '../../kit/api/queries.ts';
import { useMay } from '../../kit/me/me.ts';
import type { PreviewProps } from '../../resource/model/resource.ts';
import type { Place } from '../../resource/screen/addresses.ts';
import styles from './campaign-faults.module.css';

/** Where each is mended, besides in the campaign itself. */
interface Mend {
  label: string;
  access: Access;
  /** The form of the campaign itself where it is left out. */
  to?: Place;
  /** The list of customers shows those of this campaign. */
  ofCampaign?: boolean;
}

const own: Mend = { label: 'Sửa chiến dịch', access: campaigns.update.access };
const people: Mend = { label: 'Xem tài khoản', access: accounts.list.access, to: '/accounts' };
const theirs: Mend = { label: 'Xem khách', access: customers.list.access, to: '/customer', ofCampaign: true };
const blocked: Mend = {
  label: 'Danh sách chặn gọi ra',
  access: blockedOut.list.access,
  to: '/list-of-blocked-out-numbers',
};
const ourNumbers: Mend = { label: 'Xem đầu số', access: numbers.list.access, to: '/numbers' };

const mends: Readonly<Record<CampaignFault, Mend>> = {
  over: own,
  'no-lawful-hour': own,
  'fewer-hours': own,
  'no-contacts': { label: 'Chọn khách để thêm', access: customers.list.access, to: '/customer' },
  'all-done': { label: 'Thêm khách', access: customers.list.access, to: '/customer' },
  'all-refuse': theirs,
  'some-refuse': theirs,
  'all-blocked': blocked,
  'some-blocked': blocked,
  'nobody-calls': people,
  'some-cannot': people,
  'no-number': ourNumbers,
  'numbers-over': ourNumbers,
  'nobody-in-queue': { label: 'Xem hàng đợi', access: callQueues.list.access, to: '/queue' },
  'no-common-rule': { label: 'Quy tắc gọi ra', access: outbound.list.access, to: '/outbound' },
  'no-caller': ourNumbers,
  'some-callers': ourNumbers,
  'no-outbound': { label: 'Quy tắc gọi ra', access: outbound.list.access, to: '/outbound' },
};

/** Why a campaign could call nobody, or not everybody, as it stands in its form. */
export const CampaignFaults = ({ draft, id }: PreviewProps) => <Faults draft={draft} id={id} isForm />;

export function Faults({ draft, id, isForm = false }: PreviewProps & { isForm?: boolean }) {
  const read = useRead();
  const may = useMay();
  const asked = findCampaignFaults.body.safeParse({ ...draft, id });
  const { data } = useQuery({
    // What is not whole yet is not asked about.
    ...read(findCampaignFaults, { body: (asked.data ?? draft) as RequestOf<typeof findCampaignFaults>['body'] }),
    enabled: asked.success,
    placeholderData: keepPreviousData,
  });
  const faults = asked.success ? (data?.data ?? []) : [];
  if (faults.length === 0) return null;
  const isStopped = faults.some(({ stops }) => stops);
  return (
    <section className={styles.faults} data-stops={isStopped || undefined} aria-label="Kiểm tra chiến dịch">
      <h3>{isStopped ? 'Như thế này chiến dịch không gọi được ai' : 'Nên xem lại trước khi chạy'}</h3>
      <ul>
        {faults.map(({ fault, words, stops }) => {
          const { label, access, to, ofCampaign = false } = mends[fault];
          return (
            <li key={fault} data-stops={stops || undefined}>
              {stops ? <IconAlertTriangle size={16} aria-hidden /> : <IconInfo size={16} aria-hidden />}
              <span>
                {words}.{' '}
                {may(access) && to !== undefined && (
                  <Link to={to} search={ofCampaign && id !== undefined ? { campaign_id: id } : {}}>
                    {label}
                  </Link>
                )}
                {/* In its form it is mended right here. */}
                {may(access) && to === undefined && !isForm && (
                  <Link to="/marketings/campaign/edit/$id" params={{ id: id ?? '' }}>
                    {label}
                  </Link>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
