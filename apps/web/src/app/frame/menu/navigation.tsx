import {
  classNames,
  IconButton,
  IconChevronDown,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconPin,
  IconPinnedOff,
  Logo,
  Mark,
  Tooltip,
} from '@alo/ui';
import { Link, useRouterState } from '@tanstack/react-router';
import { type ReactElement, useEffect, useId, useRef } from 'react';
import { useBrand } from '../../../domain/brand/brand.ts';
import { useMay, useMe } from '../../../kit/me/me.ts';
import { usePreferences } from '../../../kit/me/use-preferences.ts';
import type { Screen } from '../../../resource/screen/screen.tsx';
import { screenAt, screens } from '../../screens/screens.ts';
import { type MenuGroup, menuOf, pinnedOf, withPin } from './house.ts';
import styles from './navigation.module.css';

/** The screens that the person may see, by group; folded it shows icons alone. */
export function Navigation({ folded, onFold }: { folded: boolean; onFold: () => void }) {
  const brand = useBrand();
  return (
    <nav className={styles.nav} data-folded={folded || undefined} aria-label="Điều hướng chính">
      <div className={styles.brand}>{folded ? <Mark size={28} brand={brand} /> : <Logo size={28} brand={brand} />}</div>
      <div className={styles.groups}>
        <NavigationGroups folded={folded} />
      </div>
      <div className={styles.foot}>
        <IconButton label={folded ? 'Mở rộng thanh điều hướng' : 'Thu gọn thanh điều hướng'} onClick={onFold}>
          {folded ? <IconLayoutSidebarLeftExpand aria-hidden /> : <IconLayoutSidebarLeftCollapse aria-hidden />}
        </IconButton>
      </div>
    </nav>
  );
}

/** Pinned screens and the groups, also used by the sheet of the bottom bar. */
export function NavigationGroups({ folded = false, onGo }: { folded?: boolean; onGo?: () => void }) {
  const may = useMay();
  const [{ menu_groups: chosen, pins }, change] = usePreferences();
  const here = useRouterState({ select: (state) => screenAt(state.location.pathname) });
  const carriers = useMe()?.carriers ?? [];
  const allowed = screens.filter(
    ({ access, carrier }) => may(access) && (carrier === undefined || carriers.includes(carrier)),
  );
  const pinned = pinnedOf(allowed, pins);
  const entry = (screen: Screen, isView = false, scrolls = true) => (
    <Entry
      key={screen.path}
      screen={screen}
      here={screen === here}
      folded={folded}
      isView={isView}
      scrolls={scrolls}
      pinned={pins.includes(screen.path)}
      onPin={() => change({ pins: withPin(pins, screen.path) })}
      {...(onGo && { onGo })}
    />
  );
  return (
    <>
      {pinned.length > 0 && (
        <section aria-label="Đã ghim" className={styles.group}>
          {!folded && <p className={styles.heading}>Đã ghim</p>}
          <ul>{pinned.map((screen) => entry(screen, false, false))}</ul>
        </section>
      )}
      {menuOf(allowed, { chosen, here }).map((each) => (
        <GroupOf
          key={each.group}
          group={each}
          here={here}
          folded={folded}
          onFold={() => change({ menu_groups: { ...chosen, [each.group]: !each.open } })}
        >
          {each.entries.flatMap(({ screen, views }) => [
            entry(screen),
            // Its views are in the way until somebody is there.
            ...(here === screen || (here !== undefined && views.includes(here))
              ? views.map((view) => entry(view, true))
              : []),
          ])}
        </GroupOf>
      ))}
    </>
  );
}

/** A group of one screen stands without a heading. */
function GroupOf({
  group: { group, entries, open },
  here,
  folded,
  onFold,
  children,
}: {
  group: MenuGroup;
  here: Screen | undefined;
  folded: boolean;
  onFold: () => void;
  children: ReactElement[];
}) {
  const list = useId();
  const Icon = entries[0]?.screen.icon;
  const heading = (
    <button
      type="button"
      className={folded ? classNames(styles.link, styles.rail) : styles.heading}
      aria-expanded={open}
      aria-controls={list}
      // One is there, and does not see it.
      data-active={(!open && here?.group === group) || undefined}
      onClick={onFold}
    >
      {folded && Icon && <Icon size={19} aria-hidden />}
      <span className={styles.label}>{group}</span>
      {!folded && <IconChevronDown size={15} aria-hidden />}
    </button>
  );
  // Among icons there is a heading only where it is all of the group.
  const isShown = entries.length > 1 && !(folded && open);
  return (
    <section aria-label={group} className={styles.group}>
      {isShown &&
        (folded ? (
          <Tooltip hint={group} side="right">
            {heading}
          </Tooltip>
        ) : (
          heading
        ))}
      <ul id={list} hidden={!open}>
        {open && children}
      </ul>
    </section>
  );
}

interface EntryProps {
  screen: Screen;
  /** Whether one is there, or on a form of it. */
  here: boolean;
  folded: boolean;
  isView: boolean;
  /** Whether it comes into sight as one goes there. */
  scrolls: boolean;
  pinned: boolean;
  onPin: () => void;
  onGo?: () => void;
}

function Entry({
  screen: { path, label, icon: Icon },
  here,
  folded,
  isView,
  scrolls,
  pinned,
  onPin,
  onGo,
}: EntryProps) {
  const entry = useRef<HTMLLIElement>(null);
  // There are more screens than fit, and one may have come by the search or an address.
  useEffect(() => {
    if (here && scrolls) entry.current?.scrollIntoView({ block: 'nearest' });
  }, [here, scrolls]);
  const link = (
    <Link
      to={path}
      search={{}}
      className={styles.link}
      activeProps={{}}
      data-active={here || undefined}
      data-view={isView || undefined}
      aria-current={here ? 'page' : undefined}
      {...(onGo && { onClick: onGo })}
    >
      {(!isView || folded) && <Icon size={19} aria-hidden />}
      <span className={styles.label}>{label}</span>
    </Link>
  );
  if (folded)
    return (
      <li ref={entry} className={styles.entry}>
        <Tooltip hint={label} side="right">
          {link}
        </Tooltip>
      </li>
    );
  const PinIcon = pinned ? IconPinnedOff : IconPin;
  return (
    <li ref={entry} className={styles.entry}>
      {link}
      {/* For the pointer: by keys Ctrl K pins where one is, so that the menu has no second stop at each screen. */}
      <button
        type="button"
        tabIndex={-1}
        className={styles.pin}
        aria-label={pinned ? `Bỏ ghim ${label}` : `Ghim ${label} lên đầu`}
        title={pinned ? 'Bỏ ghim' : 'Ghim lên đầu'}
        onClick={onPin}
      >
        <PinIcon size={15} aria-hidden />
      </button>
    </li>
  );
}
