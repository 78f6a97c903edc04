import { Button, Dialog, DialogActions, IconPhone } from '@alo/ui';

import { date } from '../../kit/format/time.ts';
import type { DialQuestion, PhoneDialling } from '../model/use-dial.ts';
import styles from './ask-anyway.module.css';

/** Asks whoever wants to call a customer who refuses advertising. */
export function AskAnyway({ question, answer }: Pick<PhoneDialling, 'answer'> & { question: DialQuestion }) {
  const { since, why, also, may } = question.refusal;
  const close = () => answer(false);
  return (
    <Dialog opened onClose={close} title={question.words}>
      <div className={styles.said}>
        <p>{since === null ? 'Không rõ từ khi nào.' : `Từ ngày ${date(since)}.`}</p>
        {why !== '' && <p>{why}</p>}
        <p>
          {['Pháp luật cấm gọi quảng cáo cho khách này (Nghị định 91/2020, Điều 13)', ...also.map(inSentence)].join(
            '; ',
          )}
          .{may && ' Chỉ gọi vì việc khác; việc bạn vẫn gọi được ghi vào nhật ký.'}
        </p>
      </div>
      <DialogActions>
        <Button look={may ? 'default' : 'primary'} data-autofocus onClick={close}>
          {may ? 'Không gọi' : 'Đóng'}
        </Button>
        {may && (
          <Button look="danger" icon={<IconPhone aria-hidden />} onClick={() => answer(true)}>
            Vẫn gọi
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** What else is against it, in the middle of a sentence. */
const inSentence = (words: string) => `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
