import { expect, test } from 'vitest';

import { maskedNumbers } from '../../../domain/number-view.ts';
import { numbersShown } from './numbers-in-words.ts';

const hidden = (text: string) => numbersShown(text, maskedNumbers(1).show);

test.each([
  ['Số của em là 0901234567 ạ', 'Số của em là 090****567 ạ'],
  ['Gọi 0901 234 567 hoặc 028.7300.1234 nhé', 'Gọi 090****567 hoặc 028*****234 nhé'],
  ['+84901234567', '+090****567'],
  ['Không chín không một hai ba bốn năm sáu bảy nhé', '090****567 nhé'],
  ['được không không chín không một, hai ba bốn, năm sáu bảy', 'được không 090****567'],
  ['là 0901234567 năm 2026', 'là 090****567 năm 2026'],
])('a number that is said is hidden, in digits and in words: %s', (said, shown) => expect(hidden(said)).toBe(shown));

test.each([
  '1.500.000.000 đồng',
  'năm trăm nghìn',
  'đơn hàng 123456789012',
  'ngày 02/09/2026 lúc 10 giờ 30',
  'một hai ba bốn',
])('what is no telephone number stays: %s', (said) => expect(hidden(said)).toBe(said));
