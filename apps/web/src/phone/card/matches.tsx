import type { CallerMatch } from '@alo/contract';
import { IconCheck } from '@alo/ui';

import { groupedPhone } from '../../kit/format/phone.ts';
import styles from './customer-card.module.css';

/** Several who may be calling: one is chosen, and stays chosen for this call. */
export function Matches({
  matches,
  shown,
  onChoose,
}: {
  matches: readonly CallerMatch[];
  shown: string;
  onChoose: (customer: string) => void;
}) {
  return (
    <fieldset className={styles.matches}>
      <legend>{matches.length} khách có số này, ai đang gọi?</legend>
      {matches.map(({ id, name, code, phone, is_status: status, by }) => (
        <button key={id} type="button" aria-pressed={id === shown} onClick={() => onChoose(id)}>
          <span>
            {name}
            <small>
              {[code, status, by === 'zalo' ? `Zalo · ${groupedPhone(phone)}` : groupedPhone(phone)]
                .filter((part) => part !== '')
                .join(' · ')}
            </small>
          </span>
          {id === shown && <IconCheck size={16} aria-hidden />}
        </button>
      ))}
    </fieldset>
  );
}
