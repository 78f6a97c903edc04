import { IconButton, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, Logo, Mark, Tooltip } from '@alo/ui';
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useBrand } from '../../../domain/brand/brand.ts';
import { useMay } from '../../../kit/me/me.ts';
import { groups, type Screen } from '../../../resource/screen/screen.tsx';
import { screenAt, screens } from '../../screens/screens.ts';
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

/** The groups with their screens, also used by the sheet of the bottom bar. */
export function NavigationGroups({ folded = false, onGo }: { folded?: boolean; onGo?: () => void }) {
  const may = useMay();
  const here = useRouterState({ select: (state) => screenAt(state.location.pathname) });
  const allowed = screens.filter(({ access }) => may(access));
  return groups.map((group) => {
    const own = allowed.filter((screen) => screen.group === group);
    if (own.length === 0) return null;
    // A group of one screen with the same name needs no heading.
    const heading = own.length === 1 && own[0]?.label === group ? undefined : group;
    return (
      <section key={group} aria-label={group} className={styles.group}>
        {heading !== undefined && !folded && <p className={styles.heading}>{heading}</p>}
        <ul>
          {own.map((screen) => (
            <Entry key={screen.path} screen={screen} here={screen === here} folded={folded} {...(onGo && { onGo })} />
          ))}
        </ul>
      </section>
    );
  });
}

interface EntryProps {
  screen: Screen;
  /** Whether one is there, or on a form of it. */
  here: boolean;
  folded: boolean;
  onGo?: () => void;
}

function Entry({ screen: { path, label, icon: Icon }, here, folded, onGo }: EntryProps) {
  const entry = useRef<HTMLLIElement>(null);
  // There are more screens than fit, and one may have come by the search or an address.
  useEffect(() => {
    if (here) entry.current?.scrollIntoView({ block: 'nearest' });
  }, [here]);
  const link = (
    <Link
      to={path}
      search={{}}
      className={styles.link}
      activeProps={{}}
      data-active={here || undefined}
      aria-current={here ? 'page' : undefined}
      {...(onGo && { onClick: onGo })}
    >
      <Icon size={19} aria-hidden />
      <span className={styles.label}>{label}</span>
    </Link>
  );
  return (
    <li ref={entry} className={styles.entry}>
      {folded ? (
        <Tooltip hint={label} side="right">
          {link}
        </Tooltip>
      ) : (
        link
      )}
    </li>
  );
}
