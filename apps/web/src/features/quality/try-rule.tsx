import { evaluations, type RowOf, runSamplingRule, samplingRules, trySamplingRule } from '@alo/contract';
import { Actions, Button, Quiet } from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import styles from './quality.module.css';

/** What a rule would choose of the period that goes on, and choosing it now. */
export function TryRule({ row }: { row: RowOf<typeof samplingRules> }) {
  const read = useRead();
  const may = useMay();
  const { api, toasts, changes } = useConsole();
  const invalidate = useInvalidate();
  const [asked, setAsked] = useState(false);
  const { data, isFetching } = useQuery({ ...read(trySamplingRule, { params: { id: row.id } }), enabled: asked });
  const run = useMutation({
    mutationFn: () => api(runSamplingRule, { params: { id: row.id } }),
    onSuccess: ({ chosen }) => {
      void changes.stale(samplingRules.screen);
      toasts.show({ kind: 'success', text: chosen === 0 ? 'Không có cuộc nào mới' : `Đã chọn ${count(chosen)} cuộc` });
    },
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    onSettled: () => invalidate(trySamplingRule, evaluations),
  });
  return (
    <>
      <Actions apart={20}>
        {!asked && <Button onClick={() => setAsked(true)}>Thử luật</Button>}
        {may(runSamplingRule.access) && (
          <Button busy={run.isPending} onClick={() => run.mutate()}>
            Chọn ngay
          </Button>
        )}
      </Actions>
      {asked && data !== undefined && (
        <section aria-label="Thử luật" aria-busy={isFetching}>
          <Quiet>
            {data.calls === 0 ? 'Kỳ này chưa có cuộc nào để chọn thêm.' : `Kỳ này luật chọn ${count(data.calls)} cuộc:`}
          </Quiet>
          <ul className={styles.tried}>
            {data.data.map((call) => (
              <li key={call.call_id}>
                <Link to="/call-history" search={{ id: call.call_id }}>
                  {call.agent_name} · {dateTime(call.started_at)}
                </Link>
                <span>{call.reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
