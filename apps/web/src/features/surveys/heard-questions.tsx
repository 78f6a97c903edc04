import { type ResultOf, speakSurvey, surveyHeard } from '@alo/contract';
import { Button, Quiet } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useRead } from '../../kit/api/queries.ts';
import { useMay } from '../../kit/me/me.ts';
import styles from './surveys.module.css';

type Question = ResultOf<typeof surveyHeard>['questions'][number];

const words: Readonly<Record<Question['heard'], string>> = {
  recorded: 'Lời thu sẵn',
  spoken: 'Máy đọc',
  silent: 'Chưa có tiếng: cuộc gọi bỏ qua câu này',
  'by-people': 'Chỉ nhân viên hỏi được',
};

/** How each question is heard by whoever answers by keys. */
export function HeardQuestions({ id }: { id: string }) {
  const { api, changes, toasts } = useConsole();
  const may = useMay();
  const [busy, setBusy] = useState(false);
  const { data } = useQuery(useRead()(surveyHeard, { params: { id } }));
  if (data === undefined || data.questions.length === 0) return null;
  const silent = data.questions.filter(({ heard }) => heard === 'silent');
  const speak = async () => {
    setBusy(true);
    try {
      await api(speakSurvey, { params: { id } });
      await changes.stale('survey-question');
    } catch (error) {
      toasts.show({ key: 'survey-speech', kind: 'error', ...explain(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.question} aria-label="Trả lời bằng phím">
      <h2>Trả lời bằng phím</h2>
      <Quiet size="body">
        Chọn khảo sát này ở “Sau khi nhân viên gác máy” của quy tắc gọi vào hoặc hàng đợi, hoặc bấm “Mời khảo sát” khi
        chuyển cuộc gọi.
      </Quiet>
      <ol className={styles.heard}>
        {data.questions.map(({ id: question, name, heard, duration_ms: ms }) => (
          <li key={question}>
            {name}{' '}
            <span className={styles.share}>
              {words[heard]}
              {ms !== null && ` · ${Math.max(1, Math.round(ms / 1000))} giây`}
            </span>
          </li>
        ))}
      </ol>
      {silent.length > 0 && may(speakSurvey.access) && (
        <Button busy={busy} onClick={() => void speak()}>
          Cho máy đọc {silent.length} câu chưa có tiếng
        </Button>
      )}
    </section>
  );
}
