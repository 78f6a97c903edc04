import { allAccount, type ContactRow, contactMoves, customers, jobs, moveContacts } from '@alo/contract';
import { BulkBar, Button, Dialog, DialogActions, Quiet, Skeleton } from '@alo/ui';
import { Suspense, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { ApiProblem, explain } from '../../kit/api/problem.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import { total as inWords, type Total } from '../../kit/format/numbers.ts';
import { useMay } from '../../kit/me/me.ts';
import { type Selection, sizeOf, type useChosen } from '../../resource/bulk/use-chosen.ts';
import { reference } from '../../resource/fields/references.tsx';
import styles from './contacts.module.css';

type Asked = keyof typeof contactMoves | 'do-not-call';

const doNotCall = 'Đánh dấu từ chối quảng cáo';
const labels: Readonly<Record<Asked, string>> = { ...contactMoves, 'do-not-call': doNotCall };

/** What comes of it, said before it is done. */
const words: Readonly<Record<Asked, string>> = {
  'call-again':
    'Những khách này được gọi lại từ đầu như chưa gọi lần nào, kể cả khách đã xong. Kết quả các cuộc đã gọi vẫn còn. Khách đang được gọi giữ nguyên. Không hoàn tác được.',
  assign:
    'Chỉ người này được nhận những khách này, chừng nào họ còn hoạt động và còn trong chiến dịch. Để trống: ai cũng nhận được.',
  'take-out':
    'Những khách này không còn trong chiến dịch; hồ sơ khách và các cuộc gọi vẫn còn. Khách đang được gọi ở lại. Không hoàn tác được.',
  'do-not-call':
    'Những khách này được ghi là từ chối quảng cáo: không chiến dịch quảng cáo nào gọi họ nữa. Hoàn tác được trong một ngày ở “Việc đang chạy”.',
};

const person = reference('Giao cho', allAccount);

/** Lies over the toolbar while customers of a campaign are chosen. */
export default function ContactMoves({
  campaignId,
  selection,
  found,
}: {
  campaignId: string;
  selection: ReturnType<typeof useChosen<ContactRow>>;
  /** How many the list finds. */
  found: Total | undefined;
}) {
  const may = useMay();
  const [asked, setAsked] = useState<Asked>();
  const { chosen } = selection;
  const size = sizeOf(chosen);
  const left = found !== undefined && chosen.kind === 'rows' && chosen.rows.size < found.total;
  const { setAll } = customers;
  const offered: readonly Asked[] = [
    'assign',
    'call-again',
    // Of customers who are picked by name.
    ...(chosen.kind === 'rows' && setAll !== undefined && may(setAll.access) ? (['do-not-call'] as const) : []),
    'take-out',
  ];
  return (
    <>
      <BulkBar
        count={size.total}
        said={chosen.kind === 'all' ? `tất cả ${inWords(size)}` : undefined}
        onClear={selection.clear}
      >
        {left && (
          <Button size="sm" look="quiet" onClick={() => selection.chooseAll(found)}>
            Chọn tất cả {inWords(found)} kết quả
          </Button>
        )}
        {offered.map((to) => (
          <Button key={to} size="sm" look={to === 'take-out' ? 'danger-quiet' : 'quiet'} onClick={() => setAsked(to)}>
            {labels[to]}
          </Button>
        ))}
      </BulkBar>
      {asked !== undefined && (
        <MoveDialog
          campaignId={campaignId}
          to={asked}
          chosen={chosen}
          onClose={(begun) => {
            setAsked(undefined);
            if (begun) selection.clear();
          }}
        />
      )}
    </>
  );
}

function MoveDialog({
  campaignId,
  to,
  chosen,
  onClose,
}: {
  campaignId: string;
  to: Asked;
  chosen: Selection<ContactRow>;
  onClose: (begun: boolean) => void;
}) {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const [account, setAccount] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const many = `${inWords(sizeOf(chosen))} khách`;
  const begin = () => {
    if (to !== 'do-not-call') {
      const wanted = chosen.kind === 'all' ? chosen.wanted : { ids: [...chosen.rows.keys()] };
      return api(moveContacts, { params: { id: campaignId }, body: { wanted, move: to, account_id: account } });
    }
    const { setAll } = customers;
    if (setAll === undefined || chosen.kind === 'all') throw new Error('Customers are picked by name.');
    const ids = [...chosen.rows.values()].map(({ customer_id: customer }) => customer);
    return api(setAll, { body: { set: { do_not_call: true }, wanted: { search: '', filters: {}, ids } } });
  };
  const start = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await begin();
      void invalidate(jobs);
      toasts.show({ kind: 'info', text: `${labels[to]}: đang làm với ${many}, danh sách tự cập nhật khi xong` });
      onClose(true);
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };
  return (
    <Dialog opened onClose={() => onClose(false)} title={`${labels[to]}: ${many}`} place="top">
      <div className={styles.ask}>
        {to === 'assign' && (
          <Suspense fallback={<Skeleton width="100%" height={34} />}>
            <person.Control
              name="account_id"
              label={person.label}
              hint={undefined}
              problems={{}}
              required={false}
              disabled={false}
              value={account}
              onChange={(value) => setAccount(value ?? null)}
              onBlur={() => undefined}
            />
          </Suspense>
        )}
        <Quiet size="body">{words[to]}</Quiet>
        {problem !== undefined && <p role="alert">{whyNot(problem)}</p>}
        <DialogActions>
          <Button onClick={() => onClose(false)}>Bỏ qua</Button>
          <Button look={to === 'take-out' ? 'danger' : 'primary'} busy={busy} onClick={() => void start()}>
            {labels[to]}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

function whyNot(problem: unknown): string {
  const stranger = problem instanceof ApiProblem ? problem.body.fields['account_id'] : undefined;
  return stranger ?? explain(problem).text;
}
