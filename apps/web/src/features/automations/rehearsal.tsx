import { automations as contract, type ResultOf, rehearseAutomation } from '@alo/contract';
import { Button, Quiet } from '@alo/ui';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { count } from '../../kit/format/numbers.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import type { PreviewProps } from '../../resource/model/resource.ts';
import styles from './automations.module.css';
import { sentenceOf } from './sentence.ts';

type Result = ResultOf<typeof rehearseAutomation>;

/** Below the form: what it says in one sentence, and what it would have done. */
export function Rehearsal({ draft }: PreviewProps) {
  const { api } = useConsole();
  const may = useMay();
  // What stands in the form may be anything; the same schema reads it as when it is saved.
  const read = contract.input.safeParse(draft);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (body: (typeof contract.input)['_output']) => api(rehearseAutomation, { body }),
  });
  return (
    <div className={styles.rehearsal}>
      {read.success && <p>{sentenceOf(read.data)}</p>}
      <Button
        busy={isPending}
        disabled={!read.success || !may('automations.view')}
        onClick={() => read.data && mutate(read.data)}
      >
        Diễn tập 30 ngày qua
      </Button>
      {!read.success && <Quiet>Điền đủ “Khi” và “Thì” rồi diễn tập được.</Quiet>}
      {error !== null && <p role="alert">{explain(error).text}</p>}
      <div aria-live="polite">{data !== undefined && <Outcome result={data} />}</div>
    </div>
  );
}

function Outcome({ result }: { result: Result }) {
  const { impossible, days, happened, runs, messages, refused, reasons, examples } = result;
  if (impossible !== null) return <p>{impossible}.</p>;
  const said = [
    `sẽ chạy ${count(runs)} lần`,
    messages + refused > 0 ? `gửi ${count(messages)} tin` : '',
    refused > 0 ? `${count(refused)} bị luật hoặc khách chặn` : '',
  ].filter(Boolean);
  return (
    <>
      <p>
        <b>
          {days} ngày qua: {said.join(', ')}.
        </b>{' '}
        Xảy ra {count(happened)} lần; theo hồ sơ khách hiện nay, không có gì được gửi.
      </p>
      {reasons.length > 0 && (
        <ul>
          {reasons.map(({ why, n }) => (
            <li key={why}>
              {count(n)} lần không: {why}
            </li>
          ))}
        </ul>
      )}
      {examples.length > 0 && (
        <details>
          <summary>Những lần gần nhất</summary>
          <ul>
            {examples.map(({ at, call_id: call, customer_name: name, words }) => (
              <li key={`${at} ${call}`}>
                {call === null ? (
                  dateTime(at)
                ) : (
                  <Link to="/call-history" search={{ id: call }}>
                    {dateTime(at)}
                  </Link>
                )}
                {[name, words].filter(Boolean).map((word) => ` · ${word}`)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
