import styles from './state.module.css';

/** Small line drawings of one hand: the ô of the name, a cord, a sheet. Decoration, so hidden from screen readers. */
const drawings = {
  /** A handset at rest on its cord. */
  empty: (
    <>
      <path d="M34 62c0-14 11-25 26-25s26 11 26 25" />
      <rect x="26" y="58" width="16" height="18" rx="6" className={styles.fill} />
      <rect x="78" y="58" width="16" height="18" rx="6" className={styles.fill} />
      <path d="M48 26 60 16l12 10" className={styles.accent} />
      <path d="M94 70c10 0 8 12 0 12H70c-8 0-8-8 0-8" />
    </>
  ),
  /** A lens that finds nothing. */
  'no-match': (
    <>
      <circle cx="55" cy="46" r="22" className={styles.fill} />
      <path d="m71 62 17 17" />
      <path d="M46 50c3-5 15-5 18 0" className={styles.accent} />
      <path d="M22 80h26M56 80h8" />
    </>
  ),
  /** A lock under the roof. */
  'no-right': (
    <>
      <rect x="40" y="44" width="40" height="32" rx="7" className={styles.fill} />
      <path d="M48 44v-7a12 12 0 0 1 24 0v7" />
      <path d="M60 57v7" className={styles.accent} />
      <path d="M48 18 60 9l12 9" className={styles.accent} />
      <path d="M24 84h72" />
    </>
  ),
  /** A cord that came apart. */
  error: (
    <>
      <path d="M14 60h22c8 0 8-12 16-12" />
      <rect x="50" y="39" width="14" height="18" rx="4" className={styles.fill} />
      <path d="M64 44h5M64 52h5" />
      <path d="M106 60H92c-6 0-4-12-12-12" />
      <path d="M84 39h-5v18h5" />
      <path d="m70 26 3-8M78 28l7-6M62 27l-4-7" className={styles.accent} />
    </>
  ),
  /** A signpost with nothing on it. */
  lost: (
    <>
      <circle cx="60" cy="56" r="21" className={styles.fill} />
      <path d="M45 26 60 14l15 12" className={styles.accent} />
      <path d="M53 52c0-9 14-9 14 0 0 5-7 5-7 10M60 68v.5" />
      <path d="M26 86h68" />
    </>
  ),
} as const;

export type DrawingName = keyof typeof drawings;

export const Drawing = ({ name }: { name: DrawingName }) => (
  <svg className={styles.drawing} viewBox="0 0 120 96" width="120" height="96" aria-hidden focusable="false">
    {drawings[name]}
  </svg>
);
