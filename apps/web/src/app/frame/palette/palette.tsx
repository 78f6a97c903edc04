import { type ActivityStatus, activityReasons } from '@alo/contract';
import {
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconListCheck,
  IconLogout,
  IconMoon,
  IconPhone,
  IconPin,
  IconSun,
  IconUserPlus,
} from '@alo/ui';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useFirstSteps } from '../../../features/dashboard/use-first-steps.ts';
import { useMay, useMe } from '../../../kit/me/me.ts';
import { usePreferences } from '../../../kit/me/use-preferences.ts';
import { otherPersonPath } from '../../../kit/session/login-paths.ts';
import { screenAt, screens } from '../../screens/screens.ts';
import { statusNames, useChangeStatus } from '../header/own-status.ts';
import { useSignOut } from '../header/use-sign-out.ts';
import { withPin } from '../menu/house.ts';
import type { Command } from './command.ts';
import styles from './command-palette.module.css';
import { find } from './find.ts';
import { PaletteInput } from './palette-input.tsx';
import { type Way, waysOf } from './screen-commands.ts';
import { usePeopleCommands } from './use-people.ts';

/** So many are offered before anything is typed. */
const shownUnasked = 12;

/** What is found by what is typed: moved in by the arrow keys, run by Enter. */
export default function Palette({
  query,
  entered,
  onQuery,
  onDone,
}: {
  query: string;
  /** What stood there when Enter was pressed, where that was before anything could be found. */
  entered: string | undefined;
  onQuery: (query: string) => void;
  onDone: () => void;
}) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [at, setAt] = useState(0);
  const people = usePeopleCommands(query);
  const commands = useCommands();
  const known = query.trim() === '' ? commands.slice(0, shownUnasked) : find(commands, query);
  const found = [...known, ...people];
  const chosen = Math.min(at, found.length - 1);

  const run = (command: Command | undefined, isCall = false) => {
    if (!command) return;
    // Nobody types here any more: the screen that is gone to may have the focus.
    input.current?.blur();
    onDone();
    (isCall ? (command.call ?? command.run) : command.run)();
  };
  useEffect(() => {
    if (entered === query) run(found[chosen]);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || found.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((chosen + step + found.length) % found.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(found[chosen], event.ctrlKey || event.metaKey);
    }
  };

  return (
    <div className={styles.palette}>
      <PaletteInput
        ref={input}
        query={query}
        onQuery={(typed) => {
          onQuery(typed);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        list={listId}
        chosen={chosen >= 0 ? `${listId}-${chosen}` : undefined}
      />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the list of a combobox; a select would take the focus */}
      <div id={listId} role="listbox" aria-label="Kết quả" className={styles.list}>
        {found.map((command, index) => (
          <Option
            key={command.key}
            id={`${listId}-${index}`}
            chosen={index === chosen}
            onPoint={() => setAt(index)}
            onRun={() => run(command)}
            onCall={command.call && (() => run(command, true))}
          >
            <command.icon size={18} aria-hidden />
            <span>{command.label}</span>
            <small>{command.kind}</small>
          </Option>
        ))}
      </div>
      {found.length === 0 && <p className={styles.none}>Không có gì khớp “{query}”.</p>}
    </div>
  );
}

function Option({
  id,
  chosen,
  onPoint,
  onRun,
  onCall,
  children,
}: {
  id: string;
  chosen: boolean;
  onPoint: () => void;
  onRun: () => void;
  onCall: (() => void) | undefined;
  children: ReactNode;
}) {
  return (
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as its list
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      aria-keyshortcuts={onCall && 'Control+Enter'}
      className={styles.option}
      ref={chosen ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
      onPointerMove={onPoint}
      onClick={onRun}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onRun();
      }}
    >
      {children}
      {onCall && (
        // For the pointer: an option holds nothing that has the focus, and by keys Ctrl Enter calls.
        <span
          aria-hidden
          className={styles.call}
          title="Gọi (Ctrl Enter)"
          onClick={(event) => {
            event.stopPropagation();
            onCall();
          }}
        >
          <IconPhone size={16} />
        </span>
      )}
    </div>
  );
}

function useCommands(): Command[] {
  const may = useMay();
  const navigate = useNavigate();
  const [{ pins }, change] = usePreferences();
  const here = useRouterState({ select: (state) => screenAt(state.location.pathname) });
  const signOut = useSignOut();
  const statuses = useStatusCommands();
  const guide = useFirstSteps();
  return [
    ...pinnedFirst(waysOf(screens, may), pins).map(({ where, ...way }) => ({
      ...way,
      run: () =>
        void (where.slug === undefined
          ? navigate({ to: where.to, search: {} })
          : navigate({ to: where.to, params: { slug: where.slug }, search: {} })),
    })),
    ...statuses,
    ...(here === undefined
      ? []
      : [
          {
            key: 'pin',
            label: pins.includes(here.path) ? `Bỏ ghim ${here.label}` : `Ghim ${here.label} lên đầu menu`,
            kind: 'Lệnh',
            icon: IconPin,
            words: 'ghim màn hình này yêu thích',
            run: () => change({ pins: withPin(pins, here.path) }),
          },
        ]),
    ...(guide.shown === 'steps' || guide.shown === 'left'
      ? [
          {
            key: 'first-steps',
            label: 'Các bước bắt đầu',
            kind: 'Lệnh',
            icon: IconListCheck,
            words: 'hướng dẫn công ty mới cài đặt ban đầu bắt đầu từ đâu làm gì trước',
            run: () => {
              if (guide.shown === 'left') guide.back();
              void navigate({ to: '/dashboard', search: {} });
            },
          },
        ]
      : []),
    {
      key: 'dark',
      label: 'Chuyển sang nền tối',
      kind: 'Lệnh',
      icon: IconMoon,
      words: 'giao diện dark',
      run: () => change({ scheme: 'dark' }),
    },
    {
      key: 'light',
      label: 'Chuyển sang nền sáng',
      kind: 'Lệnh',
      icon: IconSun,
      words: 'giao diện light',
      run: () => change({ scheme: 'light' }),
    },
    {
      key: 'other',
      label: 'Đăng nhập người khác ở thẻ này',
      kind: 'Lệnh',
      icon: IconUserPlus,
      words: 'đổi tài khoản',
      run: () => location.assign(otherPersonPath),
    },
    { key: 'out', label: 'Đăng xuất', kind: 'Lệnh', icon: IconLogout, words: 'thoát', run: signOut },
  ];
}

/** What somebody pinned is offered before anything is typed. */
const pinnedFirst = (ways: readonly Way[], pins: readonly string[]): Way[] => [
  ...pins.flatMap((pin) => ways.find(({ key }) => key === pin) ?? []),
  ...ways.filter(({ key }) => !pins.includes(key)),
];

const statusIcons = { 1: IconCircleCheck, 2: IconClock, 3: IconCircleX } as const satisfies Record<
  ActivityStatus,
  unknown
>;

/** Every status that one does not have now. */
function useStatusCommands(): Command[] {
  const person = useMe();
  const change = useChangeStatus();
  if (!person) return [];
  const { status_activity: now, status_reason: why } = person;
  const all: { status: ActivityStatus; reason: string }[] = [
    { status: 1, reason: '' },
    ...activityReasons.map((reason) => ({ status: 2 as const, reason })),
    { status: 3, reason: '' },
  ];
  return all
    .filter(({ status, reason }) => status !== now || reason !== why)
    .map((to) => ({
      key: `status ${to.status}${to.reason}`,
      label: `Chuyển sang ${to.reason || statusNames[to.status]}`,
      kind: 'Trạng thái',
      icon: statusIcons[to.status],
      words: 'bận tạm nghỉ',
      run: () => change.mutate(to),
    }));
}
