import {
  actionLabel,
  isSensitive,
  type Permission,
  permissionLabel,
  permissionMeaning,
  roles,
  type Screen,
  screens,
  superAdmin,
} from '@alo/contract';
import { Button, Checkbox, IconChevronRight, SearchInput, SelectField } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { useMay, useMe } from '../../kit/me/me.ts';
import type { ControlProps } from '../../resource/fields/field.ts';
import { fieldError } from '../../resource/fields/problems.ts';
import {
  differenceOf,
  groupsOf,
  type MatrixGroup,
  matrixColumnsOf,
  permissionsOf,
  screensShown,
  withAll,
} from './matrix.ts';
import styles from './permissions.module.css';

/**
 * What can be done on each screen, by groups that fold: whole rows and groups at once, what a right lets happen, what differs from another
 * role, and that role's permissions taken over.
 */
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
  const [explains, setExplains] = useState(false);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const other = useOther();
  const arrows = useArrows();
  const givable = useGivable(list);
  const shown = screensShown({ but, search, own, other: other.permissions, onlyDifferent });
  const groups = groupsOf(shown);
  // What was looked for is seen at once, and each group of it folds.
  const isNarrowed = search !== '' || onlyDifferent;
  const isShown = (title: string) => (isNarrowed ? !folded.has(title) : opened.has(title));
  const someShown = groups.some(({ title }) => isShown(title));
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
  const several = (names: readonly Permission[], label: string, words?: string) => {
    const open = names.filter(givable);
    const count = names.filter((name) => own.has(name)).length;
    return (
      <Checkbox
        label={label}
        hideLabel={words === undefined}
        {...(words !== undefined && { short: words })}
        disabled={disabled || open.length === 0}
        checked={count > 0 && count === names.length}
        indeterminate={count > 0 && count < names.length}
        onChange={() => set(names, !open.every((name) => own.has(name)))}
      />
    );
  };
  const box = (name: Permission) => {
    const difference = other.permissions && differenceOf(name, own, other.permissions);
    const says = explains || isNarrowed || isSensitive(name);
    return (
      <li key={name} data-difference={difference} data-says={says || undefined}>
        <Checkbox
          label={`${permissionLabel(name)}${difference ? differenceWords[difference] : ''}`}
          short={actionLabel(name)}
          title={givable(name) ? permissionMeaning(name) : 'Chính bạn không có quyền này'}
          checked={own.has(name)}
          disabled={disabled || !givable(name)}
          onChange={(event) => set([name], event.target.checked)}
        />
        {says && <small>{permissionMeaning(name)}</small>}
      </li>
    );
  };
  const inGroup = ({ screens: its }: MatrixGroup) => its.flatMap(permissionsOf);
  const toggle = (title: string) => {
    const next = new Set(isNarrowed ? folded : opened);
    if (!next.delete(title)) next.add(title);
    (isNarrowed ? setFolded : setOpened)(next);
  };
  const toggleAll = () => {
    const all = new Set(groups.map(({ title }) => title));
    if (isNarrowed) setFolded(someShown ? all : new Set());
    else setOpened(someShown ? new Set() : all);
  };
  const look = (words: string) => {
    setSearch(words);
    setFolded(new Set());
  };

  return (
    <fieldset className={styles.matrix} data-wide>
      <legend>
        {label} <span className={styles.count}>{list.length} quyền</span>
      </legend>
      {hint !== undefined && <p className={styles.help}>{hint}</p>}
      <div className={styles.tools}>
        <SearchInput label="Tìm màn hình hoặc hành động" value={search} onSearch={look} />
        {other.choices.length > 0 && (
          <SelectField
            label="So với vai trò"
            choices={other.choices}
            value={other.id}
            placeholder="Không so sánh"
            onChange={other.choose}
          />
        )}
        <div className={styles.compare}>
          <Checkbox
            label="Giải thích từng quyền"
            checked={explains}
            onChange={(event) => setExplains(event.target.checked)}
          />
          <Button size="sm" disabled={groups.length === 0} onClick={toggleAll}>
            {someShown ? 'Gập mọi nhóm' : 'Mở mọi nhóm'}
          </Button>
        </div>
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
      <div ref={arrows} className={styles.groups}>
        {groups.map((group) => {
          const { title, screens: its } = group;
          const names = inGroup(group);
          const isOpen = isShown(title);
          return (
            // No landmark: groups are called as parts of the menu are.
            <section key={title} role="group" aria-label={title}>
              <header>
                {several(names, `Cả nhóm: ${title}`)}
                <button type="button" aria-expanded={isOpen} onClick={() => toggle(title)}>
                  <IconChevronRight size={16} aria-hidden />
                  <span>{title}</span>
                  <span className={styles.count}>
                    {names.filter((name) => own.has(name)).length} / {names.length} quyền
                  </span>
                </button>
              </header>
              {isOpen && (
                <>
                  <Columns group={group} several={several} />
                  {its.map((screen) => (
                    <div key={screen} className={styles.screen}>
                      <div>
                        {several(permissionsOf(screen), `Cả hàng: ${screens[screen].label}`)}
                        <span>{screens[screen].label}</span>
                      </div>
                      <ul>{permissionsOf(screen).map(box)}</ul>
                    </div>
                  ))}
                </>
              )}
            </section>
          );
        })}
        {groups.length === 0 && (
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

/** What is called alike on several screens of a group is set on all of them at once. */
function Columns({
  group: { screens: its },
  several,
}: {
  group: MatrixGroup;
  several: (names: readonly Permission[], label: string, words?: string) => ReactNode;
}) {
  const columns = matrixColumnsOf(its).flatMap(({ label, at }) => {
    const names = its.flatMap((screen) => at(screen) ?? []);
    return names.length < 2 ? [] : [{ label, names }];
  });
  if (columns.length === 0) return null;
  return (
    <div className={styles.columns}>
      <span>Mọi màn hình của nhóm:</span>
      {columns.map(({ label, names }) => (
        <span key={label}>{several(names, `Cả cột: ${label}`, label)}</span>
      ))}
    </div>
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

/** The arrows go to the next box that can be set, and to the one before. */
function useArrows() {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = list.current;
    const listen = (event: KeyboardEvent) => {
      const step = steps[event.key];
      if (!element || step === undefined || !(event.target instanceof HTMLInputElement)) return;
      const boxes = [...element.querySelectorAll<HTMLInputElement>('input:not(:disabled)')];
      const next = boxes[boxes.indexOf(event.target) + step];
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    };
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, []);
  return list;
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
