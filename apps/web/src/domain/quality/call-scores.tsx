import {
  beginEvaluation,
  calibrationsOfCall,
  type EvaluationRow,
  evaluationStates,
  evaluationsOfCall,
} from '@alo/contract';
import { Actions, Button, Quiet, Status } from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { useMay } from '../../kit/me/me.ts';
import { CallCalibrations } from './call-calibrations.tsx';
import { OneScore } from './one-score.tsx';
import type { MarkShown, Playhead } from './playhead.ts';
import styles from './quality.module.css';
import { scoreText, scoreTones } from './score-words.ts';

/** The scores of a call beside its recording: given, read, disputed and decided here. */
export default function CallScores({ call, isRecorded, heard, onMarks }: Shown) {
  const may = useMay();
  return (
    <>
      {may(evaluationsOfCall.access) && <Scores call={call} heard={heard} onMarks={onMarks} />}
      {may(calibrationsOfCall.access) && <CallCalibrations call={call} isRecorded={isRecorded} />}
    </>
  );
}

interface Shown {
  call: string;
  /** There is something to be heard. */
  isRecorded: boolean;
  heard: RefObject<Playhead>;
  onMarks: (marks: readonly MarkShown[]) => void;
}

function Scores({ call, heard, onMarks }: Omit<Shown, 'isRecorded'>) {
  const read = useRead();
  const { data } = useQuery(read(evaluationsOfCall, { params: { id: call } }));
  const [chosen, setChosen] = useState<string>();
  if (data === undefined || (data.data.length === 0 && data.sheets.length === 0)) return null;
  const { data: scores } = data;
  const open = scores.find(({ id }) => id === chosen) ?? (scores.length === 1 ? scores[0] : undefined);
  const used = new Set(scores.filter(({ state }) => state !== 'due').map(({ sheet_id: id }) => id));
  const sheets = data.sheets.filter(({ id }) => !used.has(id));
  return (
    <section className={styles.part} aria-label="Chấm điểm">
      <h2>Chấm điểm</h2>
      {scores.length > 0 && (
        <ul className={styles.scores}>
          {scores.map((score) => (
            <li key={score.id}>
              <ScoreLine score={score} isOpen={score.id === open?.id} onOpen={() => setChosen(score.id)} />
            </li>
          ))}
        </ul>
      )}
      {open && <OneScore key={open.id} id={open.id} heard={heard} onMarks={onMarks} />}
      {sheets.length > 0 && <Begin call={call} agent={data.agent?.name ?? ''} sheets={sheets} onBegun={setChosen} />}
    </section>
  );
}

function ScoreLine({ score, isOpen, onOpen }: { score: EvaluationRow; isOpen: boolean; onOpen: () => void }) {
  return (
    <div className={styles.line}>
      <b>{score.sheet_name}</b>
      <Status tone={scoreTones[score.state]}>{evaluationStates[score.state]}</Status>
      {score.percent !== null && <span className={styles.percent}>{scoreText(score.percent)}</span>}
      {!isOpen && (
        <Button size="sm" look="quiet" aria-label={`Xem điểm theo ${score.sheet_name}`} onClick={onOpen}>
          Xem
        </Button>
      )}
      {score.reason !== '' && <p className={styles.why}>{score.reason}</p>}
    </div>
  );
}

function Begin({
  call,
  agent,
  sheets,
  onBegun,
}: {
  call: string;
  agent: string;
  sheets: readonly { id: string; name: string }[];
  onBegun: (id: string) => void;
}) {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const begin = useMutation({
    mutationFn: (sheet: string) => api(beginEvaluation, { body: { call_id: call, sheet_id: sheet } }),
    onSuccess: ({ id }) => onBegun(id),
    onSettled: () => invalidate(evaluationsOfCall),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
  });
  return (
    <>
      <Quiet>Chấm cuộc gọi của {agent} theo phiếu:</Quiet>
      <Actions>
        {sheets.map(({ id, name }) => (
          <Button key={id} size="sm" busy={begin.isPending} onClick={() => begin.mutate(id)}>
            {name}
          </Button>
        ))}
      </Actions>
    </>
  );
}
