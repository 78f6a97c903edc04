import { actionLabel, type Permission, permissionLabel, roles, type Screen, screens, superAdmin } from '@alo/contract';
import { Button, Checkbox, SearchInput, SelectField } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { useMay, useMe } from '../../kit/me/me.ts';
import type { ControlProps } from '../../resource/fields/field.ts';
import { fieldError } from '../../resource/fields/problems.ts';
import { columnsOf, differenceOf, type MatrixColumn, permissionsOf, screensShown, withAll } from './matrix.ts';
import styles from './permissions.module.css';

/** Screens by actions: whole rows and columns at once, what differs from another role, and that role's permissions taken over. */
export function MatrixControl({
  label,
  hint,
  value,
  onChange,
  disabled,
  problems,
  but,
}: ControlProps<Permission[]> & { but: readonly Screen[] }) {
  const list = value ?? [];
  const own = new Set<string>(list);
  const [search, setSearch] = useState('');
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const other = useOther();
  const arrows = useArrows();
  const givable = useGivable(list);
  const shown = screensShown({ but, search, own, other: other.permissions, onlyDifferent });
  const columns = columnsOf(shown);
  const error = fieldError(problems);

  const set = (names: readonly Permission[], on: boolean) =>
    onChange(
      withAll(
        list,
        names.filter((name) => !on || givable(name)),
        on,
      ),
    );
  /** A box over several: on, off, or some of both. */
  const several = (names: readonly Permission[], label: string) => {
    const open = names.filter(givable);
    const count = names.filter((name) => own.has(name)).length;
    return (
      <Checkbox
        label={label}
        hideLabel
        disabled={disabled || open.length === 0}
        checked={count > 0 && count === names.length}
        indeterminate={count > 0 && count < names.length}
        onChange={() => set(names, !open.every((name) => own.has(name)))}
      />
    );
  };
  const inColumn = ({ at }: MatrixColumn) => shown.flatMap((screen) => at(screen) ?? []);

  return (
    <fieldset className={styles.matrix}>
      <legend>
        {label} <span className={styles.count}>{list.length} quyền</span>
      </legend>
      {hint !== undefined && <p className={styles.help}>{hint}</p>}
      <div className={styles.tools}>
        <SearchInput label="Tìm màn hình hoặc hành động" value={search} onSearch={setSearch} />
        {other.choices.length > 0 && (
          <SelectField
            label="So với vai trò"
            choices={other.choices}
            value={other.id}
            placeholder="Không so sánh"
            onChange={other.choose}
          />
        )}
        {other.permissions !== undefined && (
          <div className={styles.compare}>
            <Checkbox
              label="Chỉ xem chỗ khác nhau"
              checked={onlyDifferent}
              onChange={(event) => setOnlyDifferent(event.target.checked)}
            />
            {!disabled && (
              <Button size="sm" onClick={() => onChange(withAll([], [...(other.list ?? [])].filter(givable), true))}>
                Lấy quyền như vai trò này
              </Button>
            )}
          </div>
        )}
      </div>
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <div className={styles.scroll}>
        <table ref={arrows}>
          <thead>
            <tr>
              <th scope="col">Màn hình</th>
              {columns.map((column) => (
                <th key={column.label} scope="col">
                  <span>{column.label}</span>
                  {several(inColumn(column), `Cả cột: ${column.label}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((screen) => (
              <tr key={screen}>
                <th scope="row">
                  {several(permissionsOf(screen), `Cả hàng: ${screens[screen].label}`)}
                  <span>{screens[screen].label}</span>
                </th>
                {columns.map((column) => {
                  const name = column.at(screen);
                  if (name === undefined) {
                    return (
                      <td key={column.label} data-none>
                        <span className={styles.none}>không có</span>
                      </td>
                    );
                  }
                  const difference = other.permissions && differenceOf(name, own, other.permissions);
                  return (
                    <td key={column.label} data-difference={difference}>
                      <Checkbox
                        label={`${permissionLabel(name)}${difference ? differenceWords[difference] : ''}`}
                        short={actionLabel(name)}
                        title={givable(name) ? undefined : 'Chính bạn không có quyền này'}
                        checked={own.has(name)}
                        disabled={disabled || !givable(name)}
                        onChange={(event) => set([name], event.target.checked)}
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
        {shown.length === 0 && (
          <p className={styles.nothing}>
            {onlyDifferent ? 'Hai vai trò có quyền giống nhau.' : 'Không có màn hình nào khớp.'}
          </p>
        )}
      </div>
      {other.permissions !== undefined && (
        <p className={styles.help}>
          <span className={styles.key} data-difference="more" /> vai trò này có thêm
          <span className={styles.key} data-difference="less" /> vai trò kia có, vai trò này không
        </p>
      )}
    </fieldset>
  );
}

const differenceWords = { more: ', có thêm so với vai trò kia', less: ', vai trò kia có' } as const;

/** The role that this one is compared with. */
function useOther() {
  const read = useRead();
  const [id, choose] = useState<string | null>(null);
  const { data } = useQuery(read(roles.list, { query: { page: 1, per_page: 9_999_999 } }));
  const list = data?.data.find((role) => role.id === id)?.permissions;
  return {
    id,
    choose,
    list,
    permissions: list === undefined ? undefined : new Set<string>(list),
    choices:
      data?.data.flatMap((role) => (role.name === superAdmin ? [] : [{ value: role.id, label: role.name }])) ?? [],
  };
}

/** Nobody gives what they do not have; what the role had when the form was opened may be put back. */
function useGivable(list: readonly Permission[]): (name: Permission) => boolean {
  const may = useMay();
  const [had] = useState(() => new Set<string>(list));
  const isTop = useMe()?.roles[0]?.name === superAdmin;
  return (name) => isTop || had.has(name) || may(name);
}

/** The arrows go to the next box of the row or the column that can be set. */
function useArrows() {
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    const element = table.current;
    const listen = (event: KeyboardEvent) => {
      const next = element && nextBox(element, event);
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, []);
  return table;
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

function nextBox(table: HTMLTableElement, { key, target }: KeyboardEvent): HTMLInputElement | undefined {
  const step = steps[key];
  const cell = target instanceof Element ? target.closest<HTMLTableCellElement>('td, th') : null;
  const row = cell?.closest('tr');
  if (!step || !cell || !row) return undefined;
  const rows = [...table.rows];
  let [y, x] = [rows.indexOf(row), cell.cellIndex];
  for (;;) {
    y += step[0];
    x += step[1];
    const next = rows[y]?.cells[x];
    if (!next) return undefined;
    const box = next.querySelector<HTMLInputElement>('input:not(:disabled)');
    if (box) return box;
  }
}
