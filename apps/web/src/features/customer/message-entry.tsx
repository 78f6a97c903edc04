import { messageChannels, messageStates, type TimelineEntry } from '@alo/contract';
import { Status } from '@alo/ui';

import { messageTones } from '../../domain/messages/message-words.ts';
import styles from './customer.module.css';

/** What a customer was written, and whether it came to them. */
export default function MessageEntry({ message }: Pick<Extract<TimelineEntry, { kind: 'message' }>, 'message'>) {
  const { channel, template_name: template, text, state, answer, sandbox } = message;
  return (
    <>
      <b>{messageChannels[channel]}</b> {template}{' '}
      <Status tone={messageTones[state]}>{sandbox ? `${messageStates[state]} (thử)` : messageStates[state]}</Status>
      <p className={styles.words}>{state === 'refused' || state === 'failed' ? answer : text}</p>
    </>
  );
}
