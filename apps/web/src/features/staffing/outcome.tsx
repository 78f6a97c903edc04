import { queueFigures, queueStrategies } from '@alo/contract';
import { Chart, Quiet } from '@alo/ui';

import { count, percent, share } from '../../kit/format/numbers.ts';
import { clockOfMinute, lasted } from '../../kit/format/time.ts';
import { Explained } from '../../resource/page/explained.tsx';
import styles from './staffing.module.css';
import { type Replay, type Wish, wishWords } from './wish.ts';

type Day = Replay['seen'];

/** What comes of a change: in a sentence, in figures beside those of the day, and by half-hour. */
export function Outcome({ base, changed, wish }: { base: Replay; changed: Replay; wish: Wish | null }) {
  const { seen } = base;
  const [was, is] = [base.replayed, changed.replayed];
  return (
    <>
      <p className={styles.sentence} aria-live="polite">
        {wish === null ? (
          <>
            Hôm đó mức dịch vụ <b>{level(seen.service_level)}</b>. Đổi một điều ở bên để xem sẽ thành bao nhiêu.
          </>
        ) : (
          <>
            {wishWords(wish, queueStrategies)}: mức dịch vụ{' '}
            <b>
              {level(was.service_level)} → {level(is.service_level)}
            </b>
            , bỏ cuộc {count(was.abandoned)} → {count(is.abandoned)}.
          </>
        )}
      </p>
      <div className={styles.scroll}>
        <table className={styles.figures}>
          <caption className={styles.caption}>Trước và sau thay đổi</caption>
          <thead>
            <tr>
              <th scope="col">Chỉ số</th>
              <th scope="col">Hôm đó</th>
              <th scope="col">Phát lại y nguyên</th>
              {wish !== null && <th scope="col">Sau thay đổi</th>}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ name, by, show }) => (
              <tr key={name}>
                <th scope="row">{by === undefined ? name : <Explained word={name} by={by} />}</th>
                <td>{show(seen)}</td>
                <td>{show(was)}</td>
                {wish !== null && <td>{show(is)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Quiet>
        {`Phát lại y nguyên, ${count(base.as_seen)} / ${count(seen.total)} lượt (${share(base.as_seen, seen.total)}) ra đúng như hôm đó. `}
        {base.as_seen < seen.total * 0.95 &&
          'Chỗ khác là do cấu hình hàng đợi nay đã đổi, hoặc do điều lịch sử không giữ: ai vào hàng đợi nào lúc nào, khách nào có người phụ trách.'}
      </Quiet>
      <Chart
        title="Mức dịch vụ theo nửa giờ"
        column="Từ"
        summary="Mức dịch vụ theo nửa giờ, trước và sau thay đổi"
        categories={changed.slots.map(({ from }) => clockOfMinute(from))}
        evenly
        format={(value) => percent(value)}
        whole={100}
        series={[
          {
            name: wish === null ? 'Phát lại' : 'Sau thay đổi',
            look: 'main',
            values: changed.slots.map(({ replayed }) => replayed.service_level ?? 0),
          },
          { name: 'Hôm đó', look: 'compare', values: changed.slots.map((slot) => slot.seen.service_level ?? 0) },
        ]}
      />
      <Chart
        title="Lượt vào hàng và người trực"
        column="Từ"
        summary="Lượt khách vào hàng và số người trực theo nửa giờ"
        categories={changed.slots.map(({ from }) => clockOfMinute(from))}
        evenly
        format={(value) => (Number.isInteger(value) ? count(value) : value.toFixed(1).replace('.', ','))}
        series={[
          { name: 'Lượt vào hàng', look: 'main', values: changed.slots.map(({ replayed }) => replayed.total) },
          { name: 'Người trực', look: 'compare', values: changed.slots.map(({ replayed }) => replayed.people) },
        ]}
      />
      <ByFormula erlang={changed.erlang} level={is.service_level} />
    </>
  );
}

const level = (value: number | null) => (value === null ? '–' : percent(value));

const lines: readonly { name: string; by?: string; show: (day: Day) => string }[] = [
  { name: queueFigures.total.label, by: queueFigures.total.formula, show: (day) => count(day.total) },
  {
    name: queueFigures.service_level.label,
    by: queueFigures.service_level.formula,
    show: (day) => level(day.service_level),
  },
  { name: queueFigures.answered.label, by: queueFigures.answered.formula, show: (day) => count(day.answered) },
  { name: queueFigures.abandoned.label, by: queueFigures.abandoned.formula, show: (day) => count(day.abandoned) },
  {
    name: 'Chờ trung bình',
    by: queueFigures.wait_average.formula,
    show: (day) => (day.wait_average === null ? '–' : lasted(Math.floor(day.wait_average))),
  },
  {
    name: 'Chờ lâu nhất',
    by: queueFigures.wait_longest.formula,
    show: (day) => (day.wait_longest === null ? '–' : lasted(day.wait_longest)),
  },
  {
    name: 'Tỷ lệ bận',
    by: '(Trong cuộc gọi + xử lý sau cuộc gọi) ÷ (trong cuộc gọi + xử lý sau cuộc gọi + sẵn sàng)',
    show: (day) => level(day.occupancy),
  },
  {
    name: 'Người trực',
    by: 'Trung bình cả ngày: người sẵn sàng, đang gọi hoặc đang xử lý sau cuộc gọi',
    show: (day) => day.people.toLocaleString('vi-VN'),
  },
];

/** What the formulas say that others plan by, and why it is something else. */
const ByFormula = ({ erlang, level: replayed }: { erlang: Replay['erlang']; level: number | null }) => (
  <section aria-label="So với công thức Erlang">
    <h2>So với công thức Erlang</h2>
    <p>
      {`Cùng số cuộc và số người, Erlang C tính ${level(erlang.c)}`}
      {erlang.a !== null && `, Erlang A tính ${level(erlang.a)}`}
      {`, phát lại ra ${level(replayed)}. Mỗi cuộc giữ một người trung bình ${lasted(erlang.handle_seconds)}`}
      {erlang.patience_seconds !== null && `, khách kiên nhẫn trung bình ${lasted(erlang.patience_seconds)}`}.
    </p>
    <Quiet>
      Erlang coi khách đến ngẫu nhiên đều trong từng nửa giờ, mọi người như nhau, nghe máy ngay khi rảnh; Erlang C còn
      coi không ai bỏ cuộc. Phát lại có đúng những lúc khách dồn đến, thời gian đổ chuông, cuộc không ai nhấc máy, giờ
      nghỉ và việc khác của từng người.
    </Quiet>
  </section>
);
