import { liveFigures, type QueueDay, queueFigures } from '@alo/contract';
import { IconAlertTriangle, IconClock } from '@alo/ui';
import type { ReactNode } from 'react';
import { Since, useServerTime } from '../../kit/clock/server-clock.tsx';
import { count, percent } from '../../kit/format/numbers.ts';
import { type Alarm, abandonedText, type BoardFigures, levelAlarm, levelOf, waitAlarm, worst } from './board-view.ts';
import styles from './monitor.module.css';

const alarmWords: Readonly<Record<Exclude<Alarm, 'fine'>, string>> = { near: 'Gần ngưỡng', over: 'Quá ngưỡng' };

const unservedWords = { ...alarmWords, over: 'Khách chờ mà không ai rảnh' };

const muteWords = { ...alarmWords, near: 'Có người thiếu micro hoặc máy' };

/** Of a level that should be reached. */
export const levelWords = { near: 'Sát mục tiêu', over: 'Dưới mục tiêu' } as const;

/** A word and a sign beside the colour, where something has to be done. */
export function AlarmMark({ alarm, words }: { alarm: Alarm; words?: typeof alarmWords }) {
  if (alarm === 'fine') return null;
  const Sign = alarm === 'over' ? IconAlertTriangle : IconClock;
  return (
    <span className={styles.alarm} data-alarm={alarm}>
      <Sign size={15} aria-hidden />
      {(words ?? alarmWords)[alarm]}
    </span>
  );
}

/** What counts most at this moment, of all that is shown. What queues did today nobody counts by carrier. */
export function Tiles({ totals, queues, today, target }: BoardFigures) {
  const now = useServerTime();
  const { by } = totals;
  const waits = worst(queues.map((queue) => waitAlarm(queue, now)));
  const mute = by['no-microphone'] + by['no-telephone'];
  const unserved: Alarm = totals.waiting > 0 && by.ready === 0 ? 'over' : 'fine';
  return (
    <ul className={styles.tiles} aria-label="Toàn cảnh">
      <Tile label={liveFigures.waiting.label} value={count(totals.waiting)} alarm={waits}>
        {totals.longestSince === null ? (
          'không ai chờ'
        ) : (
          <>
            lâu nhất <Since at={totals.longestSince} />
          </>
        )}
      </Tile>
      <Tile label="Cuộc gọi đang diễn ra" value={count(totals.calls)}>
        {count(by.talking + by.held)} nhân viên đàm thoại
      </Tile>
      <Tile label="Sẵn sàng" value={count(by.ready)} alarm={unserved} words={unservedWords}>
        {count(by.ringing)} đang đổ chuông
      </Tile>
      <Tile
        label="Không nhận cuộc gọi"
        value={count(by.paused + by['queues-paused'] + by['wrapping-up'] + mute)}
        alarm={mute > 0 ? 'near' : 'fine'}
        words={muteWords}
      >
        {count(by.paused)} nghỉ · {by['queues-paused'] > 0 && `${count(by['queues-paused'])} tạm dừng · `}
        {count(by['wrapping-up'])} sau cuộc gọi · {count(by.offline)} ngoại tuyến
      </Tile>
      {today !== null && <Today today={today} target={target} />}
    </ul>
  );
}

function Today({ today, target }: { today: QueueDay; target: number }) {
  const level = levelOf(today);
  return (
    <>
      <Tile
        label={`${queueFigures.service_level.label} hôm nay`}
        value={level === null ? '–' : percent(level)}
        alarm={levelAlarm(level, target)}
        words={levelWords}
      >
        mục tiêu {percent(target)}
      </Tile>
      <Tile label="Hàng đợi hôm nay" value={count(today.answered)}>
        đã nghe · {abandonedText(today)} khách bỏ cuộc
      </Tile>
    </>
  );
}

const Tile = ({
  label,
  value,
  alarm = 'fine',
  words,
  children,
}: {
  label: string;
  value: string;
  alarm?: Alarm;
  words?: typeof alarmWords;
  children: ReactNode;
}) => (
  <li className={styles.tile} data-alarm={alarm}>
    <span className={styles.label}>{label}</span>
    <span className={styles.value}>{value}</span>
    <span className={styles.aside}>{children}</span>
    <AlarmMark alarm={alarm} {...(words && { words })} />
  </li>
);
