import { type ResultOf, staffingForecast, staffingNeed } from '@alo/contract';
import { AfterDelay, Chart, NumberField, Quiet, Skeleton, State } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { count, percent } from '../../kit/format/numbers.ts';
import { clockOfMinute, dayOfIso } from '../../kit/format/time.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { once } from './once.ts';
import styles from './staffing.module.css';
import { useSettled } from './use-settled.ts';

type Forecast = ResultOf<typeof staffingForecast>;
type Day = Forecast['days'][number];

/** What a queue is to expect on the next days, and how many people it needs on one of them. */
export function Upcoming({ queue }: { queue: string }) {
  const read = useRead();
  const [chosen, setChosen] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    ...read(staffingForecast, { query: { queue_id: queue, days: 14 } }),
    ...once,
  });
  if (error !== null && data === undefined) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waits label="Đang dự báo" />;
  if (data.history_days === 0)
    return (
      <State drawing="empty" title="Chưa đủ lịch sử để dự báo">
        Hàng đợi này chưa có ngày nào trọn vẹn có khách gọi. Sau một tuần có khách, ở đây có dự báo theo từng thứ trong
        tuần.
      </State>
    );
  const day = chosen ?? data.days.find(({ calls }) => calls >= 1)?.day ?? data.days[0]?.day ?? null;
  return (
    <div className={styles.outcome}>
      <p className={styles.sentence}>{errorWords(data)}</p>
      <div className={styles.scroll}>
        <table className={styles.figures}>
          <caption className={styles.caption}>Lượt vào hàng dự báo 14 ngày tới</caption>
          <thead>
            <tr>
              <th scope="col">Ngày</th>
              <th scope="col">Lượt dự báo</th>
              <th scope="col" className={styles.words}>
                Ghi chú
              </th>
            </tr>
          </thead>
          <tbody>
            {data.days.map((one) => (
              <tr key={one.day} data-chosen={one.day === day || undefined}>
                <th scope="row">
                  <button
                    type="button"
                    className={styles.day}
                    aria-pressed={one.day === day}
                    onClick={() => setChosen(one.day)}
                  >
                    {`${weekdays[new Date(one.day).getUTCDay()]} ${dayOfIso(one.day)}`}
                  </button>
                </th>
                <td>{count(Math.round(one.calls))}</td>
                <td className={styles.words}>{specialWords(one.special)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {day !== null && <Need key={`${queue} ${day}`} queue={queue} day={day} />}
    </div>
  );
}

const weekdays = ['CN', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7'] as const;

function errorWords({
  history_days: days,
  wape_day: byDay,
  wape_half_hour: byHalfHour,
  tested_days: tested,
}: Forecast) {
  const made = `Dự báo từ ${count(days)} ngày lịch sử, theo thứ trong tuần, đà tăng giảm, ngày lễ và ngày âm lịch.`;
  if (byDay === null || byHalfHour === null) return `${made} Chưa đủ ba tuần để biết dự báo lệch bao nhiêu.`;
  return `${made} Thử lại ${count(tested)} ngày gần nhất, dự báo lệch ${percent(byDay)} theo ngày, ${percent(byHalfHour)} theo nửa giờ.`;
}

function specialWords(special: Day['special']): string {
  if (special === null) return '';
  const { name, factor, seen_before: seen } = special;
  if (seen === 0) return `${name}: lịch sử chưa có ngày như vậy, tính như ngày thường`;
  return `${name}: ${percent(Math.round(factor * 100))} ngày thường`;
}

function Need({ queue, day }: { queue: string; day: string }) {
  const read = useRead();
  const [typed, setTyped] = useState<number | null>(80);
  const isLevel = typed !== null && Number.isInteger(typed) && typed >= 50 && typed <= 99;
  const level = useSettled(isLevel ? typed : 80, 500);
  const { data, error, refetch } = useQuery({
    ...read(staffingNeed, { body: { queue_id: queue, day, level } }),
    ...once,
  });
  return (
    <section aria-label="Số người cần" className={styles.outcome}>
      <div className={styles.level}>
        <NumberField
          label="Mức dịch vụ cần đạt"
          unit="%"
          value={typed}
          error={isLevel ? undefined : 'Số từ 50 đến 99'}
          onChange={setTyped}
        />
      </div>
      {error !== null ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Waits label="Đang tính số người cần" />
      ) : data.slots.length === 0 ? (
        <Quiet>{`Ngày ${dayOfIso(day)} không dự báo có khách nào.`}</Quiet>
      ) : (
        <>
          <p className={styles.sentence}>
            {`${dayOfIso(day)}: khoảng ${count(Math.round(data.calls))} lượt, lúc đông nhất cần `}
            <b>{`${count(Math.max(...data.slots.map(({ people }) => people)))} người`}</b>
            {` để ${level} % được nghe trong ${data.within_seconds} giây.`}
          </p>
          <Chart
            title="Số người cần theo nửa giờ"
            column="Từ"
            summary={`Số người cần ngày ${dayOfIso(day)} theo nửa giờ, bên cạnh Erlang C`}
            categories={data.slots.map(({ from }) => clockOfMinute(from))}
            evenly
            format={(value) => count(Math.round(value))}
            series={[
              { name: 'Cần', look: 'main', values: data.slots.map(({ people }) => people) },
              { name: 'Erlang C', look: 'compare', values: data.slots.map((slot) => slot.by_erlang) },
            ]}
          />
          <Quiet>
            Bắt đầu từ Erlang C rồi cho khách dự báo đi qua đúng cách hàng đợi chia cuộc gọi, thêm bớt từng nửa giờ đến
            khi vừa đủ. Chưa tính người nghỉ, họp, vắng: hãy xếp dư theo thực tế của mình.
          </Quiet>
        </>
      )}
    </section>
  );
}

const Waits = ({ label }: { label: string }) => (
  <AfterDelay>
    <output aria-label={label}>
      <Skeleton width="100%" height={260} />
    </output>
  </AfterDelay>
);
