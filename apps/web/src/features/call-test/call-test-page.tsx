import { callStatuses, type ResultOf, tryCall } from '@alo/contract';
import { Quiet, Status } from '@alo/ui';
import { useState } from 'react';
import { DecisionTrace } from '../../domain/trace/decision-trace.tsx';
import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { clock, clockOfMinute, isoDay, momentAt } from '../../kit/format/time.ts';
import { useThrottled } from '../../kit/live/use-throttled.ts';
import { Page } from '../../resource/page/page.tsx';
import styles from './call-test.module.css';
import { CallTestForm, type CallTestInput } from './call-test-form.tsx';
import { DayStrip } from './day-strip.tsx';

type Tried = ResultOf<typeof tryCall> & { asked: CallTestInput };

/** Where a call would go, rule by rule and why: nobody's phone rings. */
export default function CallTestPage() {
  const { api, toasts } = useConsole();
  const [tried, setTried] = useState<Tried>();
  const tryOut = async (asked: CallTestInput) => setTried({ ...(await api(tryCall, { body: asked })), asked });
  const again = (asked: CallTestInput) =>
    void tryOut(asked).catch((error: unknown) => toasts.show({ kind: 'error', ...explain(error) }));
  return (
    <Page title="Thử luồng">
      <div className={styles.columns}>
        <CallTestForm onTry={tryOut} />
        <section className={styles.result} aria-label="Kết quả">
          {tried === undefined ? (
            <Quiet size="body">
              Chọn đầu số, người gọi và thời điểm rồi bấm Thử: cuộc gọi đi qua đúng các quy tắc đang dùng, không máy nào
              đổ chuông.
            </Quiet>
          ) : (
            <>
              <WholeDay key={dayOf(tried.asked)} asked={tried.asked} onTry={again} />
              <h2 aria-live="polite">
                <Outcome tried={tried} />
              </h2>
              <DecisionTrace startedAt={tried.asked.at} trace={tried.trace} />
            </>
          )}
        </section>
      </div>
    </Page>
  );
}

/** The moment that was tried, on its day; whoever drags it tries another one. */
function WholeDay({ asked, onTry }: { asked: CallTestInput; onTry: (asked: CallTestInput) => void }) {
  const [minute, setMinute] = useState(() => minuteOf(asked));
  const day = dayOf(asked);
  const { at: _, ...call } = asked;
  const tryNow = useThrottled(() => onTry({ ...call, at: momentAt(day, clockOfMinute(minute)) }), dragMs);
  return (
    <DayStrip
      asked={{ ...call, day }}
      minute={minute}
      onMinute={(next) => {
        setMinute(next);
        tryNow();
      }}
    />
  );
}

const dragMs = 250;
const dayOf = ({ at }: CallTestInput): string => isoDay(at);
const minuteOf = ({ at }: CallTestInput): number => {
  const [hours = 0, minutes = 0] = clock(at).split(':').map(Number);
  return hours * 60 + minutes;
};

function Outcome({ tried: { ends, extension, status, seconds } }: { tried: Tried }) {
  if (ends === 'talks') {
    const who = extension === '' ? 'Số bên ngoài nghe máy' : `Máy nhánh ${extension} nghe máy`;
    return <Status tone="ready">{`${who} sau ${seconds} giây`}</Status>;
  }
  if (ends === 'waits') return <Status tone="ringing">Vẫn chờ, không ai nhận</Status>;
  return <Status tone="bad">{`${status === null ? 'Kết thúc' : callStatuses[status]} sau ${seconds} giây`}</Status>;
}
