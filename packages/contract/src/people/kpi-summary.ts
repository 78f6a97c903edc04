import { z } from 'zod';
import { may } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { oneOf } from '../lib/one-of.ts';
import { id, ids } from '../lib/values.ts';
import { kpiStates } from './kpi-measures.ts';
import { kpiPeriod, kpiPeriodKind, kpiPeriodsAtMost, periodsBetween } from './kpi-periods.ts';
import { fitsMeasure, kpiMeasure, kpiTarget, tooWhole } from './kpis.ts';

/** A department, a team in it, somebody in either, or those who are nowhere, each below the one that `parent` names. */
export const kpiPlace = z.object({
  id: z.string(),
  kind: z.enum(['department', 'team', 'person', 'nowhere']),
  name: z.string(),
  parent: z.string().nullable(),
  /** People in use; how many had a target, and how many of those have reached it. */
  people: z.int(),
  aimed: z.int(),
  met: z.int(),
  /** Its own where it has one; else what its people's come to, where these can be added. */
  target: z.number().nullable(),
  is_own: z.boolean(),
  reached: z.number().nullable(),
  percent: z.number().nullable(),
  state: oneOf(kpiStates).nullable(),
});
export type KpiPlace = z.output<typeof kpiPlace>;

export const kpiByDepartment = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/kpi-by-department',
  access: 'kpi-by-department.view',
  rowsOf: ['kpis', 'departments', 'teams', 'accounts'],
  summary:
    'Targets of a month, a week or a day and what was reached, summed up by department and team down to people, within the data scope',
  query: z.object({
    month: kpiPeriod.optional().describe('This month where it is left out'),
    measure: kpiMeasure.optional(),
  }),
  result: z.object({
    month: kpiPeriod,
    measure: kpiMeasure,
    passed: z.int(),
    days: z.int(),
    data: z.array(kpiPlace),
  }),
});

const told = z.object({ created: z.int(), updated: z.int(), kept: z.int() });

/** For whom many targets are set at once. */
export const kpiAudiences = {
  people: 'Nhân viên được chọn',
  'people-of-team': 'Mọi người trong nhóm',
  'people-of-department': 'Mọi người trong phòng ban',
  team: 'Cả nhóm chung một mục tiêu',
  department: 'Cả phòng ban chung một mục tiêu',
} as const;

/** Whoever may replace targets that there are. */
export const changesKpis = may('kpis.update');

export const setKpis = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/kpis/set',
  access: 'kpis.create',
  summary:
    'Set targets of a month, a week or a day, or of several, for many at once; those that there are become the new ones or stay, as is asked: whoever may not change targets lets them stay',
  body: z
    .object({
      audience: oneOf(kpiAudiences),
      /** Accounts, teams or departments, by the audience. */
      ids: ids.refine((chosen) => chosen.length > 0, { error: 'Hãy chọn ít nhất một' }),
      from: kpiPeriod,
      to: kpiPeriod,
      targets: z
        .array(z.object({ measure: kpiMeasure, target: kpiTarget }))
        .min(1, 'Hãy đặt ít nhất một mục tiêu')
        .max(kpiMeasure.options.length),
      existing: z.enum(['keep', 'replace']).default('replace'),
    })
    .refine(({ from, to }) => kpiPeriodKind(from) === kpiPeriodKind(to), {
      path: ['to'],
      error: 'Hai đầu phải cùng là tháng, tuần hoặc ngày',
    })
    .refine(({ from, to }) => kpiPeriodKind(from) !== kpiPeriodKind(to) || from <= to, {
      path: ['to'],
      error: 'Kỳ cuối không được trước kỳ đầu',
    })
    .refine(({ from, to }) => periodsBetween(from, to).length <= kpiPeriodsAtMost[kpiPeriodKind(from)], {
      path: ['to'],
      error: 'Nhiều nhất 12 tháng, 13 tuần hoặc 31 ngày',
    })
    .refine(({ targets }) => targets.every(fitsMeasure), { path: ['targets'], error: tooWhole })
    .refine(({ targets }) => new Set(targets.map(({ measure }) => measure)).size === targets.length, {
      path: ['targets'],
      error: 'Mỗi chỉ tiêu một lần',
    }),
  result: told,
});

export const copyKpis = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/kpis/copy',
  access: 'kpis.create',
  summary:
    'Set the targets of one month, week or day for another one, too, of those that one sees; what is there stays',
  body: z
    .object({ from: kpiPeriod, to: kpiPeriod, department_id: id.nullable().default(null) })
    .refine(({ from, to }) => from !== to, { path: ['to'], error: 'Hãy chọn kỳ khác' }),
  result: told,
});
