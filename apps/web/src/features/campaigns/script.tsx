import { type Calling, type ScriptPick, type ScriptWord, scriptParts } from '@alo/contract';
import { Quiet } from '@alo/ui';

import { groupedPhone } from '../../kit/format/phone.ts';
import { useMe } from '../../kit/me/me.ts';
import styles from './call-page.module.css';

/** What to say, with the customer's own values in it; what is said to an answer opens with it. */
export function Script({ data }: { data: Pick<Calling, 'campaign' | 'contact'> }) {
  const me = useMe();
  const { campaign, contact } = data;
  const parts = scriptParts(campaign.script);
  const values: Readonly<Record<ScriptPick, string | undefined>> = {
    'Tên khách': contact?.name,
    'Mã khách': contact?.code,
    'Số điện thoại': contact === null ? undefined : groupedPhone(contact.phone),
    'Trạng thái hồ sơ': contact?.status_name,
    'Người phụ trách': contact?.user_name ?? undefined,
    'Tên tôi': me?.name,
    'Tên chiến dịch': campaign.name,
  };
  const said = (words: readonly ScriptWord[]) =>
    words.map((word, at) =>
      'text' in word ? word.text : <b key={`${at} ${word.pick}`}>{values[word.pick] || `[${word.pick}]`}</b>,
    );
  return (
    <section className={styles.script} aria-label="Kịch bản">
      <h2>Kịch bản</h2>
      {parts.length === 0 && <Quiet size="body">Chiến dịch này chưa có kịch bản.</Quiet>}
      {parts.map(({ answer, words }, at) =>
        answer === null ? (
          <p key={`${at}`}>{said(words)}</p>
        ) : (
          // With the next customer all answers are closed again.
          <details key={`${at} ${contact?.id ?? ''}`}>
            <summary>{answer}</summary>
            <p>{said(words)}</p>
          </details>
        ),
      )}
    </section>
  );
}
