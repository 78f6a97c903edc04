import { IconAlertCircle } from '@alo/ui';

import styles from './login-page.module.css';

/** Why somebody is not let in, with what they quote to support. */
export const Refusal = ({ text, code }: { text: string; code: string }) => (
  <div role="alert" className={styles.refusal}>
    <IconAlertCircle size={18} aria-hidden />
    <div>
      <p>{text}</p>
      {code !== '' && <p className={styles.code}>Mã hỗ trợ: {code}</p>}
    </div>
  </div>
);
