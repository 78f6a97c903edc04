import { customers } from '@alo/contract';
import { Button, IconRefresh, Quiet } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { useMay, useMe } from '../../kit/me/me.ts';
import type { PreviewProps } from '../../resource/model/resource.ts';
import styles from './script.module.css';
import { Script } from './script.tsx';

/** What whoever calls for a campaign would see beside one of its customers. */
export const CampaignScriptPreview = ({ draft, id }: PreviewProps) => <Preview draft={draft} campaign={id} />;
/** The same of calls that come in. */
export const CallScriptPreview = ({ draft }: PreviewProps) => <Preview draft={draft} campaign={undefined} />;

/** With the values of a real customer: of the campaign, where it has some. */
function Preview({ draft, campaign }: Pick<PreviewProps, 'draft'> & { campaign: string | undefined }) {
  const me = useMe();
  const text = typeof draft['script'] === 'string' ? draft['script'] : '';
  const { customer, isNone, of, next } = useCustomer(campaign, text.trim() !== '');
  if (text.trim() === '') return null;
  return (
    <div className={styles.preview}>
      <Script
        title={customer === undefined ? 'Xem thử' : `Xem thử với ${customer.name}`}
        text={text}
        none="Kịch bản còn trống."
        customer={customer?.id ?? ''}
        values={{
          'Tên khách': customer?.name,
          'Mã khách': customer?.code,
          'Số điện thoại': customer === undefined ? undefined : groupedPhone(customer.phone),
          'Trạng thái hồ sơ': customer?.is_status,
          'Người phụ trách': customer?.user_name ?? undefined,
          'Tên tôi': me?.name,
          'Tên chiến dịch': typeof draft['name'] === 'string' ? draft['name'] : undefined,
        }}
      />
      {of > 1 && (
        <Button look="quiet" icon={<IconRefresh aria-hidden />} onClick={next}>
          Thử với khách khác
        </Button>
      )}
      {isNone && <Quiet size="body">Chưa có khách nào để điền vào: các ô để nguyên tên.</Quiet>}
    </div>
  );
}

/** One customer after the other, as far as somebody may see them; those of a campaign that has none are anybody. */
function useCustomer(campaign: string | undefined, isWanted: boolean) {
  const read = useRead();
  const may = useMay()(customers.list.access);
  const [page, setPage] = useState(1);
  const asked = { page, per_page: 1 };
  const of = useQuery({
    ...read(customers.list, { query: { ...asked, campaign_id: campaign } }),
    enabled: isWanted && may && campaign !== undefined,
    placeholderData: keepPreviousData,
  });
  const isEmpty = campaign === undefined || of.data?.total === 0;
  const any = useQuery({
    ...read(customers.list, { query: asked }),
    enabled: isWanted && may && isEmpty,
    placeholderData: keepPreviousData,
  });
  const found = isEmpty ? any.data : of.data;
  const total = found?.total ?? 0;
  const customer = found?.data[0];
  // Not while it is being looked for.
  const isNone = customer === undefined && (!may || found !== undefined);
  return { customer, isNone, of: total, next: () => setPage((at) => (at % Math.max(1, total)) + 1) };
}
