import { type SetUpTemplate, setUpTemplates } from '@alo/contract';
import { type Icon, IconBuildingBank, IconBuildingStore, IconHeadset, IconStethoscope } from '@alo/ui';

import { choicesOf } from '../../resource/fields/choices-of.ts';
import styles from './set-ups.module.css';

const shown: Readonly<Record<SetUpTemplate, { icon: Icon; words: string }>> = {
  shop: { icon: IconBuildingStore, words: 'Lời chào, rồi mọi máy cùng đổ chuông. Không ai nghe thì để lại lời nhắn.' },
  clinic: { icon: IconStethoscope, words: 'Phím 1 đặt lịch khám, phím 2 hỏi kết quả, phím 0 gặp lễ tân.' },
  bank: { icon: IconBuildingBank, words: 'Khoá thẻ khẩn cấp cả ngày đêm, tư vấn trong giờ; luôn ghi âm.' },
  telesales: { icon: IconHeadset, words: 'Khách gọi lại gặp đúng người đã gọi cho họ; luôn ghi âm.' },
};

/** The templates, all of them seen at once with what each does. */
export function TemplateField({ value, onChange }: { value: unknown; onChange: (value: SetUpTemplate) => void }) {
  return (
    <fieldset className={styles.templates}>
      <legend>Mẫu</legend>
      {choicesOf(setUpTemplates).map(({ value: template, label }) => {
        const { icon: TemplateIcon, words } = shown[template];
        return (
          <label key={template} className={styles.template}>
            <input type="radio" name="template" checked={value === template} onChange={() => onChange(template)} />
            <TemplateIcon size={20} aria-hidden />
            <span>
              <strong>{label}</strong>
              <small>{words}</small>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
