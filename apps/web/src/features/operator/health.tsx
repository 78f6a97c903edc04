import { installation } from '@alo/contract';
import { Skeleton, Status } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';

import { useRead } from '../../kit/api/queries.ts';
import { bytes, count } from '../../kit/format/numbers.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { Surface } from '../../resource/page/page.tsx';
import styles from './operator.module.css';

/** It changes without anybody's doing. */
const againMs = 15_000;

const diskWords = { ok: 'Còn nhiều chỗ', low: 'Sắp đầy', full: 'Đã đầy' } as const;
const diskTones = { ok: 'ready', low: 'paused', full: 'bad' } as const;

/** How the installation is at this moment. */
export function Health() {
  const read = useRead();
  const { data, error, refetch } = useQuery({ ...read(installation, {}), refetchInterval: againMs });
  if (error !== null && data === undefined) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton width="100%" height={84} />;
  const { disk, engine, jobs, deliveries } = data;
  return (
    <Surface>
      <dl className={styles.health} aria-label="Tình trạng hệ thống">
        <div>
          <dt>Tổng đài</dt>
          <dd>
            <Status tone={engine === 'up' ? 'ready' : 'bad'}>{engine === 'up' ? 'Đang chạy' : 'Không chạy'}</Status>
            {data.draining && <small>Đang chờ cuộc gọi kết thúc</small>}
          </dd>
        </div>
        <div>
          <dt>Đĩa</dt>
          <dd>
            <Status tone={diskTones[disk.state]}>{diskWords[disk.state]}</Status>
            {disk.free_bytes !== null && disk.total_bytes !== null && (
              <small>
                Trống {bytes(disk.free_bytes)} / {bytes(disk.total_bytes)}
              </small>
            )}
          </dd>
        </div>
        <div>
          <dt>Cơ sở dữ liệu</dt>
          <dd>{bytes(data.database_bytes)}</dd>
        </div>
        <div>
          <dt>Đang đăng nhập</dt>
          <dd>{count(data.signed_in)} phiên</dd>
        </div>
        <div>
          <dt>Việc nền</dt>
          <dd>
            {count(jobs.waiting)} đang chờ
            {jobs.failed > 0 && <small>{count(jobs.failed)} không xong</small>}
          </dd>
        </div>
        <div>
          <dt>Webhook</dt>
          <dd>
            {count(deliveries.waiting)} đang chờ
            {deliveries.failed > 0 && <small>{count(deliveries.failed)} không gửi được</small>}
          </dd>
        </div>
      </dl>
    </Surface>
  );
}
