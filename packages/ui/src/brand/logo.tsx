import styles from './logo.module.css';
import { readableOn } from './readable-on.ts';

/** What a company calls itself, with its colour; '' is ours. */
export interface Brand {
  readonly name: string;
  readonly colour: string;
}

/** The mark: the ô of "Alô", a ring under its roof; for a company with a name of its own its first letter. */
export const Mark = ({ size = 28, brand }: { size?: number; brand?: Brand | undefined }) => {
  const colours = brand?.colour ? { tile: brand.colour, ink: readableOn(brand.colour) } : undefined;
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" width={size} height={size} aria-hidden focusable="false">
      <rect className={styles.tile} width="32" height="32" rx="8" style={{ fill: colours?.tile }} />
      {brand?.name ? (
        <text className={styles.letter} x="16" y="22.5" fontSize="19" style={{ fill: colours?.ink }}>
          {firstLetter(brand.name)}
        </text>
      ) : (
        <g style={{ stroke: colours?.ink }}>
          <path d="m11 9.6 5-3.9 5 3.9" />
          <circle cx="16" cy="19.5" r="6.2" />
        </g>
      )}
    </svg>
  );
};

/** Mark and name. */
export const Logo = ({ size = 28, brand }: { size?: number; brand?: Brand | undefined }) => (
  <span className={styles.logo} style={{ fontSize: brand?.name ? size * 0.6 : size * 0.72 }}>
    <Mark size={size} brand={brand} />
    <span className={styles.name}>{brand?.name || 'Alô'}</span>
  </span>
);

/** As people see letters: an emoji or a letter with its marks is one. */
const firstLetter = (name: string) =>
  [...new Intl.Segmenter('vi').segment(name)][0]?.segment.toLocaleUpperCase('vi') ?? '';
