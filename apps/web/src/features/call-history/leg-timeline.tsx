import { groupedPhone } from '../../kit/format/phone.ts';
import { lasted, minutesSeconds } from '../../kit/format/time.ts';
import type { CallDetail } from './call-detail.ts';
import styles from './call-history.module.css';
import { onHoldOf } from './on-hold.ts';

/** Each party's time on the line as a bar over the whole conversation: ringing pale, talking full, on hold in its own colour and in words. */
export function LegTimeline({ call }: { call: CallDetail }) {
  const start = Date.parse(call.started_at);
  const end = Math.max(
    start + 1000,
    ...call.legs.map((leg) => Date.parse(leg.ended_at ?? call.ended_at ?? new Date().toISOString())),
  );
  const share = (at: number) => `${(((at - start) / (end - start)) * 100).toFixed(2)}%`;
  return (
    <ul className={styles.legs}>
      {call.legs.map((leg) => {
        const from = Date.parse(leg.started_at);
        const to = leg.ended_at === null ? end : Date.parse(leg.ended_at);
        const answered = leg.answered_at === null ? undefined : Date.parse(leg.answered_at);
        const rang = ((answered ?? to) - from) / 1000;
        const holds = onHoldOf(call, leg);
        const talked = answered === undefined ? undefined : (to - answered) / 1000;
        return (
          <li key={leg.id}>
            <p>
              <b>{leg.name ?? groupedPhone(leg.party)}</b>
              <span>
                đổ chuông {lasted(rang)}
                {talked === undefined ? ', không nghe' : `, nói chuyện ${lasted(talked)}`}
              </span>
            </p>
            <div className={styles.track} aria-hidden>
              <span
                className={styles.rang}
                style={{ left: share(from), right: `calc(100% - ${share(answered ?? to)})` }}
              />
              {answered !== undefined && (
                <span className={styles.talked} style={{ left: share(answered), right: `calc(100% - ${share(to)})` }} />
              )}
              {holds.map((hold) => (
                <span
                  key={`${hold.from} ${hold.words}`}
                  className={styles.waited}
                  style={{ left: share(hold.from), right: `calc(100% - ${share(hold.to)})` }}
                />
              ))}
            </div>
            {holds.length > 0 && (
              <ul className={styles.holds} aria-label="Các lần giữ máy">
                {holds.map(({ from: begin, to: end, words }) => (
                  <li key={`${begin} ${words}`}>
                    {words} {minutesSeconds((begin - start) / 1000)}–{minutesSeconds((end - start) / 1000)}
                  </li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}
