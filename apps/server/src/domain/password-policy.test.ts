import { expect, test } from 'vitest';

import { whyNotPassword } from './password-policy.ts';

const lan = {
  name: 'Nguyễn Thị Lan',
  email: 'lan.nguyen@abc.vn',
  tenantCode: 'cong-ty-abc',
  tenantName: 'Công ty ABC',
};

test.each([
  '12345678',
  'password',
  'PassWord',
  'qwertyuiop',
  'iloveyou1',
  'trustno1',
  'matkhau123',
  'mậtkhẩu123',
  'anhyeuem',
])('%s stands on every list of guesses and is refused', (password) => {
  expect(whyNotPassword(password, lan)).toMatch(/quá phổ biến/);
});

test.each(['11111111', 'abababab', 'aaaaaaaaaaaa', '        '])('%s says too little', (password) => {
  expect(whyNotPassword(password, lan)).toMatch(/ít ký tự|phổ biến/);
});

test('three letters in a row that no list has say too little all the same', () => {
  expect(whyNotPassword('xq7xq7xq7xq7', lan)).toMatch(/ít ký tự/);
});

test.each(['lan.nguyen@abc.vn', 'NguyenThiLan', 'Nguyễn Thị Lan 1', 'lan.nguyen2026', 'CongTyABC2026', 'congtyabc!'])(
  '%s is what a stranger tries first for this person',
  (password) => {
    expect(whyNotPassword(password, lan)).toMatch(/tên, email hoặc công ty/);
  },
);

test.each(['alo-demo-2026', 'mat-khau-thu-1', 'ngựa pin ghim đúng', 'lanhlung-tren-doi', 'Xk29!vbQ'])(
  '%s is a password',
  (password) => {
    expect(whyNotPassword(password, lan)).toBeUndefined();
  },
);
