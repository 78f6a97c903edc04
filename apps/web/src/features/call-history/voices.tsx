import { type CallRow, type callWaveform, type ResultOf, voiceFigures } from '@alo/contract';
import { Button } from '@alo/ui';
import { percent } from '../../kit/format/numbers.ts';
import { minutesSeconds } from '../../kit/format/time.ts';
import { Explained } from '../../resource/page/explained.tsx';
import styles from './call-history.module.css';

type Voices = NonNullable<ResultOf<typeof callWaveform>['voices']>;
type Stretch = Voices['left'][number];

/** Under the wave: when each side spoke, and when nobody did. What it comes to is told in words beside it. */
export const VoiceLanes = ({ voices, seconds }: { voices: Voices; seconds: number }) => (
  <svg
    className={styles.lanesOfVoices}
    viewBox={`0 0 ${Math.max(seconds, 0.1)} 3`}
    preserveAspectRatio="none"
    aria-hidden
  >
    <Lane stretches={voices.left} y={0} />
    <Lane stretches={voices.silences} y={1.15} isSilence />
    <Lane stretches={voices.right} y={2.1} />
  </svg>
);

const Lane = ({
  stretches,
  y,
  isSilence = false,
}: {
  stretches: readonly Stretch[];
  y: number;
  isSilence?: boolean;
}) => (
  <>
    {stretches.map(([from, to]) => (
      <rect
        key={from}
        x={from}
        y={y}
        width={to - from}
        height={isSilence ? 0.7 : 0.9}
        data-silence={isSilence || undefined}
      />
    ))}
  </>
);

/** How much each spoke, by loudness alone, and ways to the longest silences. */
export function VoiceTimes({
  voices,
  direction,
  onSeek,
}: {
  voices: Voices;
  direction: CallRow['direction'];
  onSeek: (to: number) => void;
}) {
  const { agent_percent: ofAgent, overtalk_percent: overtalk, dead_air_seconds: deadAir } = voices.told;
  const told = (value: number | null) => (value === null ? '–' : percent(value));
  const longest = voices.silences
    .toSorted((one, other) => other[1] - other[0] - (one[1] - one[0]))
    .slice(0, shownSilences);
  return (
    <div className={styles.voices}>
      <dl>
        {direction !== 'internal' && (
          <div>
            <dt>
              <Explained word={voiceFigures.agent_share.label} by={voiceFigures.agent_share.formula} />
            </dt>
            <dd>{told(ofAgent)}</dd>
          </div>
        )}
        <div>
          <dt>
            <Explained word={voiceFigures.overtalk.label} by={voiceFigures.overtalk.formula} />
          </dt>
          <dd>{told(overtalk)}</dd>
        </div>
        <div>
          <dt>
            <Explained word="Tổng im lặng" by="Tổng các đoạn từ 3 giây trở lên mà không ai nói" />
          </dt>
          <dd>{minutesSeconds(deadAir)}</dd>
        </div>
      </dl>
      {longest.length > 0 && (
        <ul aria-label="Các đoạn im lặng dài nhất">
          {longest
            .toSorted(([one], [other]) => one - other)
            .map(([from, to]) => (
              <li key={from}>
                <Button size="sm" look="quiet" onClick={() => onSeek(Math.max(0, from - leadSeconds))}>
                  {`Im lặng ${minutesSeconds(to - from)} từ ${minutesSeconds(from)}`}
                </Button>
              </li>
            ))}
        </ul>
      )}
    </div>
  );
}

const shownSilences = 3;
/** What was said before the silence is heard as well. */
const leadSeconds = 2;
