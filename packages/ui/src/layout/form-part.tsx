import type { ReactNode } from 'react';

import styles from './layout.module.css';
import { Quiet } from './quiet.tsx';

/** One subject of a longer form: a line above it, a heading, a sentence of help. */
export const FormPart = ({ title, help, children }: { title: string; help: string; children: ReactNode }) => (
  <section className={styles.part} aria-label={title}>
    <header>
      <h3>{title}</h3>
      <Quiet size="body">{help}</Quiet>
    </header>
    {children}
  </section>
);
