import {
  type MailedReport,
  mailedNeeds,
  makeReportLink,
  type ResultOf,
  reportLinks,
  withdrawReportLink,
} from '@alo/contract';
import { Button, IconLink, Menu, Quiet, Status } from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { CopyField } from '../../resource/page/copy-field.tsx';
import formStyles from '../../resource/page/form-parts.module.css';
import styles from './mailed-reports.module.css';

type Made = ResultOf<typeof reportLinks>['data'][number];

const goodFor = [1, 7, 30, 90];

/** Links that show the report as it was when they were made, without signing in. */
export function ReportLinks({ row: { id, report } }: { row: MailedReport }) {
  const { api, toasts } = useConsole();
  const read = useRead();
  const may = useMay();
  const invalidate = useInvalidate();
  const [url, setUrl] = useState<string>();
  const { data } = useQuery(read(reportLinks, { params: { id } }));
  const making = useMutation({
    mutationFn: (days: number) => api(makeReportLink, { params: { id }, body: { days } }),
    onSuccess: (made) => setUrl(made.url),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    onSettled: () => invalidate(reportLinks),
  });
  const mayShare = may(makeReportLink.access) && may(mailedNeeds[report]);
  const links = data?.data ?? [];
  if (!mayShare && links.length === 0) return null;
  return (
    <section className={styles.log} aria-label="Liên kết xem">
      <h2>Liên kết xem</h2>
      <Quiet>Ai có liên kết xem được báo cáo như lúc tạo, không cần đăng nhập, đến khi hết hạn.</Quiet>
      {url !== undefined && (
        <>
          <CopyField label="Liên kết" value={url} />
          <Quiet>Chép ngay: liên kết chỉ hiện lần này.</Quiet>
        </>
      )}
      {mayShare && (
        <div className={styles.actions}>
          <Menu
            entries={goodFor.map((days) => ({
              key: String(days),
              label: `Mở được trong ${days} ngày`,
              onSelect: () => making.mutate(days),
            }))}
          >
            <Button size="sm" icon={<IconLink aria-hidden />} busy={making.isPending}>
              Tạo liên kết
            </Button>
          </Menu>
        </div>
      )}
      {links.length > 0 && (
        <ul className={formStyles.rows}>
          {links.map((link) => (
            <Line key={link.id} link={link} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Line({ link }: { link: Made }) {
  const { id, days, made_by: by, created_at: made, expires_at: until, withdrawn_at: withdrawn, opened } = link;
  const { api, toasts } = useConsole();
  const may = useMay();
  const invalidate = useInvalidate();
  const [now] = useState(() => Date.now());
  const withdrawing = useMutation({
    mutationFn: () => api(withdrawReportLink, { params: { id } }),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    onSettled: () => invalidate(reportLinks),
  });
  const isOver = Date.parse(until) <= now;
  const isOpen = withdrawn === null && !isOver;
  return (
    <li>
      <span className={styles.what}>
        Số liệu {days}
        <Quiet as="span">
          {by} tạo {dateTime(made)}, mở được đến {dateTime(until)}
        </Quiet>
        <Quiet as="span">{opened === 0 ? 'Chưa ai mở' : `Đã mở ${opened} lần`}</Quiet>
      </span>
      <Status tone={isOpen ? 'ready' : 'offline'}>
        {withdrawn !== null ? 'Đã thu hồi' : isOver ? 'Hết hạn' : 'Đang mở'}
      </Status>
      {isOpen && may(withdrawReportLink.access) && (
        <Button size="sm" look="quiet" busy={withdrawing.isPending} onClick={() => withdrawing.mutate()}>
          Thu hồi
        </Button>
      )}
    </li>
  );
}
