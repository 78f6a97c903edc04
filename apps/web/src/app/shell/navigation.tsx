import { IconButton, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, Logo, Mark, Tooltip } from '@alo/ui';
import { Link } from '@tanstack/react-router';
import { useBrand } from '../../shared/brand.ts';
import { groups, type Screen } from '../../shared/screen/screen.tsx';
import { useMay } from '../../shared/session/me.ts';
import { screens } from '../screens.ts';
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
            <li key={screen.path}>
              <ScreenLink screen={screen} folded={folded} {...(onGo && { onGo })} />
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

function ScreenLink({ screen, folded, onGo }: { screen: Screen; folded: boolean; onGo?: () => void }) {
  const { path, label, icon: Icon } = screen;
  const link = (
    <Link
      to={path}
      search={{}}
      className={styles.link}
      activeProps={{ 'data-active': true, 'aria-current': 'page' }}
      activeOptions={{ includeSearch: false }}
      {...(onGo && { onClick: onGo })}
    >
      <Icon size={19} aria-hidden />
      <span className={styles.label}>{label}</span>
    </Link>
  );
  return folded ? (
    <Tooltip hint={label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}
