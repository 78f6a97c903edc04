import { numberCheck, numberKinds } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import type { Field } from '../../resource/fields/field.ts';
import { phone } from '../../resource/fields/text.tsx';
import styles from './numbers.module.css';

const plain = phone('Số hotline', { hint: 'Như nhà mạng đã giao: cố định, di động, 1800 hoặc 1900.' });

/** The number of a hotline, with what is known of it while it is typed. */
export const hotlineNumber: Field<string> = {
  ...plain,
  Control: (props) => (
    <div>
      <plain.Control {...props} />
      <Checked number={props.value ?? ''} />
    </div>
  ),
};

const shortest = 4;

function Checked({ number }: { number: string }) {
  const read = useRead();
  const asked = useDeferredValue(number);
  const { data } = useQuery({
    ...read(numberCheck, { params: { number: asked } }),
    enabled: asked.length >= shortest,
  });
  const words = () => {
    if (number.length < shortest || data === undefined) return '';
    if (data.kind === null) return 'Chưa phải một số gọi được từ Việt Nam';
    return `${groupedPhone(data.number)} · ${numberKinds[data.kind]}${data.own ? ' · công ty đã có số này' : ''}`;
  };
  return (
    <output className={styles.known} aria-live="polite">
      {words()}
    </output>
  );
}
