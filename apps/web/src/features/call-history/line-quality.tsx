import type { LegQuality } from '@alo/contract';
import { digits, Status } from '@alo/ui';
import { soundLevels } from '../../domain/calls/sound-words.ts';
import { percent } from '../../kit/format/numbers.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import type { CallDetail } from './call-detail.ts';
import styles from './call-history.module.css';

const tones = { good: 'ready', fair: 'paused', poor: 'bad' } as const;
const codecs: Readonly<Record<string, string>> = {
  pcma: 'G.711 A',
  pcmu: 'G.711 µ',
  g722: 'G.722 (HD)',
  opus: 'Opus (HD)',
};

/** How each line of a call sounded: an estimate that people know (MOS), and what it is made of, both ways. */
export default function LineQuality({ call }: { call: CallDetail }) {
  const measured = call.legs.flatMap(({ quality, ...leg }) => (quality === null ? [] : [{ leg, quality }]));
  if (measured.length === 0) return null;
  return (
    <section className={styles.part}>
      <h2>Chất lượng âm thanh</h2>
      {measured.map(({ leg, quality }) => (
        <div key={leg.id} className={styles.line}>
          <p>
            <b>{leg.name ?? groupedPhone(leg.party)}</b>
            {leg.device !== null && <span className={styles.aside}> · {leg.device}</span>} <Level quality={quality} />
          </p>
          <dl className={styles.measures}>
            {measuresOf(quality).map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
      <p className={styles.aside}>
        MOS từ 1 đến 4,5 được ước tính theo E-model (ITU-T G.107) từ mất gói, độ lệch nhịp và độ trễ của chiều kém hơn.
      </p>
    </section>
  );
}

function Level({ quality: { mos, level } }: { quality: LegQuality }) {
  return (
    <Status tone={tones[level]}>
      {soundLevels[level]} · MOS {digits(mos, 1, 1)}
    </Status>
  );
}

const ms = (value: number) => `${digits(value)} ms`;

function measuresOf(quality: LegQuality): readonly (readonly [label: string, value: string])[] {
  const { far_loss_percent: far, round_trip_ms: roundTrip, worst_mos: worst, codec } = quality;
  return [
    ['Mất gói khi nói', percent(quality.loss_percent)],
    ['Mất gói khi nghe', far === null ? 'máy không báo' : percent(far)],
    ['Lệch nhịp (jitter)', ms(quality.jitter_ms)],
    ['Trễ khứ hồi', roundTrip === null ? 'máy không báo' : ms(roundTrip)],
    ...(worst === null ? [] : ([['10 giây tệ nhất', `MOS ${digits(worst, 1, 1)}`]] as const)),
    ...(codec === '' ? [] : ([['Mã hoá tiếng', codecs[codec] ?? codec]] as const)),
  ];
}
