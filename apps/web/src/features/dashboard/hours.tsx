import type { dashboard, ResultOf } from '@alo/contract';
import { Button, IconChartBar, IconTable } from '@alo/ui';
import { useState } from 'react';

import { Surface } from '../../shared/page/page.tsx';
import styles from './dashboard.module.css';

type Hour = ResultOf<typeof dashboard>['hours'][number];

/** Conversations by the hour, against the same weekday last week; as a picture or as a table. */
export function Hours({ hours }: { hours: readonly Hour[] }) {
  const [asTable, setAsTable] = useState(false);
  const shown = busyPart(hours);
  return (
    <Surface padded>
      <div className={styles.head}>
        <h2>Cuộc gọi theo giờ</h2>
        {!asTable && (
          <p className={styles.legend} aria-hidden>
            <span data-mark="answered">Gặp</span>
            <span data-mark="missed">Không gặp</span>
            <span data-mark="before">Cùng thứ tuần trước</span>
          </p>
        )}
        <Button
          size="sm"
          look="quiet"
          icon={asTable ? <IconChartBar aria-hidden /> : <IconTable aria-hidden />}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? 'Xem biểu đồ' : 'Xem bảng'}
        </Button>
      </div>
      {asTable ? <HourTable hours={shown} /> : <HourChart hours={shown} />}
    </Surface>
  );
}

/** Office hours, and as far beyond as anybody called. */
export function busyPart(hours: readonly Hour[]): readonly Hour[] {
  const busy = hours.filter(({ answered, missed, before }) => answered + missed + before > 0).map(({ hour }) => hour);
  const [first, last] = [Math.min(8, ...busy), Math.max(17, ...busy)];
  return hours.filter(({ hour }) => hour >= first && hour <= last);
}

function HourChart({ hours }: { hours: readonly Hour[] }) {
  const most = Math.max(4, ...hours.map(({ answered, missed, before }) => Math.max(answered + missed, before)));
  const share = (n: number) => `${(n / most) * 100}%`;
  const total = hours.reduce((sum, { answered, missed }) => sum + answered + missed, 0);
  return (
    <figure aria-label={`Biểu đồ ${total} cuộc gọi theo giờ; chọn “Xem bảng” để đọc từng số`}>
      <div className={styles.chart} aria-hidden>
        {hours.map(({ hour, answered, missed, before }) => (
          <div key={hour} className={styles.hour}>
            <div className={styles.column}>
              {before > 0 && <span className={styles.mark} style={{ bottom: share(before) }} />}
              <div className={styles.bars} style={{ height: share(answered + missed) }}>
                {answered + missed > 0 && <span className={styles.number}>{answered + missed}</span>}
                {missed > 0 && <span className={styles.missed} style={{ flexGrow: missed }} />}
                {answered > 0 && <span className={styles.answered} style={{ flexGrow: answered }} />}
              </div>
            </div>
            <span className={styles.axis}>{hour}h</span>
          </div>
        ))}
      </div>
    </figure>
  );
}

const HourTable = ({ hours }: { hours: readonly Hour[] }) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th scope="col">Giờ</th>
        <th scope="col">Gặp</th>
        <th scope="col">Không gặp</th>
        <th scope="col">Tổng</th>
        <th scope="col">Tuần trước</th>
      </tr>
    </thead>
    <tbody>
      {hours.map(({ hour, answered, missed, before }) => (
        <tr key={hour}>
          <th scope="row">
            {hour}h–{hour + 1}h
          </th>
          <td>{answered}</td>
          <td>{missed}</td>
          <td>{answered + missed}</td>
          <td>{before}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
