import { useState } from 'react';

import { Button } from '../controls/button.tsx';
import { Checkbox } from '../controls/checkbox.tsx';
import { ChoiceField } from '../controls/choice-field.tsx';
import { MoveHandle } from '../controls/move-handle.tsx';
import { moved } from '../controls/moved.ts';
import { IconAdjustmentsHorizontal } from '../icons.ts';
import { Popover } from '../overlay/popover.tsx';
import type { Column } from './column.ts';
import type { Density } from './data-table-props.ts';
import styles from './list-parts.module.css';

const densities = [
  { value: 'tight', label: 'Gọn' },
  { value: 'normal', label: 'Vừa' },
  { value: 'airy', label: 'Thoáng' },
] as const satisfies readonly { value: Density; label: string }[];

/**
 * How a list is shown: how high its rows are, how many stand on a page, which columns and in which order. The first column
 * names the row and always stays where it is.
 */
export function ColumnChooser<Row>({
  columns,
  shown,
  onChange,
  onReset,
  density,
  onDensity,
  pageSize,
  pageSizes,
  onPageSize,
}: {
  /** In their order: those that are shown, then the others. */
  columns: readonly Column<Row>[];
  shown: readonly string[];
  onChange: (shown: readonly string[]) => void;
  onReset: () => void;
  density: Density;
  onDensity: (density: Density) => void;
  pageSize: number;
  pageSizes: readonly number[];
  onPageSize: (size: number) => void;
}) {
  const [said, setSaid] = useState('');
  const toggle = (id: string, on: boolean) => onChange(on ? [...shown, id] : shown.filter((one) => one !== id));
  const move = (from: number, to: number) => {
    if (to < 1 || to >= shown.length || to === from) return;
    onChange(moved(shown, from, to));
    setSaid(`Đã chuyển tới vị trí ${to + 1} trên ${shown.length}`);
  };
  return (
    <Popover
      label="Cách hiển thị"
      align="end"
      width={270}
      target={(open) => (
        <Button icon={<IconAdjustmentsHorizontal aria-hidden />} className={styles.tool} {...open}>
          <span>Hiển thị</span>
        </Button>
      )}
    >
      <div className={styles.density}>
        <ChoiceField
          label="Độ cao dòng"
          choices={densities}
          value={density}
          onChange={(chosen) => onDensity(densities.find(({ value }) => value === chosen)?.value ?? 'normal')}
        />
        <ChoiceField
          label="Số dòng mỗi trang"
          choices={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
          value={String(pageSize)}
          onChange={(chosen) => onPageSize(Number(chosen))}
        />
      </div>
      <p className={styles.heading}>Cột hiển thị, theo thứ tự</p>
      <ol className={styles.columns}>
        {columns.map(({ id, label }, index) => (
          <li key={id}>
            <Checkbox
              label={label}
              checked={shown.includes(id)}
              disabled={index === 0}
              onChange={(event) => toggle(id, event.currentTarget.checked)}
            />
            {index > 0 && index < shown.length && (
              <MoveHandle label={`Chuyển cột ${label}: mũi tên lên, xuống`} className={styles.handle} onMove={move} />
            )}
          </li>
        ))}
      </ol>
      <output className="alo-unseen">{said}</output>
      <Button size="sm" look="quiet" className={styles.reset} onClick={onReset}>
        Về mặc định
      </Button>
    </Popover>
  );
}
