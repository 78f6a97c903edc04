import {
  addNumberPaper,
  type NumberState,
  numberCaseOf,
  numberPaperFile,
  numberStates,
  operatedNumberCase,
  operatedNumberPaper,
  paperLimits,
  type ResultOf,
  removeNumberPaper,
  stepNeedsWords,
  stepNumber,
  stepOperatedNumber,
} from '@alo/contract';
import {
  Actions,
  Button,
  Dialog,
  DialogActions,
  FileField,
  IconButton,
  IconDownload,
  IconTrash,
  Stack,
  Status,
  TextAreaField,
} from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useRead } from '../../kit/api/queries.ts';
import { tellProblem } from '../../kit/api/tell-problem.ts';
import { saveFile } from '../../kit/browser/save-file.ts';
import { fileSize } from '../../kit/format/numbers.ts';
import { Moment } from '../../resource/page/moment.tsx';
import styles from './number-case.module.css';
import { numberStateTones } from './state-tones.ts';

type Case = ResultOf<typeof numberCaseOf>;
type Who = 'company' | 'operator';

/** How far a number has come, its papers and what became of it: as its company sees and changes it, or as the operator decides. */
export function NumberCase({
  id,
  who,
  mayChange,
  onChanged,
}: {
  id: string;
  who: Who;
  mayChange: boolean;
  onChanged: () => Promise<unknown>;
}) {
  const read = useRead();
  const { data, refetch } = useQuery(read(who === 'company' ? numberCaseOf : operatedNumberCase, { params: { id } }));
  if (data === undefined) return null;
  const changed = () => Promise.all([refetch(), onChanged()]);
  return (
    <section className={styles.case} aria-label="Hồ sơ và trạng thái">
      <h2>Hồ sơ và trạng thái</h2>
      <p>
        <Status tone={numberStateTones[data.state]}>{numberStates[data.state]}</Status>
        {data.state !== 'active' && ' Đầu số không nhận cuộc gọi và không gọi ra.'}
      </p>
      {data.words !== '' && (
        <p className={styles.words}>
          {data.by_operator ? 'Đơn vị vận hành' : 'Doanh nghiệp'}: {data.words}
        </p>
      )}
      {who === 'company' && data.state === 'papers' && mayChange && (
        <p>Tải giấy tờ lên rồi nộp: giấy phép kinh doanh, hợp đồng đầu số, giấy uỷ quyền. Đơn vị vận hành duyệt.</p>
      )}
      <Papers id={id} its={data} who={who} mayChange={mayChange} onChanged={changed} />
      {mayChange && <Steps id={id} its={data} who={who} onChanged={changed} />}
      {data.history.length > 0 && (
        <ol className={styles.history} aria-label="Diễn biến">
          {data.history.map(({ state, words, by, by_operator: byOperator, at }) => (
            <li key={`${at}${state}`}>
              {numberStates[state]}
              <small>
                {[byOperator ? 'Đơn vị vận hành' : '', by].filter(Boolean).join(': ')} · <Moment at={at} />
              </small>
              {words !== '' && <small>{words}</small>}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Papers({
  id,
  its,
  who,
  mayChange,
  onChanged,
}: {
  id: string;
  its: Case;
  who: Who;
  mayChange: boolean;
  onChanged: () => Promise<unknown>;
}) {
  const { api, toasts } = useConsole();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const tell = (error: unknown) => toasts.show({ kind: 'error', ...explain(error) });
  const bring = useMutation({
    mutationFn: (body: { file: File; service_number_id: string }) => api(addNumberPaper, { body }),
    onSuccess: () => {
      setErrors({});
      return onChanged();
    },
    onError: (error) => {
      tellProblem(error, toasts, setErrors);
    },
  });
  const remove = useMutation({
    mutationFn: (paper: string) => api(removeNumberPaper, { params: { id, paper_id: paper } }),
    onSuccess: onChanged,
    onError: tell,
  });
  const endpoint = who === 'company' ? numberPaperFile : operatedNumberPaper;
  const take = useMutation({
    mutationFn: async ({ id: paper, name }: Case['papers'][number]) =>
      saveFile(await api.file(endpoint, { params: { id, paper_id: paper } }), name),
    onError: tell,
  });
  const mayBring = who === 'company' && mayChange && its.state !== 'review' && its.state !== 'ended';
  const mayRemove = who === 'company' && mayChange && (its.state === 'papers' || its.state === 'ended');
  if (its.papers.length === 0 && !mayBring) return null;
  return (
    <>
      <ul className={styles.papers} aria-label="Giấy tờ">
        {its.papers.map((paper) => (
          <li key={paper.id}>
            <span>
              {paper.name}
              <small>
                {fileSize(paper.bytes)} · {paper.by} · <Moment at={paper.created_at} />
              </small>
            </span>
            {mayChange && (
              <IconButton size="sm" label={`Tải ${paper.name}`} onClick={() => take.mutate(paper)}>
                <IconDownload aria-hidden />
              </IconButton>
            )}
            {mayRemove && (
              <IconButton size="sm" label={`Xoá ${paper.name}`} onClick={() => remove.mutate(paper.id)}>
                <IconTrash aria-hidden />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {mayBring && its.papers.length < paperLimits.ofNumber && (
        <FileField
          label="Thêm giấy tờ"
          hint={`PDF, JPG hay PNG, tối đa ${fileSize(paperLimits.bytes)}. Chỉ doanh nghiệp và đơn vị vận hành xem được.`}
          accept=".pdf,.jpg,.jpeg,.png"
          sizeText={fileSize}
          disabled={bring.isPending}
          error={errors['file']}
          value={null}
          onChange={(file) => file !== null && bring.mutate({ file, service_number_id: id })}
        />
      )}
    </>
  );
}

/** What the step is called for who takes it. */
function wordOf(from: NumberState, to: NumberState, who: Who): string {
  switch (to) {
    case 'review':
      return 'Nộp hồ sơ';
    case 'papers':
      if (from === 'ended') return 'Dùng lại';
      return who === 'company' && from === 'review' ? 'Rút hồ sơ về' : 'Yêu cầu hồ sơ';
    case 'active':
      return from === 'papers' || from === 'review' ? 'Duyệt' : 'Cho hoạt động lại';
    case 'paused':
      return 'Tạm dừng';
    case 'ended':
      return 'Ngừng đầu số';
    default:
      return to satisfies never;
  }
}

function Steps({ id, its, who, onChanged }: { id: string; its: Case; who: Who; onChanged: () => Promise<unknown> }) {
  const { api, toasts } = useConsole();
  const [asked, setAsked] = useState<NumberState>();
  const [words, setWords] = useState('');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const take = useMutation({
    mutationFn: (to: NumberState) =>
      api(who === 'company' ? stepNumber : stepOperatedNumber, { params: { id }, body: { to, words } }),
    onSuccess: async ({ state }) => {
      setAsked(undefined);
      setWords('');
      setErrors({});
      toasts.show({ kind: 'success', text: `Đầu số: ${numberStates[state]}` });
      await onChanged();
    },
    onError: (error) => {
      tellProblem(error, toasts, setErrors);
    },
  });
  /** What stops calls is said once more before. */
  const go = (to: NumberState) =>
    stepNeedsWords(to, who) || to === 'ended' || to === 'paused' || its.state === 'active'
      ? setAsked(to)
      : take.mutate(to);
  if (its.steps.length === 0) return null;
  return (
    <>
      <Actions>
        {its.steps.map((to) => (
          <Button
            key={to}
            busy={take.isPending && take.variables === to}
            look={to === 'review' || to === 'active' ? 'primary' : to === 'ended' ? 'danger-quiet' : 'default'}
            onClick={() => go(to)}
          >
            {wordOf(its.state, to, who)}
          </Button>
        ))}
      </Actions>
      <Dialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked === undefined ? '' : `${wordOf(its.state, asked, who)}?`}
      >
        <Stack>
          <p>Đầu số thôi nhận cuộc gọi và không gọi ra nữa; cuộc đang nói không bị ngắt.</p>
          <TextAreaField
            label="Lý do"
            required={asked !== undefined && stepNeedsWords(asked, who)}
            rows={3}
            value={words}
            error={errors['words']}
            onChange={(event) => setWords(event.target.value)}
          />
          <DialogActions>
            <Button onClick={() => setAsked(undefined)}>Huỷ</Button>
            <Button
              look={asked === 'ended' || asked === 'paused' ? 'danger' : 'primary'}
              busy={take.isPending}
              onClick={() => asked !== undefined && take.mutate(asked)}
            >
              {asked === undefined ? '' : wordOf(its.state, asked, who)}
            </Button>
          </DialogActions>
        </Stack>
      </Dialog>
    </>
  );
}
