import {
  type Calibration,
  calibratedScorers,
  calibrationDetail,
  calibrations,
  calibrationsOfCall,
  cancelCalibration,
  closeCalibration,
} from '@alo/contract';
import { AfterDelay, Button, buttonClass, Dialog, DialogActions, Quiet, Skeleton, Stack, Status } from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';

import { agreementLevelOf, alphaFormula, alphaText } from '../../domain/quality/calibration-words.ts';
import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { count, share } from '../../kit/format/numbers.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { FiguresStrip } from '../../resource/page/figures-strip.tsx';
import { Page, Surface } from '../../resource/page/page.tsx';
import styles from './quality.module.css';

const SideBySide = lazy(async () => ({ default: (await import('./side-by-side.tsx')).SideBySide }));

/** /calibration/view/$id: who has scored; once it is closed, what each said of each question, side by side. */
export default function CalibrationPage() {
  const { id = '' } = useParams({ strict: false });
  const read = useRead();
  const { data, error, refetch } = useQuery(read(calibrationDetail, { params: { id } }));
  return (
    <Page
      title={data?.name ?? 'Buổi hiệu chuẩn'}
      actions={
        <>
          <Link to="/calibrations" className={buttonClass('quiet')}>
            Mọi buổi
          </Link>
          {data !== undefined && <Leading of={data} />}
        </>
      }
    >
      {data === undefined && error !== null && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && (
        <Surface padded>
          <AfterDelay>
            <Skeleton width="100%" height={320} />
          </AfterDelay>
        </Surface>
      )}
      {data !== undefined && (
        <Stack>
          {data.state === 'closed' && <Figures of={data} />}
          <Surface padded>
            <About of={data} />
          </Surface>
          {data.state === 'closed' && (
            <Suspense fallback={<Skeleton width="100%" height={320} />}>
              <SideBySide of={data} />
            </Suspense>
          )}
        </Stack>
      )}
    </Page>
  );
}

function Figures({ of }: { of: Calibration }) {
  const level = agreementLevelOf(of.alpha);
  return (
    <FiguresStrip
      figures={[
        {
          name: 'Đồng thuận',
          formula: alphaFormula,
          value: level === undefined ? '–' : <Status tone={level.tone}>{level.words}</Status>,
          of: of.alpha === null ? undefined : alphaText(of.alpha),
        },
        {
          name: 'Khớp nhau',
          formula: 'Cặp người chấm trả lời khớp nhau ÷ mọi cặp, tính từng câu của từng cuộc gọi',
          value: share(of.agreed, of.pairs),
          of: of.pairs === 0 ? undefined : `${count(of.agreed)}/${count(of.pairs)}`,
        },
        { name: 'Đã chấm xong', value: `${count(of.given)}/${count(of.scorers)}` },
      ]}
    />
  );
}

function About({ of }: { of: Calibration }) {
  const may = useMay();
  const opens = may('call-history.view');
  return (
    <Stack>
      <Quiet size="body">
        {[
          `Phiếu “${of.sheet_name}”, bản ${of.edition}`,
          of.tolerance_percent === 0 ? 'trả lời giống hệt mới là khớp' : `lệch tới ${of.tolerance_percent}% vẫn khớp`,
          `${of.leader?.name ?? '–'} mở ${dateTime(of.created_at)}`,
          of.closed_at !== null && `đóng ${dateTime(of.closed_at)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Quiet>
      {of.note !== '' && <p className={styles.words}>{of.note}</p>}
      {of.state === 'open' && (
        <>
          <h2>Cuộc gọi</h2>
          <ul className={styles.tasks} aria-label="Cuộc gọi của buổi này">
            {of.data.map((call) => (
              <li key={call.call_id}>
                <span>{`${call.agent?.name ?? 'Nhân viên'} · ${dateTime(call.call_started_at)}`}</span>
                {call.own !== null && (
                  <Status tone={call.own.given ? 'ready' : 'paused'}>
                    {call.own.given ? 'Bạn đã chấm' : call.own.answers.length > 0 ? 'Đang chấm dở' : 'Chưa chấm'}
                  </Status>
                )}
                {opens && (
                  <Link
                    to="/call-history"
                    search={{ id: call.call_id }}
                    className={buttonClass('default', 'sm')}
                    aria-label={`Nghe${of.may.score && call.own?.given === false ? ' và chấm' : ''} cuộc của ${call.agent?.name ?? 'nhân viên'} lúc ${dateTime(call.call_started_at)}`}
                  >
                    {of.may.score && call.own?.given === false ? 'Nghe và chấm' : 'Nghe'}
                  </Link>
                )}
              </li>
            ))}
          </ul>
          <h2>Người chấm</h2>
          <ul className={styles.tasks} aria-label="Người chấm của buổi này">
            {of.people.map(({ account_id: id, name, given_at: at }) => (
              <li key={id}>
                <span>{name}</span>
                <Status tone={at === null ? 'paused' : 'ready'}>
                  {at === null ? 'Chưa chấm xong' : `Chấm xong ${dateTime(at)}`}
                </Status>
              </li>
            ))}
          </ul>
          <Quiet>Ai chấm gì chỉ hiện ra khi buổi đóng. Người chưa chấm xong lúc đó không xem được.</Quiet>
        </>
      )}
    </Stack>
  );
}

/** Closing it, or calling it off. */
function Leading({ of }: { of: Calibration }) {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const navigate = useNavigate();
  const [asks, setAsks] = useState<'close' | 'cancel'>();
  const settled = () => invalidate(calibrationDetail, calibrations, calibrationsOfCall, calibratedScorers);
  const act = useMutation({
    mutationFn: (what: 'close' | 'cancel') =>
      what === 'close'
        ? api(closeCalibration, { params: { id: of.id } })
        : api(cancelCalibration, { params: { id: of.id } }),
    onSuccess: async (_answer, what) => {
      setAsks(undefined);
      if (what === 'cancel') await navigate({ to: '/calibrations', search: {} });
      await settled();
    },
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
  });
  const missing = of.scorers - of.given;
  return (
    <>
      {of.may.cancel && (
        <Button look="quiet" onClick={() => setAsks('cancel')}>
          Huỷ buổi này
        </Button>
      )}
      {of.may.close && (
        <Button look="primary" onClick={() => setAsks('close')}>
          Đóng và xem kết quả
        </Button>
      )}
      <Dialog
        opened={asks !== undefined}
        onClose={() => setAsks(undefined)}
        title={asks === 'close' ? 'Đóng buổi hiệu chuẩn?' : 'Huỷ buổi hiệu chuẩn?'}
      >
        <p>
          {asks === 'close'
            ? `${missing === 0 ? 'Mọi người đã chấm xong.' : `Còn ${count(missing)} người chưa chấm xong: điểm của họ không được tính, và họ không xem được.`} Đóng rồi không ai sửa điểm nữa.`
            : 'Điểm mọi người đã chấm trong buổi này sẽ bị xoá.'}
        </p>
        <DialogActions>
          <Button onClick={() => setAsks(undefined)}>Thôi</Button>
          <Button
            look={asks === 'close' ? 'primary' : 'danger'}
            busy={act.isPending}
            onClick={() => asks !== undefined && act.mutate(asks)}
          >
            {asks === 'close' ? 'Đóng buổi' : 'Huỷ buổi'}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
