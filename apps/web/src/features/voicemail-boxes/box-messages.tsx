import { boxMessages, callRecording, type RowOf, type voicemailBoxes } from '@alo/contract';
import { Skeleton, Status } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';

import { useConsole } from '../../shared/api/context.ts';
import { useRead } from '../../shared/api/queries.ts';
import { groupedPhone } from '../../shared/format/phone.ts';
import { dateTime, lasted } from '../../shared/format/time.ts';
import { LoadFailed } from '../../shared/list/list-surface.tsx';
import { useMay } from '../../shared/session/me.ts';
import { FilePlayer } from '../../shared/sound/file-player.tsx';
import styles from './voicemail-boxes.module.css';

/** The newest messages of a box, to be heard where one may hear recordings. */
export function BoxMessages({ row }: { row: RowOf<typeof voicemailBoxes> }) {
  const { api } = useConsole();
  const read = useRead();
  const may = useMay();
  const { data, error, refetch } = useQuery(read(boxMessages, { params: { id: row.id } }));
  return (
    <section className={styles.part} aria-label="Lời nhắn">
      <h2>Lời nhắn</h2>
      {error !== null && data === undefined && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton width="100%" height={72} />}
      {data?.data.length === 0 && <p>Chưa có lời nhắn nào.</p>}
      <ul>
        {data?.data.map(({ id, call_id: callId, at, number, seconds, heard }) => (
          <li key={id}>
            {may(callRecording.access) && (
              <FilePlayer
                label={`Nghe lời nhắn lúc ${dateTime(at)}`}
                load={() => api.file(callRecording, { params: { id: callId } })}
              />
            )}
            <span className={styles.who}>
              {number === null ? 'Số ẩn' : groupedPhone(number)}
              <span className={styles.when}>
                {dateTime(at)} · {lasted(seconds)}
              </span>
            </span>
            <Status tone={heard ? 'offline' : 'ringing'}>{heard ? 'Đã nghe' : 'Chưa nghe'}</Status>
          </li>
        ))}
      </ul>
    </section>
  );
}
