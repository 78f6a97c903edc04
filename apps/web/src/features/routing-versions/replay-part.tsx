import { type ResultOf, routingReplay, startReplay } from '@alo/contract';
import { Actions, Button, IconRefresh, Quiet } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useRead } from '../../kit/api/queries.ts';
import { count, share } from '../../kit/format/numbers.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useLive } from '../../kit/live/use-live.ts';
import { useMay } from '../../kit/me/me.ts';
import table from '../../resource/fields/changed-fields.module.css';
import { JobProgress } from '../../resource/jobs/job-progress.tsx';
import { isBusy } from '../../resource/jobs/job-words.ts';
import { useJobs } from '../../resource/jobs/use-jobs.ts';
import { Surface } from '../../resource/page/page.tsx';
import styles from './versions.module.css';

type Replay = NonNullable<ResultOf<typeof routingReplay>['replay']>;

/** The calls of the last thirty days, by the draft: which would go elsewhere. */
export function ReplayPart() {
  const { api, toasts, changes } = useConsole();
  const may = useMay();
  const read = useRead();
  const [asked, setAsked] = useState<string>();
  const { data } = useQuery(read(routingReplay, {}));
  const job = useJobs(asked).find(({ kind }) => kind === 'routing-replay');
  useLive(
    (event) => {
      if (event.type === 'job-changed' && event.data.kind === 'routing-replay' && !isBusy(event.data)) {
        void changes.stale('routing-versions');
      }
    },
    () => undefined,
  );
  const start = async () => {
    try {
      setAsked((await api(startReplay, {})).job_id);
    } catch (error) {
      toasts.show({ kind: 'error', ...explain(error) });
    }
  };
  const busy = job !== undefined && isBusy(job);
  return (
    <Surface padded>
      <section className={styles.part} aria-labelledby="replay-title">
        <h2 id="replay-title">Nếu công bố, cuộc gọi nào đi khác?</h2>
        <Quiet>
          Chạy lại các cuộc gọi vào của 30 ngày qua bằng bản nháp và bằng bản đang chạy, rồi so đường đi. Không máy nào
          đổ chuông.
        </Quiet>
        {job !== undefined && (busy || job.state === 'failed') && <JobProgress job={job} />}
        {data?.replay && <Result replay={data.replay} />}
        {may(startReplay.access) && (
          <Actions>
            <Button icon={<IconRefresh aria-hidden />} busy={busy} onClick={() => void start()}>
              Chạy lại cuộc gọi
            </Button>
          </Actions>
        )}
      </section>
    </Surface>
  );
}

function Result({ replay: { calls, moved, places, moves, until } }: { replay: Replay }) {
  return (
    <>
      <p>
        <strong>
          {count(moved)} trên {count(calls)} cuộc gọi đi nơi khác
        </strong>{' '}
        {calls > 0 && `(${share(moved, calls)})`} · chạy lúc {dateTime(until)}
      </p>
      {places.length > 0 && (
        <table className={table.fields}>
          <caption>Theo nơi đến</caption>
          <thead>
            <tr>
              <th scope="col">Nơi đến</th>
              <th scope="col">Đang chạy</th>
              <th scope="col">Bản nháp</th>
            </tr>
          </thead>
          <tbody>
            {places.map(({ place, live, draft }) => (
              <tr key={place}>
                <th scope="row">{place}</th>
                <td>{count(live)}</td>
                <td>{count(draft)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {moves.length > 0 && (
        <div className={styles.wide}>
          <table className={table.fields}>
            <caption>{moves.length < moved ? `${count(moves.length)} cuộc đầu tiên` : 'Từng cuộc gọi'}</caption>
            <thead>
              <tr>
                <th scope="col">Lúc</th>
                <th scope="col">Khách</th>
                <th scope="col">Đầu số</th>
                <th scope="col">Đang chạy</th>
                <th scope="col">Bản nháp</th>
              </tr>
            </thead>
            <tbody>
              {moves.map((move) => (
                <tr key={move.call_id}>
                  <td>{dateTime(move.at)}</td>
                  <td>{move.caller === '' ? 'Số ẩn' : groupedPhone(move.caller)}</td>
                  <td>{groupedPhone(move.number)}</td>
                  <td>{move.live}</td>
                  <td>{move.draft}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
