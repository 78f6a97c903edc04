import { type RequestOf, type ResultOf, tryDay } from '@alo/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRead } from '../../kit/api/queries.ts';
import { clockOfMinute } from '../../kit/format/time.ts';
import styles from './call-test.module.css';

type Band = ResultOf<typeof tryDay>['bands'][number];
export type AskedDay = RequestOf<typeof tryDay>['body'];

const dayMinutes = 1_440;
const stepMinutes = 15;

/** All of a day at once: where the call would go when. What is dragged along it is the moment that is tried. */
export function DayStrip({
  asked,
  minute,
  onMinute,
}: {
  asked: AskedDay;
  minute: number;
  onMinute: (minute: number) => void;
}) {
  const read = useRead();
  const { data } = useQuery({ ...read(tryDay, { body: asked }), placeholderData: keepPreviousData });
  const bands = data?.bands ?? [];
  // The same way has the same shade, whenever it comes again.
  const ways = [...new Set(bands.map(({ place }) => place))];
  const at = bands.find(({ from, to }) => from <= minute && minute < to);
  return (
    <div className={styles.day}>
      <label className={styles.slider}>
        <span>Kéo qua ngày: {clockOfMinute(minute)}</span>
        <input
          type="range"
          min={0}
          max={dayMinutes - stepMinutes}
          step={stepMinutes}
          value={minute}
          aria-valuetext={`${clockOfMinute(minute)}${at === undefined ? '' : `: ${at.place}`}`}
          onChange={(event) => onMinute(Number(event.target.value))}
        />
      </label>
      <div className={styles.strip} aria-hidden>
        {bands.map((band) => (
          <span
            key={band.from}
            title={`${spanOf(band)}: ${band.place}`}
            data-shade={ways.indexOf(band.place) % 5}
            data-now={band === at || undefined}
            style={{ inlineSize: `${((band.to - band.from) / dayMinutes) * 100}%` }}
          />
        ))}
      </div>
      <ol className={styles.bands}>
        {bands.map((band) => (
          <li key={band.from} aria-current={band === at ? 'true' : undefined}>
            <i data-shade={ways.indexOf(band.place) % 5} aria-hidden />
            <time>{spanOf(band)}</time>
            <span>{band.place || 'Không đi đâu'}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

const spanOf = ({ from, to }: Band): string => `${clockOfMinute(from)}–${clockOfMinute(to)}`;
