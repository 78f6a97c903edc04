import {
  answerCalibration,
  type CalibratedCall,
  type Calibration,
  type CalibrationRow,
  calibratedScorers,
  calibrationDetail,
  calibrationStates,
  calibrations,
  calibrationsOfCall,
  type EvaluationAnswer,
  openCalibration,
  scoreOf,
} from '@alo/contract';
import { Actions, Button, buttonClass, Quiet, Stack, Status } from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { useMay } from '../../kit/me/me.ts';
import { Answers } from './answers.tsx';
import { calibrationTones } from './calibration-words.ts';
import styles from './quality.module.css';
import { scoreText, valuesOf } from './score-words.ts';

/** The calibrations that a call is part of: whoever is asked scores it here, beside its recording. */
export function CallCalibrations({ call, isRecorded }: { call: string; isRecorded: boolean }) {
  const read = useRead();
  const may = useMay();
  const { data } = useQuery(read(calibrationsOfCall, { params: { id: call } }));
  const opens = isRecorded && may(openCalibration.access);
  if (data === undefined || (data.data.length === 0 && !opens)) return null;
  return (
    <section className={styles.part} aria-label="Hiệu chuẩn">
      <h2>Hiệu chuẩn</h2>
      {data.data.map((row) => (
        <OfCall key={row.id} row={row} call={call} />
      ))}
      {opens && (
        <>
          <Quiet>
            Nhiều người cùng chấm cuộc này, không thấy điểm của nhau, để xem có hiểu phiếu giống nhau không.
          </Quiet>
          <Actions>
            <Link to="/calibration/open" search={{ call }} className={buttonClass()}>
              Mở buổi hiệu chuẩn
            </Link>
          </Actions>
        </>
      )}
    </section>
  );
}

function OfCall({ row, call }: { row: CalibrationRow; call: string }) {
  return (
    <>
      <div className={styles.line}>
        <b>{row.name}</b>
        <Status tone={calibrationTones[row.state]}>{calibrationStates[row.state]}</Status>
        <Link to="/calibration/view/$id" params={{ id: row.id }}>
          {row.state === 'closed' ? 'Xem kết quả' : 'Xem buổi này'}
        </Link>
      </div>
      {row.to_score && <Asked id={row.id} call={call} />}
    </>
  );
}

function Asked({ id, call }: { id: string; call: string }) {
  const read = useRead();
  const { data } = useQuery(read(calibrationDetail, { params: { id } }));
  const its = data?.data.find(({ call_id: of }) => of === call);
  if (data === undefined || its?.own == null) return null;
  if (its.own.given) return <Quiet>Bạn đã chấm cuộc này.</Quiet>;
  return <BlindScoring of={data} call={its} own={its.own.answers} />;
}

/** What somebody says of a call. Nothing is said beforehand, not even what was measured: all are to have listened. */
function BlindScoring({ of, call, own }: { of: Calibration; call: CalibratedCall; own: readonly EvaluationAnswer[] }) {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const [answers, setAnswers] = useState(own);
  const [asked, setAsked] = useState(false);
  const { percent, missing } = scoreOf(of, valuesOf(answers));
  const give = useMutation({
    mutationFn: (given: boolean) =>
      api(answerCalibration, { params: { id: of.id }, body: { call_id: call.call_id, answers: [...answers], given } }),
    onSuccess: (_answer, given) =>
      toasts.show({
        kind: 'success',
        text: given ? 'Đã gửi. Khi buổi đóng, mọi người thấy điểm của nhau.' : 'Đã lưu nháp',
      }),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    onSettled: () => invalidate(calibrationDetail, calibrationsOfCall, calibrations, calibratedScorers),
  });
  return (
    <Stack
      as="form"
      aria-label={`Chấm hiệu chuẩn ${of.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (missing.length === 0) give.mutate(true);
      }}
    >
      <Answers
        of={{ sections: of.sections, fatal_percent: of.fatal_percent, measured: null }}
        answers={answers}
        wrong={asked ? missing : []}
        onAnswers={setAnswers}
      />
      <p className={styles.sum}>
        <output aria-label="Điểm hiệu chuẩn">{scoreText(percent)}</output>
        {missing.length > 0 && ` · còn ${missing.length} câu`}
      </p>
      {asked && missing.length > 0 && (
        <p role="alert" className={styles.wrong}>
          Còn {missing.length} câu chưa chấm.
        </p>
      )}
      <Actions>
        <Button type="submit" look="primary" busy={give.isPending && give.variables} disabled={give.isPending}>
          Gửi điểm hiệu chuẩn
        </Button>
        <Button busy={give.isPending && !give.variables} disabled={give.isPending} onClick={() => give.mutate(false)}>
          Lưu nháp
        </Button>
      </Actions>
    </Stack>
  );
}
