import styles from './login-page.module.css';

/** The ô of the name calling out: rings that leave the page. Decoration of a wide screen. */
export const LoginArt = () => (
  <div className={styles.art} aria-hidden>
    <svg viewBox="0 0 600 800" preserveAspectRatio="xMidYMid slice" focusable="false">
      {Array.from({ length: 9 }, (_, ring) => (
        <circle
          key={ring}
          className={styles.ring}
          cx="300"
          cy="455"
          r={272 + ring * 64}
          style={{ opacity: 0.5 - ring * 0.05 }}
        />
      ))}
      <circle className={styles.o} cx="300" cy="455" r="88" />
      <path className={styles.o} d="m236 292 64-50 64 50" />
    </svg>
    <p className={styles.motto}>
      Alô, tôi nghe.
      <span>Khách gọi đến là biết ai, chuyện gì, lần trước ra sao.</span>
    </p>
  </div>
);
