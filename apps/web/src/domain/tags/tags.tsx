import type { CallTag } from '@alo/contract';
import { Swatch } from '@alo/ui';
import type { ReactNode } from 'react';

import styles from './tags.module.css';

/** A tag with its colour, as a word among others. */
export const TagName = ({ tag: { name, colour } }: { tag: Pick<CallTag, 'name' | 'colour'> }) => (
  <>
    <Swatch colour={colour} /> {name}
  </>
);

/** The tags of a call, and what stands behind them. `inLine`: in one line, the first of them and how many more there are. */
export const Tags = ({
  tags,
  inLine = false,
  children,
}: {
  tags: readonly CallTag[];
  inLine?: boolean;
  children?: ReactNode;
}) => (
  <span
    className={styles.tags}
    data-in-line={inLine || undefined}
    title={inLine && tags.length > 1 ? named(tags) : undefined}
  >
    {tags.slice(0, inLine ? 1 : undefined).map((tag) => (
      <span key={tag.id} className={styles.tag}>
        <TagName tag={tag} />
      </span>
    ))}
    {inLine && tags.length > 1 && (
      <span>
        +{tags.length - 1}
        <span className="alo-unseen">: {named(tags.slice(1))}</span>
      </span>
    )}
    {children}
  </span>
);

const named = (tags: readonly CallTag[]) => tags.map(({ name }) => name).join(', ');
