import { IconButton, IconLock, IconPhone, Tooltip } from '@alo/ui';

import { groupedPhone } from '../../kit/format/phone.ts';
import { usePhoneDoor } from './phone-door.ts';
import styles from './phone-number.module.css';

/**
 * A number in groups with a button that calls it; whoever has no phone here gets a link for that of their machine. A masked one
 * says so, and is called by what stands for it.
 */
export function PhoneNumber({
  number,
  callAs = number,
}: {
  number: string /** What is dialled: the customer's id where the number is masked. */;
  callAs?: string | undefined;
}) {
  const phone = usePhoneDoor();
  if (number === '') return <span aria-hidden>–</span>;
  const masked = number.includes('*');
  return (
    <span className={styles.number}>
      {phone === null && !masked ? <a href={`tel:${number}`}>{groupedPhone(number)}</a> : groupedPhone(number)}
      {masked && (
        <Tooltip hint="Số được ẩn theo quyền của bạn">
          <span className={styles.lock}>
            <IconLock size={14} aria-hidden />
            <span>Số được ẩn theo quyền của bạn</span>
          </span>
        </Tooltip>
      )}
      {phone && !(masked && callAs === number) && (
        <IconButton
          size="sm"
          label={`Gọi ${groupedPhone(number)}`}
          className={styles.call}
          onClick={() => phone.dial(callAs)}
        >
          <IconPhone aria-hidden />
        </IconButton>
      )}
    </span>
  );
}
