import {
  allAccount,
  allDepartment,
  allTeam,
  analysedThing,
  analysedThings,
  callDirections,
  comparedWith,
  figuresOfThing,
  groupings,
  headOf,
  queueAll,
} from '@alo/contract';
import { Button, Field as UiField } from '@alo/ui';
import type { ReactNode } from 'react';

import { asWritten } from '../../resource/fields/codecs.ts';
import { type Field, labelled } from '../../resource/fields/field.ts';
import { fieldError } from '../../resource/fields/problems.ts';
import { reference } from '../../resource/fields/references.tsx';
import styles from './mailed-reports.module.css';

type Words = Readonly<Record<string, string>>;

const hint = 'Muốn đổi: mở báo cáo, chọn bộ lọc ở đó rồi bấm Gửi định kỳ.';

/** What a report is grouped and narrowed down by: chosen on its own page, and read here. */
export const narrowing = (label: string): Field<string> =>
  labelled(
    label,
    { hint },
    {
      address: asWritten,
      sheet: asWritten,
      blank: '',
      Control: ({ value, onChange, problems, label: above, hint: below, disabled }) => (
        <UiField label={above} hint={below} error={fieldError(problems)}>
          {({ id, ...described }) => (
            <div className={styles.narrowing}>
              <output id={id} {...described}>
                <Narrowed filters={value ?? ''} />
              </output>
              {Boolean(value) && (
                <Button size="sm" look="quiet" disabled={disabled} onClick={() => onChange('')}>
                  Bỏ hết
                </Button>
              )}
            </div>
          )}
        </UiField>
      ),
      Show: ({ value }) => <Narrowed filters={value ?? ''} />,
      wide: true,
    },
  );

function Narrowed({ filters }: { filters: string }) {
  const said = Object.fromEntries(new URLSearchParams(filters));
  const names = Object.keys(said);
  if (names.length === 0) return 'Tất cả, như khi mở báo cáo';
  return (
    <span className={styles.said}>
      {names.map((name) => (
        <span key={name}>
          {labels[name] ?? name}: <b>{shownOf(name, said)}</b>
        </span>
      ))}
    </span>
  );
}

const labels: Words = {
  of: 'Thống kê',
  figure: 'Số liệu',
  by: 'Dòng',
  across: 'Cột',
  against: 'So với',
  direction: 'Loại',
  queue_id: 'Hàng đợi',
  department_id: 'Phòng ban',
  team_id: 'Nhóm',
  account_id: 'Nhân viên',
  kind: 'Phía',
  search: 'Tìm',
  sort: 'Thứ tự',
};

const words: Readonly<Record<string, Words>> = {
  of: analysedThings,
  by: groupings,
  across: groupings,
  against: comparedWith,
  direction: callDirections,
  kind: { person: 'Máy nhánh', trunk: 'Đường truyền' },
};

const rows = {
  queue_id: reference('Hàng đợi', queueAll),
  department_id: reference('Phòng ban', allDepartment),
  team_id: reference('Nhóm', allTeam),
  account_id: reference('Nhân viên', allAccount),
} as const;

function shownOf(name: string, said: Words): ReactNode {
  const value = said[name] ?? '';
  if (name === 'figure') {
    const means = figuresOfThing[analysedThing.catch('calls').parse(said['of'])][value];
    return means === undefined ? value : headOf(means);
  }
  if (name === 'sort') return value.startsWith('-') ? 'giảm dần' : 'tăng dần';
  const known = words[name]?.[value];
  if (known !== undefined) return known;
  if (value === 'none') return 'Không thuộc đâu';
  const { Show } = name in rows ? rows[name as keyof typeof rows] : {};
  return Show === undefined ? value : <Show value={value} />;
}
