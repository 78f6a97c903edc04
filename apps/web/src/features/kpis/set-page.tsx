import {
  allAccount,
  allDepartment,
  allTeam,
  copyKpis,
  type KpiMeasureName,
  kpiAudiences,
  kpiByDepartment,
  kpiMeasureNames,
  kpiMeasures,
  kpis,
  monthAfter,
  type RequestOf,
  setKpis,
} from '@alo/contract';
import { Actions, Button, ChoiceField, NumberField, Pair, SelectField, SeveralField, Stack } from '@alo/ui';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { ApiProblem, explain, mistakesIn } from '../../kit/api/problem.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import { useToday } from '../../kit/clock/use-seconds.ts';
import { count } from '../../kit/format/numbers.ts';
import { useMay } from '../../kit/me/me.ts';
import { choicesOf } from '../../resource/fields/choices-of.ts';
import { useChoices } from '../../resource/fields/use-choices.ts';
import { Unsaved } from '../../resource/form/unsaved.tsx';
import { Page, Surface } from '../../resource/page/page.tsx';
import { monthsAround } from './kpi-words.tsx';
import styles from './kpis.module.css';

type Body = RequestOf<typeof setKpis>['body'];
type Audience = keyof typeof kpiAudiences;

const existingWords = { replace: 'Thay bằng mục tiêu mới', keep: 'Giữ mục tiêu đã có' } as const;

/** /kpi/add: targets of a month, or of several, for many at once; or those of the month before once more. */
export function SetPage() {
  const thisMonth = useToday().slice(0, 7);
  const months = choicesOf(monthsAround(`${thisMonth}-01`)).toReversed();
  const { api, toasts } = useConsole();
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const may = useMay();
  const [audience, setAudience] = useState<Audience>('people-of-department');
  const [ids, setIds] = useState<string[]>([]);
  const [from, setFrom] = useState(thisMonth);
  const [to, setTo] = useState(thisMonth);
  const [goals, setGoals] = useState<Partial<Record<KpiMeasureName, number | null>>>({});
  const [existing, setExisting] = useState<keyof typeof existingWords>('replace');
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});

  const done = async (
    { created, updated, kept }: { created: number; updated: number; kept: number },
    month: string,
  ) => {
    await invalidate(kpis.list, kpiByDepartment);
    const told = [
      `Đã thêm ${count(created)} KPI`,
      ...(updated === 0 ? [] : [`đổi ${count(updated)}`]),
      ...(kept === 0 ? [] : [`giữ nguyên ${count(kept)}`]),
    ];
    toasts.show({ kind: created + updated === 0 ? 'info' : 'success', text: told.join(', ') });
    void navigate({ to: '/kpis', search: { month }, ignoreBlocker: true });
  };
  const failed = (error: unknown) => {
    if (error instanceof ApiProblem && error.status === 422) setProblems({ ...error.body.fields });
    toasts.show({ kind: 'error', ...explain(error) });
  };
  const save = useMutation({
    mutationFn: (body: Body) => api(setKpis, { body }),
    onSuccess: (answer) => done(answer, from),
    onError: failed,
  });
  const copy = useMutation({
    mutationFn: () => api(copyKpis, { body: { from: monthAfter(from, -1), to: from } }),
    onSuccess: (answer) => done(answer, from),
    onError: failed,
  });

  const submit = () => {
    if (save.isPending) return;
    const targets = kpiMeasureNames.flatMap((measure) => {
      const target = goals[measure];
      return target === null || target === undefined ? [] : [{ measure, target }];
    });
    const body: Body = { audience, ids, from, to, targets, existing };
    const parsed = setKpis.body.safeParse(body);
    setProblems(mistakesIn(parsed.error));
    if (parsed.success) save.mutate(body);
  };
  const isChanged = ids.length > 0 || Object.values(goals).some((goal) => goal !== null);
  const mayCopy = may(copyKpis.access);
  return (
    <Page title="Thiết lập KPI" width="form">
      <Surface padded>
        <Stack
          as="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Pair gap={16} atLeast={180}>
            <SelectField
              label="Từ tháng"
              required
              choices={months}
              value={from}
              onChange={(month) => {
                if (month === null) return;
                setFrom(month);
                if (to < month) setTo(month);
              }}
              error={problems['from']}
            />
            <SelectField
              label="Đến tháng"
              required
              choices={months}
              value={to}
              onChange={(month) => month !== null && setTo(month)}
              error={problems['to']}
            />
          </Pair>
          <SelectField
            label="Áp dụng cho"
            required
            choices={choicesOf(kpiAudiences)}
            value={audience}
            onChange={(chosen) => {
              // One of the choices above.
              if (chosen === null) return;
              setAudience(chosen as Audience);
              setIds([]);
            }}
          />
          <Chosen key={audience} audience={audience} ids={ids} onChange={setIds} problem={problems['ids']} />
          <h2>Mục tiêu mỗi tháng</h2>
          {problems['targets'] !== undefined && (
            <p role="alert" className={styles.wrong}>
              {problems['targets']}
            </p>
          )}
          <Pair gap={16} atLeast={180}>
            {kpiMeasureNames.map((measure) => (
              <NumberField
                key={measure}
                label={kpiMeasures[measure].label}
                hint={kpiMeasures[measure].formula}
                unit={kpiMeasures[measure].unit}
                decimals={1}
                value={goals[measure] ?? null}
                onChange={(target) => setGoals((was) => ({ ...was, [measure]: target }))}
              />
            ))}
          </Pair>
          <ChoiceField
            label="Nơi đã có mục tiêu"
            choices={choicesOf(existingWords)}
            value={existing}
            onChange={(chosen) => setExisting(chosen === 'keep' ? 'keep' : 'replace')}
          />
          <Actions>
            <Button type="submit" look="primary" busy={save.isPending}>
              Lưu KPI
            </Button>
            {mayCopy && (
              <Button busy={copy.isPending} onClick={() => copy.mutate()}>
                Sao chép từ tháng trước
              </Button>
            )}
          </Actions>
          <Unsaved isChanged={isChanged} onSave={submit} />
        </Stack>
      </Surface>
    </Page>
  );
}

function Chosen({
  audience,
  ids,
  onChange,
  problem,
}: {
  audience: Audience;
  ids: string[];
  onChange: (ids: string[]) => void;
  problem: string | undefined;
}) {
  const what = audience === 'people' ? 'people' : audience.endsWith('team') ? 'team' : 'department';
  const { list, loading } = useChoices({ people: allAccount, team: allTeam, department: allDepartment }[what]);
  return (
    <SeveralField
      label={{ people: 'Nhân viên', team: 'Nhóm', department: 'Phòng ban' }[what]}
      required
      choices={list}
      loading={loading}
      value={ids}
      onChange={onChange}
      error={problem}
    />
  );
}
