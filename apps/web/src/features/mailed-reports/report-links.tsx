import {
  type MailedReport,
  mailedNeeds,
  makeReportLink,
  type ResultOf,
  reportLinks,
  withdrawReportLink,
} from '@alo/contract';
import { Quiet, Status } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { MadeLink, MadeLinks, MakeLink } from '../../domain/links/made-links.tsx';
import { useConsole } from '../../kit/api/context.ts';
import { useRead } from '../../kit/api/queries.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import styles from './mailed-reports.module.css';

type Made = ResultOf<typeof reportLinks>['data'][number];

const goodFor = [1, 7, 30, 90];

/** Links that show the report as it was when they were made, without signing in. */
export function ReportLinks({ row: { id, report } }: { row: MailedReport }) {
  const { api } = useConsole();
  const read = useRead();
  const may = useMay();
  const { data } = useQuery(read(reportLinks, { params: { id } }));
  const mayShare = may(makeReportLink.access) && may(mailedNeeds[report]);
  const links = data?.data ?? [];
  if (!mayShare && links.length === 0) return null;
  return (
    <section className={styles.log} aria-label="Liên kết xem">
      <h2>Liên kết xem</h2>
      <Quiet>Ai có liên kết xem được báo cáo như lúc tạo, không cần đăng nhập, đến khi hết hạn.</Quiet>
      {mayShare && (
        <MakeLink
          goodFor={goodFor}
          make={(days) => api(makeReportLink, { params: { id }, body: { days } })}
          listed={reportLinks}
          size="sm"
        />
      )}
      <MadeLinks label="Liên kết xem">
        {links.map((link) => (
          <Line key={link.id} link={link} />
        ))}
      </MadeLinks>
    </section>
  );
}

function Line({ link }: { link: Made }) {
  const { id, days, made_by: by, created_at: made, expires_at: until, withdrawn_at: withdrawn, opened } = link;
  const { api } = useConsole();
  const may = useMay();
  const [now] = useState(() => Date.now());
  const isOver = Date.parse(until) <= now;
  const isOpen = withdrawn === null && !isOver;
  return (
    <MadeLink
      name={`Số liệu ${days}`}
      about={[
        `${by} tạo ${dateTime(made)}, mở được đến ${dateTime(until)}`,
        opened === 0 ? 'Chưa ai mở' : `Đã mở ${opened} lần`,
      ]}
      state={
        <Status tone={isOpen ? 'ready' : 'offline'}>
          {withdrawn !== null ? 'Đã thu hồi' : isOver ? 'Hết hạn' : 'Đang mở'}
        </Status>
      }
      withdraw={
        isOpen && may(withdrawReportLink.access) ? () => api(withdrawReportLink, { params: { id } }) : undefined
      }
      listed={reportLinks}
    />
  );
}
