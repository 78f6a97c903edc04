import { type ScriptPick, type ScriptWord, scriptParts } from '@alo/contract';
import { Quiet } from '@alo/ui';

import styles from './script.module.css';

/** What to say, with the customer's own values in it; what is said to an answer opens with it. */
export function Script({
  text,
  values,
  customer,
  none,
  title = 'Kịch bản',
}: {
  text: string;
  values: Partial<Readonly<Record<ScriptPick, string | undefined>>>;
  /** With the next customer all answers are closed again. */
  customer: string;
  /** What is said where there is nothing to say. */
  none: string;
  title?: string;
}) {
  const parts = scriptParts(text);
  const said = (words: readonly ScriptWord[]) =>
    words.map((word, at) =>
      'text' in word ? word.text : <b key={`${at} ${word.pick}`}>{values[word.pick] || `[${word.pick}]`}</b>,
    );
  return (
    <section className={styles.script} aria-label={title}>
      <h2>{title}</h2>
      {parts.length === 0 && <Quiet size="body">{none}</Quiet>}
      {parts.map(({ answer, words }, at) =>
        answer === null ? (
          <p key={`${at}`}>{said(words)}</p>
        ) : (
          <details key={`${at} ${customer}`}>
            <summary>{answer}</summary>
            <p>{said(words)}</p>
          </details>
        ),
      )}
    </section>
  );
}
