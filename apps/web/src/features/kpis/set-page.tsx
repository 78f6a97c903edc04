import {
  allAccount,
  allDepartment,
  allTeam,
  changesKpis,
  copyKpis,
  type KpiMeasureName,
  type KpiPeriodKind,
  kpiAudiences,
  kpiByDepartment,
  kpiMeasureNames,
  kpiMeasures,
  kpiPeriodKind,
  kpiPeriodKinds,
  kpis,
  periodAfter,
  type ResultOf,
  setKpis,
  weekOf,
} from '@alo/contract';
import { Actions, Button, ChoiceField, NumberField, Pair, SelectField, SeveralField, Stack } from '@alo/ui';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import { useToday } from '../../kit/clock/use-seconds.ts';
import { count } from '../../kit/format/numbers.ts';
import { useMay } from '../../kit/me/me.ts';
import { choicesOf } from '../../resource/fields/choices-of.ts';
import { useChoices } from '../../resource/fields/use-choices.ts';
import { Unsaved } from '../../resource/form/unsaved.tsx';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import { Page, Surface } from '../../resource/page/page.tsx';
import { periodsOfKind } from './kpi-words.tsx';
import styles from './kpis.module.css';

type Told = ResultOf<typeof setKpis>;
type Goals = Partial<Record<KpiMeasureName, number | null>>;
type Audience = keyof typeof kpiAudiences;

const existingWords = { replace: 'Thay bằng mục tiêu mới', keep: 'Giữ mục tiêu đã có' } as const;

const blank: { audience: Audience; ids: string[]; goals: Goals; existing: keyof typeof existingWords } = {
  audience: 'people-of-department',
  ids: [],
  goals: {},
  existing: 'replace',
};

const targetsOf = (goals: Goals) =>
  kpiMeasureNames.flatMap((measure) => {
    const target = goals[measure];
    return target === null || target === undefined ? [] : [{ measure, target }];
  });

/** The period of a kind that it is. */
const nowOf = (kind: KpiPeriodKind, today: string): string =>
  ({ month: today.slice(0, 7), week: weekOf(today), day: today })[kind];

/** /kpi/add: targets of a month, a week or a day, or of several, for many at once; or those of the one before once more. */
export function SetPage() {
  const today = useToday();
  const thisMonth = today.slice(0, 7);
  const { api, toasts } = useConsole();
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const may = useMay();

  const wordsOf = ({ created, updated, kept }: Told) => ({
    kind: created + updated === 0 ? ('info' as const) : ('success' as const),
    text: [
      `Đã thêm ${count(created)} KPI`,
      ...(updated === 0 ? [] : [`đổi ${count(updated)}`]),
      ...(kept === 0 ? [] : [`giữ nguyên ${count(kept)}`]),
    ].join(', '),
  });
  const showMonth = async () => {
    await invalidate(kpis.list, kpiByDepartment);
    await navigate({ to: '/kpis', search: { month: from }, ignoreBlocker: true });
  };
  const form = useContractForm({
    schema: setKpis.body,
    values: { ...blank, from: thisMonth, to: thisMonth },
    body: ({ goals, ...body }) => ({ ...body, targets: targetsOf(goals) }),
    send: (body) => api(setKpis, { body }),
    saved: wordsOf,
    onSaved: showMonth,
  });
  const { audience, ids, from, to, goals, existing } = form.values;
  const kind = kpiPeriodKind(from);
  const periods = choicesOf(periodsOfKind(kind, today)).toReversed();
  const copy = useMutation({
    mutationFn: () => api(copyKpis, { body: { from: periodAfter(from, -1), to: from } }),
    onSuccess: (answer) => {
      toasts.show(wordsOf(answer));
      return showMonth();
    },
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
  });
  const mayCopy = may(copyKpis.access);
  return (
    <Page title="Thiết lập KPI" width="form">
      <Surface padded>
        <Stack as="form" {...form.props}>
          <ChoiceField
            label="Mục tiêu của mỗi"
            choices={choicesOf(kpiPeriodKinds)}
            value={kind}
            onChange={(chosen) => {
              // One of the choices above; it begins where one is now.
              const now = nowOf(chosen as KpiPeriodKind, today);
              form.set({ from: now, to: now });
            }}
          />
          <Pair gap={16} atLeast={180}>
            <SelectField
              label={`Từ ${kpiPeriodKinds[kind].toLowerCase()}`}
              required
              choices={periods}
              value={from}
              onChange={(month) => {
                if (month !== null) form.set({ from: month, to: to < month ? month : to });
              }}
              error={form.errors['from']}
            />
            <SelectField
              label={`Đến ${kpiPeriodKinds[kind].toLowerCase()}`}
              required
              choices={periods}
              value={to}
              onChange={(month) => month !== null && form.set({ to: month })}
              error={form.errors['to']}
            />
          </Pair>
          <SelectField
            label="Áp dụng cho"
            required
            choices={choicesOf(kpiAudiences)}
            value={audience}
            onChange={(chosen) => {
              // One of the choices above.
              if (chosen !== null) form.set({ audience: chosen as Audience, ids: [] });
            }}
          />
          <Chosen
            key={audience}
            audience={audience}
            ids={ids}
            onChange={(chosen) => form.set({ ids: chosen })}
            problem={form.errors['ids']}
          />
          <h2>{`Mục tiêu mỗi ${kpiPeriodKinds[kind].toLowerCase()}`}</h2>
          {form.errors['targets'] !== undefined && (
            <p role="alert" className={styles.wrong}>
              {form.errors['targets']}
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
                onChange={(target) => form.set({ goals: { ...goals, [measure]: target } })}
              />
            ))}
          </Pair>
          {may(changesKpis) ? (
            <ChoiceField
              label="Nơi đã có mục tiêu"
              choices={choicesOf(existingWords)}
              value={existing}
              onChange={(chosen) => form.set({ existing: chosen === 'keep' ? 'keep' : 'replace' })}
            />
          ) : (
            <p className={styles.kept}>Nơi đã có mục tiêu được giữ nguyên: bạn chưa có quyền sửa KPI.</p>
          )}
          <Actions>
            <Button type="submit" look="primary" busy={form.busy}>
              Lưu KPI
            </Button>
            {mayCopy && (
              <Button busy={copy.isPending} onClick={() => copy.mutate()}>
                {`Sao chép từ ${kpiPeriodKinds[kind].toLowerCase()} trước`}
              </Button>
            )}
          </Actions>
          <Unsaved form={form} />
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
