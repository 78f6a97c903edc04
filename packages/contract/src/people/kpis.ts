import { z } from 'zod';
import { crud } from '../lib/crud.ts';
import { messages } from '../lib/messages.ts';
import { id, note } from '../lib/values.ts';
import { type KpiMeasureName, kpiMeasureNames, kpiMeasures } from './kpi-measures.ts';
import { kpiPeriod } from './kpi-periods.ts';

/** Whom a target is set for. */
export const kpiKinds = { person: 'Nhân viên', team: 'Nhóm', department: 'Phòng ban' } as const;
const kpiKind = z.enum(['person', 'team', 'department']);

export const kpiMeasure = z.enum(kpiMeasureNames, { error: messages.required });
export const kpiTarget = z
  .number({ error: messages.required })
  .positive('Mục tiêu phải lớn hơn 0')
  .max(10_000_000, 'Giá trị quá lớn');
/** Of a whole there is no more than all of it. */
export const fitsMeasure = ({ measure, target }: { measure: KpiMeasureName; target: number }): boolean =>
  kpiMeasures[measure].unit !== '%' || target <= 100;
export const tooWhole = 'Tỷ lệ nhiều nhất là 100 %';
const somebody = id.nullable().default(null);

/** A target: what somebody, a team or a department should reach of a measure in a month, a week or a day, and how far they have come. */
export const kpis = crud({
  collection: '/kpis',
  item: '/kpi',
  screen: 'kpis',
  input: z
    .object({
      kind: kpiKind.default('person'),
      account_id: somebody,
      team_id: somebody,
      department_id: somebody,
      /** The period that it is for: a month, or a week or a day. */
      month: kpiPeriod,
      measure: kpiMeasure,
      target: kpiTarget,
      note,
    })
    .refine(fitsMeasure, { path: ['target'], error: tooWhole })
    .refine(({ kind, account_id: of }) => kind !== 'person' || of !== null, {
      path: ['account_id'],
      error: messages.required,
    })
    .refine(({ kind, team_id: of }) => kind !== 'team' || of !== null, { path: ['team_id'], error: messages.required })
    .refine(({ kind, department_id: of }) => kind !== 'department' || of !== null, {
      path: ['department_id'],
      error: messages.required,
    }),
  row: z.object({
    name: z.string(),
    team_name: z.string().nullable(),
    department_name: z.string().nullable(),
    reached: z.number().nullable(),
    percent: z.number().nullable(),
    /** Whole days of the period that are over, −1 before it, and how many it has. */
    passed: z.int(),
    days: z.int(),
  }),
  filters: z.object({
    month: kpiPeriod.optional(),
    measure: kpiMeasure.optional(),
    kind: kpiKind.optional(),
    account_id: id.optional(),
    team_id: id.optional(),
    department_id: id.optional(),
  }),
  bulk: ['target'],
  shows: ['accounts', 'teams', 'departments'],
  called: ({ name, measure, month }) =>
    `${String(name)} · ${kpiMeasures[kpiMeasure.parse(measure)].label} · ${String(month).split('-').toReversed().join('/')}`,
});
