import styles from './progress.module.css';

/** How much of something is done, as a bar: `value` of `of`, or that it is at work while nobody knows of how much (null). */
export const Progress = ({ label, value, of }: { label: string; value: number; of: number | null }) => (
  <progress
    className={styles.bar}
    aria-label={label}
    {...(of !== null && { max: Math.max(of, 1), value: Math.min(value, of) })}
  />
);
