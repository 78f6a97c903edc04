import { expect, test } from 'vitest';

import { skillsOf, skillsText } from './skills-field.tsx';

test('skills are written in a line, with a level or without', () => {
  expect(skillsOf('tiếng Anh 80, vip,  Excel 365: 40 ,')).toEqual({ 'tiếng Anh': 80, vip: 100, 'Excel 365': 40 });
  expect(skillsOf('')).toEqual({});
  expect(skillsOf(skillsText({ vip: 5, 'tiếng Nhật': 100 }))).toEqual({ vip: 5, 'tiếng Nhật': 100 });
});
