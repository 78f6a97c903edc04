import { formatPhone, oldLandline } from '@alo/phone-number';

/** What is asked of a number that may be a landline of before 2017 as well as somebody's mobile; undefined where it is one number. */
export function oldLandlineAsked(written: string): string | undefined {
  const old = oldLandline(written);
  return old === undefined
    ? undefined
    : `có thể là máy bàn mã vùng cũ (nay là ${formatPhone(old.fixed)}) hoặc di động ${formatPhone(old.mobile)}, hãy ghi rõ một số`;
}
