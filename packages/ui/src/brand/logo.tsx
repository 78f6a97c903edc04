import styles from './logo.module.css';

/** The mark: the ô of "Alô", a ring under its roof. */
export const Mark = ({ size = 28 }: { size?: number }) => (
  <svg className={styles.mark} viewBox="0 0 32 32" width={size} height={size} aria-hidden focusable="false">
    <rect className={styles.tile} width="32" height="32" rx="8" />
    <path d="m11 9.6 5-3.9 5 3.9" />
    <circle cx="16" cy="19.5" r="6.2" />
  </svg>
);

/** Mark and name. */
export const Logo = ({ size = 28 }: { size?: number }) => (
  <span className={styles.logo} style={{ fontSize: size * 0.72 }}>
    <Mark size={size} />
    Alô
  </span>
);
