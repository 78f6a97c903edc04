import {
  type MailedReport,
  mailedFile,
  mailedLetterStates,
  mailedLog,
  mailedNeeds,
  type ResultOf,
  sendingStates,
  sendReportNow,
} from '@alo/contract';
import { Button, IconDownload, IconMailForward, Quiet, Status, type StatusTone } from '@alo/ui';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { saveFile } from '../../kit/browser/save-file.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { logPageSize, PagedLog } from '../../resource/list/paged-log.tsx';
import styles from './mailed-reports.module.css';

type Sending = ResultOf<typeof mailedLog>['data'][number];

const tones = { waiting: 'ringing', sent: 'ready', failed: 'paused', refused: 'offline' } as const satisfies Record<
  Sending['state'],
  StatusTone
>;

/** Why it was stopped, what can be done with it now, and what was sent to whom. */
export function SendingLog({ row }: { row: MailedReport }) {
  const { id, paused_why: why, sender_name: sender } = row;
  const read = useRead();
  const [page, setPage] = useState(1);
  const log = useQuery({
    ...read(mailedLog, { params: { id }, query: { page, per_page: logPageSize } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some((one) => one.state === 'waiting') ? 2_000 : false),
  });
  return (
    <section className={styles.log} aria-label="Nhật ký gửi">
      {why !== '' && <p role="status">Đã dừng gửi: {why}. Sửa rồi bật lại để gửi tiếp.</p>}
      {sender !== '' && <Quiet>Gửi với quyền của {sender}.</Quiet>}
      <Actions row={row} />
      <PagedLog
        title="Nhật ký gửi"
        nothing="Chưa gửi lần nào. Bấm Gửi ngay để thử."
        read={log}
        page={page}
        onPage={setPage}
      >
        {(sending) => <Line key={sending.id} sending={sending} />}
      </PagedLog>
    </section>
  );
}

function Actions({ row: { id, name, report, format } }: { row: MailedReport }) {
  const { api, toasts } = useConsole();
  const may = useMay();
  const invalidate = useInvalidate();
  const onError = (error: unknown) => toasts.show({ kind: 'error', ...explain(error) });
  const sending = useMutation({
    mutationFn: () => api(sendReportNow, { params: { id } }),
    onSuccess: () => toasts.show({ kind: 'success', text: 'Báo cáo đang được gửi, xem kết quả ở nhật ký' }),
    onError,
    onSettled: () => invalidate(mailedLog),
  });
  const looking = useMutation({
    mutationFn: async () => saveFile(await api.file(mailedFile, { params: { id } }), `${name}.${format}`),
    onError,
  });
  return (
    <div className={styles.actions}>
      {may(mailedNeeds[report]) && (
        <Button size="sm" icon={<IconDownload aria-hidden />} busy={looking.isPending} onClick={() => looking.mutate()}>
          Tải thử
        </Button>
      )}
      {may(sendReportNow.access) && (
        <Button
          size="sm"
          icon={<IconMailForward aria-hidden />}
          busy={sending.isPending}
          onClick={() => sending.mutate()}
        >
          Gửi ngay
        </Button>
      )}
    </div>
  );
}

function Line({ sending: { due_at: due, state, why, letters } }: { sending: Sending }) {
  return (
    <li>
      <span className={styles.what}>
        {dateTime(due)}
        {why !== '' && <span>{why}</span>}
        {letters.map((letter) => (
          <Quiet key={letter.recipient} as="span">
            {letter.recipient}: {mailedLetterStates[letter.state].toLowerCase()}
          </Quiet>
        ))}
      </span>
      <Status tone={tones[state]}>{sendingStates[state]}</Status>
    </li>
  );
}
