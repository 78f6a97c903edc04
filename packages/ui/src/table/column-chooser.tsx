import { Button } from '../controls/button.tsx';
import { Checkbox } from '../controls/checkbox.tsx';
import { ChoiceField } from '../controls/choice-field.tsx';
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

/** How a list is shown: how high its rows are, and which columns. The first one names the row and always stays. */
export function ColumnChooser<Row>({
  columns,
  hidden,
  onChange,
  density,
  onDensity,
}: {
  columns: readonly Column<Row>[];
  hidden: ReadonlySet<string>;
  onChange: (hidden: ReadonlySet<string>) => void;
  density: Density;
  onDensity: (density: Density) => void;
}) {
  const toggle = (id: string, on: boolean) => {
    const next = new Set(hidden);
    if (on) next.delete(id);
    else next.add(id);
    onChange(next);
  };
  return (
    <Popover
      label="Cách hiển thị"
      align="end"
      width={250}
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
      </div>
      <p className={styles.heading}>Cột hiển thị</p>
      {columns.map(({ id, label }, index) => (
        <div key={id}>
          <Checkbox
            label={label}
            checked={!hidden.has(id)}
            disabled={index === 0}
            onChange={(event) => toggle(id, event.currentTarget.checked)}
          />
        </div>
      ))}
      <Button
        size="sm"
        look="quiet"
        className={styles.reset}
        onClick={() => onChange(new Set(columns.filter((column) => column.hidden).map(({ id }) => id)))}
      >
        Về mặc định
      </Button>
    </Popover>
  );
}
